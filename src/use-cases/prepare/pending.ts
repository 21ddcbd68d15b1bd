/** The pending configuration of a device at the backend: creates it and reads it. */
import { isRefusal, mayHaveTakenEffect, type BackendResult } from '../../domain/backend-failure.ts';
import { compareAnswer, type AnswerDifference } from '../../domain/answer-comparison.ts';
import { sameValues } from '../../domain/attributes/values.ts';
import { matchPending } from '../../domain/delivery/read-back.ts';
import type { AttributeValues } from '../../domain/device.ts';
import { ofDevice } from '../../domain/device-answers.ts';
import type { PrepareBackend } from './backend-port.ts';
import type { PrepareInput, PrepareOutcome } from './prepare.ts';
import type { PrepareCalls } from './prepare-parts.ts';
import { NOT_SENT } from '../request-gate.ts';

/** Creates the pending configuration. After an inconclusive answer, reads whether it was created. */
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
  // A refusal may answer a repeat that the browser sent itself, and a lost answer proves nothing: read before
  // concluding.
  const { failure } = created;
  const isRefused = isRefusal(failure);
  if (failure === NOT_SENT || (!isRefused && !mayHaveTakenEffect(failure))) return { kind: 'failed', failure };
  const found = await readPendingOnce(backend, uniqueId, deviceType);
  if (found === 'unreadable') return { kind: 'unknown', failure };
  if (found !== null && holds(found, values)) return { pending: found };
  // A request that is still in flight cannot be distinguished from one that was never sent.
  return isRefused ? { kind: 'failed', failure } : { kind: 'unknown', failure };
}

/**
 * Reads the pending configuration; 'unreadable' when that fails. Leave out `signal` where the result must be known
 * although the request was aborted.
 */
export async function readPendingOnce(
  backend: PrepareBackend,
  uniqueId: string,
  deviceType: string,
  signal?: AbortSignal,
): Promise<AttributeValues | null | 'unreadable'> {
  const read = await readPendingNow(backend, uniqueId, deviceType, signal);
  return read.ok ? read.value : 'unreadable';
}

/** GET /config, or the device's record if the backend has no such request. */
export async function readPendingNow(
  backend: PrepareBackend,
  uniqueId: string,
  deviceType: string,
  signal?: AbortSignal,
): Promise<BackendResult<AttributeValues | null>> {
  const listed = await backend.readPending(uniqueId, deviceType, signal);
  if (listed.ok || listed.failure.kind !== 'notFound') return listed;
  const device = await backend.readDevice(uniqueId, signal);
  return device.ok ? { ok: true, value: device.value?.pending ?? null } : device;
}

/**
 * Returns the backend's values and where they differ from the requested ones. An answer without values causes one read.
 */
export async function readHeldValues(
  backend: PrepareBackend,
  { uniqueId, deviceType, values }: PrepareInput,
  answered: AttributeValues | null,
  signal?: AbortSignal,
): Promise<{ readonly pending: AttributeValues; readonly differences: readonly AnswerDifference[] }> {
  let pending = answered ?? {};
  if (compareAnswer(values, pending).some(({ kind }) => kind === 'notSaid')) {
    const found = await readPendingOnce(backend, uniqueId, deviceType, signal);
    if (found !== 'unreadable' && found !== null) pending = found;
  }
  return { pending, differences: compareAnswer(values, pending) };
}

/** True when the pending values contain all requested ones; a backend may have merged them with an earlier change. */
export function holds(pending: AttributeValues, values: AttributeValues): boolean {
  const match = matchPending(pending, values);
  return match === 'ours' || match === 'merged' || sameValues(pending, values);
}
