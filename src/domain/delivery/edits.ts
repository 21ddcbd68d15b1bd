/**
 * Changes to the row of a device's unsent virtual values: merged while it is edited, one post at a time, saved values
 * removed (interface.md 2.7).
 */
import { compareAnswer, type AnswerDifference } from '../answer-comparison.ts';
import { sameValue } from '../attributes/values.ts';
import { isTransient, mayHaveTakenEffect, messageToStore, type BackendFailure } from '../backend-failure.ts';
import { valueIn, type AttributeValues, type CachedDevice, type Device } from '../device.ts';
import type { LastAnswer } from '../receipt.ts';
import {
  type VIRTUAL_ATTRIBUTES,
  VIRTUAL_NAMES,
  type VirtualEdit,
  type VirtualName,
  type VirtualValues,
} from '../virtual-edit.ts';
import { waitMs } from './backoff.ts';
import { valuesOf } from './read-back.ts';
import type { VerdictContext } from './verdict.ts';

/** Code of an edit whose device has changed at the backend since editing began. */
const CHANGED_MEANWHILE = 'changedMeanwhile';

/** Returns the virtual values in a device's record; tags are joined by commas. */
export function virtualValuesOf(
  device: Pick<Device, 'alias' | 'tags' | 'notes' | 'attributes'>,
): Required<VirtualValues> {
  const textOf = (name: (typeof VIRTUAL_ATTRIBUTES)[number]): string => {
    const value = valueIn(device.attributes, name) ?? '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return {
    alias: device.alias ?? '',
    tags: device.tags.join(','),
    notes: device.notes ?? '',
    'deployment.status': textOf('deployment.status'),
    'deployment.deploymentDate': textOf('deployment.deploymentDate'),
    'deployment.installerName': textOf('deployment.installerName'),
    'deployment.installerEmail': textOf('deployment.installerEmail'),
    metadata: textOf('metadata'),
  };
}

/** Returns every value in a device's record, with those that it has outside its attributes: name, alias, tags, notes. */
export function shownValues(device: Pick<Device, 'attributes' | 'name' | 'alias' | 'tags' | 'notes'>): AttributeValues {
  return { ...valuesOf(device), ...statedVirtualValues(device) };
}

function statedVirtualValues(device: Parameters<typeof virtualValuesOf>[0]): VirtualValues {
  return Object.fromEntries(Object.entries(virtualValuesOf(device)).filter(([, value]) => value !== ''));
}

/**
 * Returns the differences between a saved edit and the device as the backend shows it. Empty before the device was read
 * again, or when the backend shows none of the edited values.
 */
export function savedDifferences(edit: VirtualEdit | null, device: CachedDevice | null): readonly AnswerDifference[] {
  if (edit?.state !== 'saved' || device === null || device.readAtMs <= (edit.lastAnswer?.atMs ?? Infinity)) return [];
  const compared = compareAnswer(edit.values, { ...device.attributes, ...statedVirtualValues(device) });
  return compared.filter(({ kind }) => kind !== 'notSaid');
}

/** Merges a person's values into the row. Returns null when nothing is left to send. */
export function mergeEdit(
  row: VirtualEdit | null,
  device: Device,
  values: VirtualValues,
  nowMs: number,
): VirtualEdit | null {
  // Editing on after a change at the backend means that the person has seen it, so the shown values become the base.
  const unsent = row === null || row.state === 'saved' ? null : editAgain(row, device);
  const shown = virtualValuesOf(device);
  const wanted: Record<string, string> = { ...unsent?.values };
  const base: Record<string, string> = { ...unsent?.base };
  for (const name of VIRTUAL_NAMES) {
    const value = values[name];
    if (value === undefined) continue;
    base[name] ??= shown[name];
    wanted[name] = value;
    // The value equals the backend's again, so there is nothing to send unless a post may have changed it.
    if (
      sameValue(name, value, base[name]) &&
      unsent?.inFlight?.[name] === undefined &&
      unsent?.unanswered?.[name] === undefined
    ) {
      delete wanted[name];
      delete base[name];
    }
  }
  if (Object.keys(wanted).length === 0)
    return unsent?.inFlight ? { ...unsent, values: wanted, base, changedAtMs: nowMs } : null;
  return {
    uniqueId: device.uniqueId,
    deviceType: device.deviceType,
    values: wanted,
    base,
    inFlight: unsent?.inFlight ?? null,
    unanswered: unsent?.unanswered ?? {},
    state: 'waiting',
    held: unsent?.held ?? false,
    createdAtMs: unsent?.createdAtMs ?? nowMs,
    changedAtMs: nowMs,
    tries: unsent?.tries ?? 0,
    lastAnswer: unsent?.lastAnswer ?? null,
    nextAtMs: null,
  };
}

