/** Sends one request for several devices if the backend answers for all of them, otherwise one for each device. */
import type { Extension } from '../../domain/extensions.ts';
import { isRefusal, type BackendFailure, type BackendResult } from '../../domain/backend-failure.ts';
import { ofDevice } from '../../domain/device-answers.ts';
import type { Extensions } from '../extensions.ts';

export interface ListRequest<Element extends { readonly uniqueId: string }> {
  /** Sends one request for these devices. A device that is missing in the answer has nothing, or was left out. */
  readonly request: (uniqueIds: readonly string[]) => Promise<BackendResult<readonly Element[]>>;
  readonly extensions: Extensions;
  /** The extension under which it is stored whether the backend supports such lists. */
  readonly extension: Extension;
  /** True: if a list and then its first device alone are refused, the other devices are not requested. */
  readonly isOptional?: boolean;
}

/** Has an entry for each device. Null: the backend has nothing for it. */
type ListAnswers<Element> = ReadonlyMap<string, BackendResult<Element | null>>;

export async function requestInLists<Element extends { readonly uniqueId: string }>(
  uniqueIds: readonly string[],
  { request, extensions, extension, isOptional = false }: ListRequest<Element>,
): Promise<ListAnswers<Element>> {
  const answers = new Map<string, BackendResult<Element | null>>();

  async function requestOne(uniqueId: string): Promise<BackendResult<Element | null>> {
    const answered = await request([uniqueId]);
    const answer = answered.ok ? { ok: true as const, value: ofDevice(answered.value, uniqueId) } : answered;
    answers.set(uniqueId, answer);
    return answer;
  }

  function answerAll(left: readonly string[], failure: BackendFailure): ListAnswers<Element> {
    for (const uniqueId of left) answers.set(uniqueId, { ok: false, failure });
    return answers;
  }

  let left = uniqueIds;
  if (left.length > 1 && (await extensions.offer(extension)) !== 'notOffered') {
    const listed = await request(left);
    if (!listed.ok && !mayBeCausedByList(listed.failure)) return answerAll(left, listed.failure);
    if (listed.ok)
      for (const uniqueId of left) {
        const element = ofDevice(listed.value, uniqueId);
        if (element !== null) answers.set(uniqueId, { ok: true, value: element });
      }
    // A backend without lists may answer for the first device. Other gaps say nothing about lists.
    const offersLists = left.slice(1).some((uniqueId) => answers.has(uniqueId));
    left = left.filter((uniqueId) => !answers.has(uniqueId));
    if (offersLists) extensions.learn(extension, true);
    const [first] = left;
    if (first === undefined) return answers;
    const alone = await requestOne(first);
    if (!offersLists && alone.ok && alone.value !== null) extensions.learn(extension, false);
    left = left.slice(1);
    if (!alone.ok && (isOptional || !isRefusal(alone.failure))) return answerAll(left, alone.failure);
  }
  await Promise.all(left.map(requestOne));
  return answers;
}

/** True if the list itself may have caused this failure. Other failures would occur for a single device too. */
function mayBeCausedByList(failure: BackendFailure): boolean {
  return isRefusal(failure) || ['server', 'timeout', 'unreadable'].includes(failure.kind);
}
