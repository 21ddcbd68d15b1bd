/** What is typed as alias, tags, notes and so on: what saving would send, conflicts and errors. */
import * as z from 'zod/mini';
import { findAttribute } from '../../../domain/attributes/catalogue.ts';
import { checkValue } from '../../../domain/attributes/check-value.ts';
import { optionalDraftText } from '../../../domain/draft-text.ts';
import { changedMeanwhile as namesChangedMeanwhile, virtualValuesOf } from '../../../domain/delivery/edits.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import {
  VIRTUAL_NAMES,
  isUnsent,
  type VirtualEdit,
  type VirtualName,
  type VirtualValues,
} from '../../../domain/virtual-edit.ts';
import { devicePageStrings } from '../../strings/device-page.ts';

/** The texts while nothing is typed: unsent, else those that the backend showed when this phone last read it. */
export function textsBefore(device: CachedDevice, edit: VirtualEdit | null): Required<VirtualValues> {
  return { ...virtualValuesOf(device), ...(isUnsent(edit) ? edit.values : {}) };
}

/** The values that saving would put into the outbox: those that differ, and unsent ones that were changed again. */
export function changedValues(before: VirtualValues, texts: VirtualValues): VirtualValues {
  const wires = typedIn(before, texts).map(([name, text]) => [name, wireOf(name, text)] as const);
  return Object.fromEntries(wires.filter(([name, wire]) => wire !== null && wire !== before[name]));
}

/** Returns the texts that saving would send or refuse. What is stored of others would undo a later change elsewhere. */
export function changedTexts(before: VirtualValues, texts: VirtualValues): VirtualValues {
  const changed = { ...changedValues(before, texts), ...faultsOf(before, texts) };
  return Object.fromEntries(typedIn(before, texts).filter(([name]) => changed[name] !== undefined));
}

/** A text that is shown anyway is not typed. */
function typedIn(before: VirtualValues, texts: VirtualValues): readonly (readonly [VirtualName, string])[] {
  return VIRTUAL_NAMES.flatMap((name) => {
    const text = texts[name];
    return text === undefined || text === before[name] ? [] : [[name, text] as const];
  });
}

/** The texts of the fields as they are stored. */
export const storedTexts = z.object(
  Object.fromEntries(VIRTUAL_NAMES.map((name) => [name, optionalDraftText])) as Record<
    VirtualName,
    typeof optionalDraftText
  >,
);

/** Words for what is wrong with the typed texts. Alias and notes have no documented limit; tags have (field-facts.md 3). */
export function faultsOf(before: VirtualValues, texts: VirtualValues): VirtualValues {
  const faults = typedIn(before, texts).map(([name, text]) => [name, faultOf(name, text)] as const);
  return Object.fromEntries(faults.filter(([, words]) => words !== ''));
}

function faultOf(name: VirtualName, text: string): string {
  if (name === 'metadata' && metadataOf(text) === null) return devicePageStrings.noMetadata;
  const check = checkValue(findAttribute(name)!, text);
  if (check.ok) return '';
  const { tagFaults } = devicePageStrings;
  const { reason } = check;
  return reason === 'tooMany' || reason === 'tooLong' || reason === 'controlCharacter'
    ? tagFaults[reason]
    : tagFaults.other;
}

/** For an unsent value that was changed in the backend: the backend's value; otherwise null. */
export function changedMeanwhile(device: CachedDevice, edit: VirtualEdit | null, name: VirtualName): string | null {
  if (!isUnsent(edit)) return null;
  return namesChangedMeanwhile(edit, device).includes(name) ? virtualValuesOf(device)[name] : null;
}

/** The JSON object in a text as it is sent; '' for an empty text, null when it is not an object. */
function metadataOf(text: string): string | null {
  if (text.trim() === '') return '';
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : null;
  } catch {
    return null;
  }
}

function wireOf(name: VirtualName, text: string): string | null {
  if (name === 'metadata') return metadataOf(text);
  const check = checkValue(findAttribute(name)!, text);
  return check.ok ? String(check.wire) : null;
}
