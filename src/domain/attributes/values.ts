/** Values of attributes: when two are the same, and what of them a phone may keep. */
import type { AttributeValues, Json } from '../device.ts';
import { findAttribute } from './catalogue.ts';
import { decodeUrl } from './eddystone-url.ts';

/** Stands in a row for a value that must not be kept, so that "it was set" is still known. */
export const HIDDEN_VALUE = '\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022';

/** Alike as the wire spells them in different calls: "5" and 5, "A,B" and ["B","A"], hexadecimal in either case. */
export function sameValue(name: string, one: Json | undefined, other: Json | undefined): boolean {
  return canonical(name, one) === canonical(name, other);
}

/** Whether two sets of values hold the same attributes with the same values, write-only and unset ones left out. */
export function sameValues(one: AttributeValues, other: AttributeValues): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(isComparable).every((name) => sameValue(name, one[name], other[name]));
}

/** The names of `values` that a later reading can confirm. */
export function comparableNames(values: AttributeValues): string[] {
  return Object.keys(values).filter((name) => isComparable(name) && values[name] !== HIDDEN_VALUE);
}

/** The same values with the secret ones hidden, those inside of lists and objects too; what rows, exports and screens hold. */
export function withoutSecrets(values: AttributeValues): AttributeValues {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, isComparable(name) ? withoutInner(value, MOST_LEVELS) : HIDDEN_VALUE] as const,
  );
  return Object.fromEntries(entries);
}

/** The same values without those that are secret or hold something secret: what a plan may keep. */
export function withoutSecretEntries(values: AttributeValues): AttributeValues {
  const kept = withoutSecrets(values);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => kept[name] === value));
}

/** Whether a value under this name is never shown and never kept: the catalogue says so, or nobody knows the name and it looks like a secret's. */
export function isSecret(name: string): boolean {
  return findAttribute(name)?.writeOnly ?? seemsSecret(name);
}

/** Words that are secrets wherever they stand in a name, and words that are some only as a whole: no monkey is a key. */
const SECRET_PARTS = /passw|passphrase|passcode|secret|credential|apikey|privatekey|authkey/;
const SECRET_WORDS = new Set(['pass', 'pwd', 'key', 'keys', 'token', 'tokens', 'pin', 'pins', 'psk']);
const MOST_LEVELS = 32;

function seemsSecret(name: string): boolean {
  if (SECRET_PARTS.test(name.toLowerCase().replace(/[^a-z]/g, ''))) return true;
  return name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .some((word) => SECRET_WORDS.has(word.toLowerCase()));
}

/** The value itself where nothing in it is secret. */
function withoutInner(value: Json, levels: number): Json {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => withoutInner(item, levels - 1));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  const hidden = entries.map(
    ([name, inner]) => [name, seemsSecret(name) ? HIDDEN_VALUE : withoutInner(inner, levels - 1)] as const,
  );
  return hidden.every(([, inner], at) => inner === entries[at]![1]) ? value : Object.fromEntries(hidden);
}

function isComparable(name: string): boolean {
  return !isSecret(name);
}

export function itemsOf(value: Json): string[] {
  const items = Array.isArray(value) ? value : String(value).split(',');
  return items
    .map((item) => (typeof item === 'string' ? item.trim() : JSON.stringify(item)))
    .filter((item) => item !== '');
}

function canonical(name: string, value: Json | undefined): string {
  const type = findAttribute(name)?.shape.type;
  // No list and an empty list are one: both mean "off".
  if (type === 'list' || type === 'tags' || Array.isArray(value))
    return itemsOf(value ?? '')
      .sort()
      .join(',');
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value).trim();
  if (type === 'url') return decodeUrl(text) ?? text;
  if (type === 'hex' || type === 'uuid' || type === 'truth') return text.toLowerCase();
  // An unknown attribute that is a list in one spelling and joined in the other.
  if (type === undefined && text.includes(',')) return itemsOf(text).sort().join(',');
  return /^[+-]?\d+(\.\d+)?$/.test(text) && isNumeric(type) ? String(Number(text)) : text;
}

function isNumeric(type: string | undefined): boolean {
  return type === undefined || type === 'whole' || type === 'power' || type === 'choice';
}
