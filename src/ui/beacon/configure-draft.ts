/**
 * The draft of a configuration for one or several devices: typed texts, attributes by name, and the values that result.
 */
import * as z from 'zod/mini';
import { CATALOGUE, findAttribute, type Attribute } from '../../domain/attributes/catalogue.ts';
import {
  checkAttributeName,
  checkValue,
  type NameFault,
  type ValueFault,
} from '../../domain/attributes/check-value.ts';
import { isSecret, sameValue } from '../../domain/attributes/values.ts';
import { emptyValue, fieldText } from '../../domain/attributes/shown-values.ts';
import { shownValue } from '../../domain/bulk/common.ts';
import { isWholeValue } from '../../domain/storable-text.ts';
import { wholeDraftText } from '../../domain/draft-text.ts';
import { lenientRecord, type Parsed } from '../../domain/schema.ts';
import { type AttributeValues, type CachedDevice, type Json } from '../../domain/device.ts';

/** The values that the backend showed, of one device or of several that are changed together. */
export type Shown = Pick<CachedDevice, 'name' | 'attributes'>;

/** `again`: send the shown value unchanged · `empty`: send an empty value, whatever is shown. */
const SENT_AS_IS = ['again', 'empty'] as const;
export type SentAsIs = (typeof SENT_AS_IS)[number];

export type ConfigureDraft = Parsed<typeof storedConfigureDraft>;

export const EMPTY_DRAFT: ConfigureDraft = { typed: {}, asIs: {}, named: {} };

interface FieldFault {
  readonly reason: ValueFault;
  readonly detail: string;
}

export type DraftCheck = ReturnType<typeof checkDraft>;

/** The value the backend showed; undefined where it showed none. */
export function valueNow(device: Shown | null, name: string): Json | undefined {
  return device === null ? undefined : shownValue(device, name);
}

/** The text of a field: the typed text, otherwise the current value. */
export function textOf(device: Shown | null, draft: ConfigureDraft, name: string): string {
  if (draft.asIs[name] === 'empty') return '';
  return draft.typed[name] ?? fieldText(name, valueNow(device, name));
}

/**
 * Returns the values that differ from what the backend showed, and those that are sent as they are; the old values of the
 * same attributes, as far as they are known; and what is wrong.
 */
export function checkDraft(device: Shown | null, draft: ConfigureDraft) {
  const values: Record<string, Json> = {};
  const before: Record<string, Json> = {};
  const faults: Record<string, FieldFault> = {};
  const take = (name: string, wire: Json): void => {
    values[name] = wire;
    const now = valueNow(device, name);
    if (now !== undefined && now !== null) before[name] = now;
  };
  for (const attribute of CATALOGUE) {
    const asIs = attribute.kind === 'physical' ? sentAsIs(device, draft, attribute) : undefined;
    if (asIs !== undefined) {
      take(attribute.name, asIs);
      continue;
    }
    const text = draft.typed[attribute.name];
    if (text === undefined || attribute.kind !== 'physical' || isUntouched(device, attribute.name, text)) continue;
    const check = checkValue(attribute, text);
    if (!check.ok) faults[attribute.name] = { reason: check.reason, detail: check.detail };
    else if (!sameValue(attribute.name, check.wire, valueNow(device, attribute.name))) take(attribute.name, check.wire);
  }
  for (const [name, text] of Object.entries(draft.named)) {
    const check = checkValue({ shape: { type: 'any' } }, text);
    if (check.ok) take(name, check.wire);
    else faults[name] = { reason: check.reason, detail: check.detail };
  }
  return { values, before, faults };
}

/** True for a field whose text equals the current value again. An empty password counts as unedited. */
function isUntouched(device: Shown | null, name: string, text: string): boolean {
  return text === fieldText(name, valueNow(device, name));
}

