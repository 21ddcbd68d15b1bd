/**
 * One POST /config/create for devices with equal values; each calls it as if it were alone (interface.md 4.4,
 * field-facts.md 3).
 */
import type { BackendResult } from '../../domain/backend-failure.ts';
import { isRefusal } from '../../domain/delivery/answer-types.ts';
import { ofDevice } from '../../domain/device-answers.ts';
import type { CreatedConfigs, PrepareBackend } from './backend-port.ts';

type Create = PrepareBackend['createConfig'];

interface SharedCreate {
  /** Called by one device; the request is sent as soon as every other one has called or left. */
  readonly create: Create;
  /** Called for a device that will not send a request. */
  leave(): void;
}

/** `members`: number of devices, all of one type and with equal values. */
export function shareCreate(members: number, create: Create): SharedCreate {
  const asked: { readonly request: Parameters<Create>[0]; answer(result: BackendResult<CreatedConfigs>): void }[] = [];
  let expected = members;

  async function send(): Promise<void> {
    const first = asked[0]?.request;
    if (first === undefined) return;
    const result = await create({
      ...first,
      uniqueIds: asked.flatMap(({ request }) => request.uniqueIds),
      isFirst: asked.every(({ request }) => request.isFirst === true),
    });
    // A refusal of the whole request may be caused by one of them, so each sends its own.
    if (!result.ok && isRefusal(result.failure) && asked.length > 1)
      for (const { request, answer } of asked) void create(request).then(answer);
    // The same holds for an answer that leaves some of them out.
    else
      for (const { request, answer } of asked)
        if (result.ok && asked.length > 1 && leavesOut(result.value, request.uniqueIds))
          void create(request).then(answer);
        else answer(result);
  }

  const look = (): void => {
    if (asked.length === expected) void send();
  };

  return {
    create: (request) =>
      new Promise((answer) => {
        asked.push({ request, answer });
        look();
      }),
    leave() {
      expected -= 1;
      look();
    },
  };
}

function leavesOut({ records }: CreatedConfigs, uniqueIds: readonly string[]): boolean {
  return records !== null && uniqueIds.some((uniqueId) => ofDevice(records, uniqueId) === null);
}
