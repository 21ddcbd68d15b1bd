/** What is pending at the backend for a device: making it, and looking for it. */
import { compareAnswer, type AnswerDifference } from '../../domain/answer-comparison.ts';
import { sameValues } from '../../domain/attributes/values.ts';
import { isRefusal, mayHaveTakenEffect } from '../../domain/delivery/answer-types.ts';
import { matchPending } from '../../domain/delivery/read-back.ts';
import type { AttributeValues } from '../../domain/device.ts';
import { ofDevice } from '../../domain/device-answers.ts';
import type { PrepareBackend } from './backend-port.ts';
import type { PrepareInput, PrepareOutcome } from './offered.ts';
import type { PrepareCalls } from './prepare-parts.ts';
import { NOT_SENT } from './request-gate.ts';

/** Asks the backend to make it; after an answer that says nothing, looks whether it did. */
export async function createPending(
  backend: PrepareBackend,
  { uniqueId, deviceType, values }: PrepareInput,
  isFirst: boolean,
  calls: PrepareCalls,
  signal?: AbortSignal,
): Promise<PrepareOutcome | { readonly pending: AttributeValues | null }> {
  const created = await calls.createConfig({ uniqueIds: [uniqueId], deviceType, values, isFirst }, signal);
  if (created.ok) {
    const { records } = created.value;
    const pending = ofDevice(records ?? [], uniqueId)?.values ?? null;
    return records !== null && pending === null ? { kind: 'notAccessible' } : { pending };
  }
  // A refusal may answer a repeat that the browser made itself, and a lost answer says nothing: look before anything is said.
  const { failure } = created;
  const isWord = isRefusal(failure);
  if (failure === NOT_SENT || (!isWord && !mayHaveTakenEffect(failure))) return { kind: 'failed', failure };
  const found = await lookForPending(backend, uniqueId, deviceType);
  if (found === 'unreadable') return { kind: 'unknown', failure };
  if (found !== null && holds(found, values)) return { pending: found };
  // A request that is still on its way cannot be told from one that never left.
  return isWord ? { kind: 'failed', failure } : { kind: 'unknown', failure };
}

/** Not stopped with the call that was: the question is what became of it. */
export async function lookForPending(
  backend: PrepareBackend,
  uniqueId: string,
  deviceType: string,
  signal?: AbortSignal,
): Promise<AttributeValues | null | 'unreadable'> {
  const listed = await backend.readPending(uniqueId, deviceType, signal);
  if (listed.ok) return listed.value;
  if (listed.failure.kind !== 'notFound') return 'unreadable';
  const device = await backend.readDevice(uniqueId, signal);
  if (!device.ok) return 'unreadable';
  return device.value?.pending ?? null;
}

/** What the backend says it holds, and where that differs from what was asked for. An answer without values is looked up once. */
export async function heldAtBackend(
  backend: PrepareBackend,
  { uniqueId, deviceType, values }: PrepareInput,
  answered: AttributeValues | null,
  signal?: AbortSignal,
): Promise<{ readonly pending: AttributeValues; readonly differences: readonly AnswerDifference[] }> {
  let pending = answered ?? {};
  if (differencesOf(values, pending).some(({ kind }) => kind === 'notSaid')) {
    const found = await lookForPending(backend, uniqueId, deviceType, signal);
    if (found !== 'unreadable' && found !== null) pending = found;
  }
  return { pending, differences: differencesOf(values, pending) };
}

/** Where the values that the backend answered with differ from those that were asked for. */
export function differencesOf(asked: AttributeValues, answered: AttributeValues): readonly AnswerDifference[] {
  const compared = compareAnswer(asked, answered);
  return compared === 'rejected' ? [] : compared;
}

/** Whether what is pending has all that was asked for; a backend may have merged it with what was pending before. */
export function holds(pending: AttributeValues, values: AttributeValues): boolean {
  const match = matchPending(pending, values);
  return match === 'ours' || match === 'merged' || sameValues(pending, values);
}