/** Returns the names whose value at the backend is neither the base nor the edited value. */
export function changedMeanwhile(row: VirtualEdit, device: Device): VirtualName[] {
  const shown = virtualValuesOf(device);
  return VIRTUAL_NAMES.filter((name) => {
    if (row.values[name] === undefined) return false;
    const own = [row.base[name], row.values[name], row.unanswered?.[name]].filter((value) => value !== undefined);
    return !own.some((value) => sameValue(name, shown[name], value));
  });
}

export function beginEdit(row: VirtualEdit): VirtualEdit {
  return { ...row, inFlight: row.values, tries: row.tries + 1 };
}

/** Recovers a row that was in flight when the sender was interrupted. Posting the same raw values twice is harmless. */
export function recoverCutOffEdit(row: VirtualEdit): VirtualEdit {
  return { ...row, inFlight: null, unanswered: { ...row.unanswered, ...row.inFlight } };
}

/** Handles any 2xx: removes the posted values; values edited since then still wait. */
export function editSaved(row: VirtualEdit, status: number, nowMs: number): VirtualEdit {
  const posted = row.inFlight ?? {};
  const left = Object.fromEntries(
    Object.entries(row.values).filter(([name, value]) => posted[name as VirtualName] !== value),
  );
  const answer: LastAnswer = { atMs: nowMs, status, code: 'saved', message: '' };
  if (Object.keys(left).length === 0)
    return { ...row, inFlight: null, unanswered: {}, state: 'saved', lastAnswer: answer, nextAtMs: null };
  return {
    ...row,
    values: left,
    base: { ...row.base, ...posted },
    inFlight: null,
    unanswered: {},
    state: 'waiting',
    lastAnswer: answer,
    nextAtMs: null,
  };
}

/**
 * Handles a failed post, or a failed read before it. A 401 pauses the whole queue, so the row only stops being in
 * flight.
 */
export function editFailed(row: VirtualEdit, failure: BackendFailure, context: VerdictContext): VirtualEdit {
  const free: VirtualEdit = mayHaveTakenEffect(failure) ? recoverCutOffEdit(row) : { ...row, inFlight: null };
  if (failure.kind === 'noKey') return free;
  const lastAnswer: LastAnswer = {
    atMs: context.nowMs,
    status: failure.status,
    code: failure.kind,
    message: messageToStore(failure),
  };
  if (failure.kind === 'key') return { ...free, lastAnswer };
  if (!isTransient(failure)) return { ...free, state: 'parked', lastAnswer, nextAtMs: null };
  return {
    ...free,
    lastAnswer,
    nextAtMs: context.nowMs + waitMs(failure, context.failures, context.random, context.settings),
  };
}

/** Parks the row with the backend's newer values, for the person to choose. */
export function editChangedMeanwhile(row: VirtualEdit, names: readonly VirtualName[], nowMs: number): VirtualEdit {
  return {
    ...row,
    state: 'parked',
    nextAtMs: null,
    lastAnswer: { atMs: nowMs, status: 0, code: CHANGED_MEANWHILE, message: names.join(', ') },
  };
}

/** Handles a person's choice to send their values anyway: the backend's current values become the base. */
export function editAgain(row: VirtualEdit, device: Device | null): VirtualEdit {
  if (row.state !== 'parked') return { ...row, nextAtMs: null };
  const shown = device === null ? row.base : virtualValuesOf(device);
  const base = Object.fromEntries(Object.keys(row.values).map((name) => [name, shown[name as VirtualName] ?? '']));
  return { ...row, state: 'waiting', base, unanswered: {}, nextAtMs: null };
}
