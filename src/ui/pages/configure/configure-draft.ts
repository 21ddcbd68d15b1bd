/** What a person changes on the configure page: typed texts, attributes by name, and what of it is sent. */
import { CATALOGUE, findAttribute, type Attribute } from '../../../domain/attributes/catalogue.ts';
import { checkAttributeName, checkValue, type NameFault, type ValueFault } from '../../../domain/attributes/check-value.ts';
import { fieldText, sameValue } from '../../../domain/attributes/values.ts';
import { isWholeValue } from '../../../domain/kept-text.ts';
import { valueIn, type AttributeValues, type CachedDevice, type Json } from '../../../domain/device.ts';

export interface ConfigureDraft {
  /** Attribute -> text of its field; only fields that were touched. */
  readonly typed: Readonly<Record<string, string>>;
  /** Attributes the catalogue does not know, by name. */
  readonly named: Readonly<Record<string, string>>;
}

export const EMPTY_DRAFT: ConfigureDraft = { typed: {}, named: {} };

export interface FieldFault {
  readonly reason: ValueFault;
  readonly detail: string;
}

export interface DraftCheck {
  /** Only what differs from what the backend showed, as it is sent. */
  readonly values: AttributeValues;
  /** The old values of the same attributes, where they are known. */
  readonly before: AttributeValues;
  readonly faults: Readonly<Record<string, FieldFault>>;
}

/** The value the backend showed; undefined where it showed none. */
export function valueNow(device: CachedDevice | null, name: string): Json | undefined {
  if (device === null) return undefined;
  if (name === 'name') return device.name ?? device.attributes['name'];
  return valueIn(device.attributes, name);
}

/** The text of a field: typed, else what stands there now. */
export function textOf(device: CachedDevice | null, draft: ConfigureDraft, name: string): string {
  return draft.typed[name] ?? fieldText(name, valueNow(device, name));
}

export function checkDraft(device: CachedDevice | null, draft: ConfigureDraft): DraftCheck {
  const values: Record<string, Json> = {};
  const before: Record<string, Json> = {};
  const faults: Record<string, FieldFault> = {};
  const take = (name: string, wire: Json): void => {
    values[name] = wire;
    const now = valueNow(device, name);
    if (now !== undefined && now !== null) before[name] = now;
  };
  for (const attribute of CATALOGUE) {
    const text = draft.typed[attribute.name];
    if (text === undefined || attribute.kind !== 'physical' || isUntouched(device, attribute, text)) continue;
    const check = checkValue(attribute, text);
    if (!check.ok) faults[attribute.name] = { reason: check.reason, detail: check.detail };
    else if (!sameValue(attribute.name, check.wire, valueNow(device, attribute.name))) take(attribute.name, check.wire);
  }
  for (const [name, text] of Object.entries(draft.named)) {
    const check = checkValue({ name, kind: 'physical', group: 'facts', shape: { type: 'any' }, writeOnly: false }, text);
    if (check.ok) take(name, check.wire);
    else faults[name] = { reason: check.reason, detail: check.detail };
  }
  return { values, before, faults };
}

/** A field that was typed in and put back; a password left empty is no password. */
function isUntouched(device: CachedDevice | null, attribute: Attribute, text: string): boolean {
  return text === fieldText(attribute.name, valueNow(device, attribute.name));
}

/** Adds an attribute by name, or says why not. */
export function addNamed(draft: ConfigureDraft, name: string, value: string): ConfigureDraft | NameFault | 'taken' {
  const typed = name.trim();
  const fault = checkAttributeName(typed);
  if (fault !== null) return fault;
  if (Object.hasOwn(draft.named, typed)) return 'taken';
  return { ...draft, named: { ...draft.named, [typed]: value } };
}

/** A draft that asks for `values` again: what the backend holds as waiting, for a person to go on from. What is hidden or cut here is left to the backend. */
export function draftOf(values: AttributeValues): ConfigureDraft {
  const typed: Record<string, string> = {};
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!isWholeValue(name, value)) continue;
    if (findAttribute(name)?.kind === 'physical') typed[name] = fieldText(name, value);
    else if (checkAttributeName(name) === null) named[name] = fieldText(name, value);
  }
  return { typed, named };
}
