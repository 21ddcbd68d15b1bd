/** One POST /config/create for devices that get the same values (interface.md 4.4, field-facts.md 3). */
import type { BackendResult } from '../../domain/backend-failure.ts';
import { isRefusal } from '../../domain/delivery/answer-types.ts';
import { ofDevice } from '../../domain/device-answers.ts';
import type { CreatedConfigs, PrepareBackend } from './backend-port.ts';
import { gather, type Member } from './gather.ts';

type Create = PrepareBackend['createConfig'];
type CreateMember = Member<Parameters<Create>[0], BackendResult<CreatedConfigs>>;

/** `count`: how many devices there are, all of one type and with the same values. */
export function shareCreate(count: number, create: Create): () => CreateMember {
  return gather(count, async (requests) => {
    const result = await create({
      ...requests[0]!,
      uniqueIds: requests.flatMap(({ uniqueIds }) => uniqueIds),
      isFirst: requests.every(({ isFirst }) => isFirst === true),
    });
    // An error for the whole request, or an answer with too few elements, may concern only one of the devices. Each is
    // therefore requested alone.
    return requests.map((request) =>
      requests.length > 1 && mayConcernAnotherDevice(result, request.uniqueIds) ? create(request) : result,
    );
  });
}

function mayConcernAnotherDevice(result: BackendResult<CreatedConfigs>, uniqueIds: readonly string[]): boolean {
  if (!result.ok) return isRefusal(result.failure);
  const { records } = result.value;
  return records !== null && uniqueIds.some((uniqueId) => ofDevice(records, uniqueId) === null);
}
