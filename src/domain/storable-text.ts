/**
 * Limits what a phone stores of a device: texts of any length come over the wire, and one of millions of characters
 * would block the whole list.
 */
import { HIDDEN_VALUE, isSecret, withoutSecrets } from './attributes/values.ts';
import type { AttributeValues, Device, Json } from './device.ts';
import { CUT_MARK, MAX_CHARACTERS, characterBudget, storableValue } from './telemetry/storable-value.ts';

/** Maximum number of characters of one text of a device, longer than anything a person writes. */
export const MAX_TEXT = 10_000;
/** Maximum number of characters of an ID; a shortened ID would be another one. */
export const MAX_ID = 500;
const MAX_TAGS = 100;
const MAX_TAG = 500;
const MARK = ' … left out: too long';
const TEXTS = ['name', 'alias', 'notes', 'model', 'mac', 'access', 'firmware'] as const;

export function storableText(text: string, most = MAX_TEXT): string {
  // A stored text may already end with the mark.
  if (text.length <= most + MARK.length) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}${MARK}`;
}

/** True for a shortened text, which must not be sent back in place of the whole. */
export function isCutText(text: string): boolean {
  return text.endsWith(MARK);
}

/** Returns the device as a phone may store it: texts shortened with a mark, secrets hidden. */
export function storableDevice<D extends Device>(device: D): D {
  const texts = Object.fromEntries(
    TEXTS.map((name) => [name, device[name] === null ? null : storableText(device[name])]),
  ) as Pick<Device, (typeof TEXTS)[number]>;
  const tags = device.tags.slice(0, MAX_TAGS).map((tag) => storableText(tag, MAX_TAG));
  return {
    ...device,
    ...texts,
    tags,
    attributes: storableValues(device.attributes),
    pending: device.pending === null ? null : storableValues(device.pending),
  };
}

/** True for a value as the backend has it. A value with a hidden secret or a shortened part must not be sent back. */
export function isWholeValue(name: string, value: Json): boolean {
  const text = JSON.stringify(value);
  return !isSecret(name) && ![HIDDEN_VALUE, CUT_MARK, MARK].some((mark) => text.includes(mark));
}

/** True when a stored row is longer than this version would store it. */
export function isOversized(device: Device): boolean {
  const { tags, attributes, pending } = device;
  return (
    TEXTS.some((name) => (device[name]?.length ?? 0) > MAX_TEXT + MARK.length) ||
    tags.length > MAX_TAGS ||
    hasLongValue(attributes) ||
    (pending !== null && hasLongValue(pending))
  );
}

function hasLongValue(values: AttributeValues): boolean {
  return Object.values(values).some(
    (value) => (typeof value === 'string' || Array.isArray(value)) && value.length > MAX_CHARACTERS,
  );
}

/** All attributes share one limit, so that many of them stay as small as one. */
export function storableValues(values: AttributeValues): AttributeValues {
  const limited = storableValue(withoutSecrets(values), characterBudget());
  return limited.value as AttributeValues;
}
