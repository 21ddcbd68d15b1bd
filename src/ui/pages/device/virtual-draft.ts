/** The draft of alias, tags and notes: shown text, changes, conflicts and errors. */
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

/** Alias and notes have no documented limit; tags have (field-facts.md 3). */
type VirtualFault = { readonly name: VirtualName; readonly words: string };

/** What the backend showed when this phone last read it. */
export function backendText(device: CachedDevice, name: VirtualName): string {
  return virtualValuesOf(device)[name];
}

/** The text on screen: typed, else unsent, else the backend's. */
export function shownText(
  device: CachedDevice,
  edit: VirtualEdit | null,
  typed: VirtualValues,
  name: VirtualName,
): string {
  return typed[name] ?? textBefore(device, edit, name);
}

/** The text of a field in which nothing is typed. */
function textBefore(device: CachedDevice, edit: VirtualEdit | null, name: VirtualName): string {
  return unsentText(edit, name) ?? backendText(device, name);
}

function unsentText(edit: VirtualEdit | null, name: VirtualName): string | undefined {
  return isUnsent(edit) ? edit.values[name] : undefined;
}

/** The values that saving would put into the outbox: those that differ, and unsent ones that were changed again. */
export function changedValues(device: CachedDevice, edit: VirtualEdit | null, typed: VirtualValues): VirtualValues {
  const changed: Partial<Record<VirtualName, string>> = {};
  for (const name of VIRTUAL_NAMES) {
    const text = typed[name];
    if (text === undefined) continue;
    const wire = wireOf(name, text);
    if (wire !== null && wire !== textBefore(device, edit, name)) changed[name] = wire;
  }
  return changed;
}

/** Returns the texts with another one. A text that is shown anyway is not typed. */
export function withTyped(
  device: CachedDevice,
  edit: VirtualEdit | null,
  typed: VirtualValues,
  name: VirtualName,
  text: string,
): VirtualValues {
  const { [name]: _, ...others } = typed;
  return text === textBefore(device, edit, name) ? others : { ...others, [name]: text };
}

/** Returns the texts that saving would send or refuse. What is stored of others would undo a later change elsewhere. */
export function changedTyped(device: CachedDevice, edit: VirtualEdit | null, typed: VirtualValues): VirtualValues {
  const changed = changedValues(device, edit, typed);
  const names = VIRTUAL_NAMES.filter(
    (name) => changed[name] !== undefined || (typed[name] !== undefined && wireOf(name, typed[name]) === null),
  );
  return Object.fromEntries(names.map((name) => [name, typed[name]]));
}

/** The texts of the fields as they are stored. */
export const storedTexts = z.object({
  alias: optionalDraftText,
  tags: optionalDraftText,
  notes: optionalDraftText,
  'deployment.status': optionalDraftText,
  'deployment.deploymentDate': optionalDraftText,
  'deployment.installerName': optionalDraftText,
  'deployment.installerEmail': optionalDraftText,
  metadata: optionalDraftText,
} satisfies Record<VirtualName, typeof optionalDraftText>);

export function faultsOf(typed: VirtualValues): VirtualFault[] {
  return VIRTUAL_NAMES.flatMap((name): VirtualFault[] => {
    const text = typed[name];
    if (text === undefined) return [];
    if (name === 'metadata' && metadataOf(text) === null) return [{ name, words: devicePageStrings.noMetadata }];
    const check = checkValue(findAttribute(name)!, text);
    if (check.ok) return [];
    const { tagFaults } = devicePageStrings;
    const reason = check.reason;
    return [
      {
        name,
        words:
          reason === 'tooMany' || reason === 'tooLong' || reason === 'controlCharacter'
            ? tagFaults[reason]
            : tagFaults.other,
      },
    ];
  });
}

/** For an unsent value that was changed in the backend: the backend's value; otherwise null. */
export function changedMeanwhile(device: CachedDevice, edit: VirtualEdit | null, name: VirtualName): string | null {
  if (!isUnsent(edit)) return null;
  return namesChangedMeanwhile(edit, device).includes(name) ? backendText(device, name) : null;
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