/** Returns the draft without typed texts that change nothing. What is stored of them would undo a later change elsewhere. */
export function changedDraft(device: Shown | null, draft: ConfigureDraft): ConfigureDraft {
  const { values, faults } = checkDraft(device, draft);
  const texts = Object.entries(draft.typed);
  const changed = texts.filter(([name]) => Object.hasOwn(values, name) || Object.hasOwn(faults, name));
  return changed.length === texts.length ? draft : { ...draft, typed: Object.fromEntries(changed) };
}

/** True when the shown value can be sent again. A hidden or unknown value cannot. */
export function mayWriteAgain(device: Shown | null, attribute: Attribute): boolean {
  const now = valueNow(device, attribute.name);
  return now !== undefined && now !== null && !attribute.writeOnly && isWholeValue(attribute.name, now);
}

/** True when an empty value can be sent. A password cannot be emptied. */
export function mayBeEmptied(attribute: Attribute): boolean {
  return !attribute.writeOnly;
}

function sentAsIs(device: Shown | null, draft: ConfigureDraft, attribute: Attribute): Json | undefined {
  const choice = Object.hasOwn(draft.asIs, attribute.name) ? draft.asIs[attribute.name] : undefined;
  if (choice === 'empty' && mayBeEmptied(attribute)) return emptyValue(attribute.name);
  return choice === 'again' && mayWriteAgain(device, attribute) ? valueNow(device, attribute.name) : undefined;
}

/** Sets the typed text and removes `asIs` for this attribute. The text of the shown value is no typed text. */
export function withText(device: Shown | null, draft: ConfigureDraft, name: string, text: string): ConfigureDraft {
  const untyped = withAsIs(draft, name, null);
  return isUntouched(device, name, text) ? untyped : { ...untyped, typed: { ...untyped.typed, [name]: text } };
}

/** Sets `asIs` for this attribute and removes its typed text. Null removes both. */
export function withAsIs(draft: ConfigureDraft, name: string, sent: SentAsIs | null): ConfigureDraft {
  const { [name]: _, ...typed } = draft.typed;
  const { [name]: __, ...asIs } = draft.asIs;
  return { ...draft, typed, asIs: sent === null ? asIs : { ...asIs, [name]: sent } };
}

/** Adds an attribute by name, or returns why it cannot be added. `inForm`: the form changes it already. */
export function addNamed(
  draft: ConfigureDraft,
  name: string,
  value: string,
): ConfigureDraft | NameFault | 'taken' | 'inForm' {
  const typed = name.trim();
  const fault = checkAttributeName(typed);
  if (fault !== null) return fault;
  if (Object.hasOwn(draft.named, typed)) return 'taken';
  if (Object.hasOwn(draft.typed, typed) || Object.hasOwn(draft.asIs, typed)) return 'inForm';
  return { ...draft, named: { ...draft.named, [typed]: value } };
}

/**
 * A draft that requests `values` again, starting from a pending configuration. Hidden and shortened values are left
 * out.
 */
export function draftOf(device: Shown | null, values: AttributeValues): ConfigureDraft {
  const typed: Record<string, string> = {};
  const asIs: Record<string, SentAsIs> = {};
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!isWholeValue(name, value)) continue;
    const attribute = findAttribute(name);
    const text = fieldText(name, value);
    if (attribute?.kind === 'physical') {
      if (text === '') asIs[name] = 'empty';
      else if (mayWriteAgain(device, attribute) && sameValue(name, value, valueNow(device, name))) asIs[name] = 'again';
      else typed[name] = text;
    } else if (checkAttributeName(name) === null) named[name] = text;
  }
  return { typed, asIs, named };
}

const storedTexts = z.pipe(
  lenientRecord(wholeDraftText),
  z.transform((texts) => Object.fromEntries(Object.entries(texts).filter(([name]) => !isSecret(name)))),
);
/** The part of a draft that is stored: everything except secrets. */
export const storedConfigureDraft = z.object({
  /** Attribute -> text of its field. Holds only fields that were edited. */
  typed: storedTexts,
  /** Attribute -> how it is sent although its field holds nothing new. Takes precedence over typed text. */
  asIs: lenientRecord(z.enum(SENT_AS_IS)),
  /** Attributes by name. They are sent as typed. */
  named: storedTexts,
});
