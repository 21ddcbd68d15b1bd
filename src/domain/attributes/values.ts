/** Compares attribute values, and removes those that a phone must not store. */
import type { AttributeValues, Json } from '../device.ts';
import { findAttribute } from './catalogue.ts';
import { decodeUrl } from './eddystone-url.ts';

/** Replaces a value that must not be stored, so that it is still known to be set. */
export const HIDDEN_VALUE = '\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022';

/**
 * True for values that different calls spell differently: "5" and 5, "A,B" and ["B","A"], hexadecimal in either case.
 */
export function sameValue(name: string, one: Json | undefined, other: Json | undefined): boolean {
  return canonical(name, one) === canonical(name, other);
}

/** True when both hold the same attributes with the same values, except write-only and unset ones. */
export function sameValues(one: AttributeValues, other: AttributeValues): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isSecret(name)).every((name) => sameValue(name, one[name], other[name]));
}

/** The names in `values` that a later reading can confirm. */
export function comparableNames(values: AttributeValues): string[] {
  return Object.keys(values).filter((name) => !isSecret(name) && values[name] !== HIDDEN_VALUE);
}

/** Returns the values that a beacon stores; the rest may be internal to the backend. */
export function physicalValuesIn(values: AttributeValues): AttributeValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => findAttribute(name)?.kind === 'physical'));
}

/**
 * The values with secrets masked, also inside lists and objects; the same object when it contains none. Rows, exports and
 * screens use it.
 */
export function withoutSecrets(values: AttributeValues): AttributeValues {
  return masked(values, isSecret, MAX_LEVELS);
}

/** The values without those that are or contain secrets, for plans. */
export function withoutSecretEntries(values: AttributeValues): AttributeValues {
  const safe = withoutSecrets(values);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => safe[name] === value));
}

/**
 * True when a value of this name is never shown or stored: write-only in the catalogue, or an unknown name that looks
 * like a secret's.
 */
export function isSecret(name: string): boolean {
  return findAttribute(name)?.writeOnly ?? seemsSecret(name);
}

/** Words that mean a secret anywhere in a name, and words that do so only as a whole ("monkey" is not a key). */
const SECRET_PARTS = /passw|passphrase|passcode|secret|credential|apikey|privatekey|authkey/;
const SECRET_WORDS = new Set(['pass', 'pwd', 'key', 'keys', 'token', 'tokens', 'pin', 'pins', 'psk']);
const MAX_LEVELS = 32;

/** Thousands of devices have the same few names: judging them anew took an eighth of the time to read a list. */
const judged = new Map<string, boolean>();
/** More names, or longer ones, than a backend has are made up, and are not kept. */
const MAX_JUDGED = { names: 10_000, characters: 200 };

function seemsSecret(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecretName = SECRET_PARTS.test(name.toLowerCase().replace(/[^a-z]/g, '')) || hasSecretWord(name);
  if (judged.size < MAX_JUDGED.names && name.length <= MAX_JUDGED.characters) judged.set(name, isSecretName);
  return isSecretName;
}

function hasSecretWord(name: string): boolean {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .some((word) => SECRET_WORDS.has(word.toLowerCase()));
}

/** Returns the same value when it contains no secret. */
function withoutInner(value: Json, levels: number): Json {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (!Array.isArray(value)) return masked(value as AttributeValues, seemsSecret, levels - 1);
  const items = (value as readonly Json[]).map((item) => withoutInner(item, levels - 1));
  return items.every((item, at) => item === value[at]) ? value : items;
}

function masked(values: AttributeValues, isHidden: (name: string) => boolean, levels: number): AttributeValues {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, isHidden(name) ? HIDDEN_VALUE : withoutInner(value, levels)] as const,
  );
  return entries.every(([name, value]) => value === values[name]) ? values : Object.fromEntries(entries);
}

export function itemsOf(value: Json): string[] {
  const items = Array.isArray(value) ? value : String(value).split(',');
  return items
    .map((item) => (typeof item === 'string' ? item.trim() : JSON.stringify(item)))
    .filter((item) => item !== '');
}

function canonical(name: string, value: Json | undefined): string {
  const type = findAttribute(name)?.shape.type;
  // No list and an empty list are equal: both mean "off".
  if (type === 'list' || type === 'tags' || Array.isArray(value))
    return itemsOf(value ?? '')
      .sort()
      .join(',');
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value).trim();
  if (type === 'url') return decodeUrl(text) ?? text;
  if (type === 'hex' || type === 'uuid' || type === 'truth') return text.toLowerCase();
  // An unknown attribute that is a list in one call and a joined text in another.
  if (type === undefined && text.includes(',')) return itemsOf(text).sort().join(',');
  return /^[+-]?\d+(\.\d+)?$/.test(text) && isNumeric(type) ? String(Number(text)) : text;
}

function isNumeric(type: string | undefined): boolean {
  return type === undefined || type === 'whole' || type === 'power' || type === 'choice';
}
