/** Attribute values as people read and type them. */
import type { Json } from '../device.ts';
import { findAttribute, TX_POWER_DBM, type AttributeUnit } from './catalogue.ts';
import { decodeUrl } from './eddystone-url.ts';
import { HIDDEN_VALUE, isSecret, itemsOf } from './values.ts';

/** For display. The words are in the strings. */
type DisplayValue =
  | { readonly kind: 'unset' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'truth'; readonly on: boolean }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** `dBm` is set for a level of txPower. */
  | { readonly kind: 'text'; readonly text: string; readonly unit: AttributeUnit | null; readonly dBm: number | null };

export function displayValue(name: string, value: Json | undefined): DisplayValue {
  const attribute = findAttribute(name);
  if (value === undefined || value === null || value === '') return { kind: 'unset' };
  if (isSecret(name) || value === HIDDEN_VALUE) return { kind: 'hidden' };
  if (typeof value === 'boolean') return { kind: 'truth', on: value };
  if (attribute?.shape.type === 'truth' && (value === 'true' || value === 'false'))
    return { kind: 'truth', on: value === 'true' };
  if (Array.isArray(value) || attribute?.shape.type === 'list' || attribute?.shape.type === 'tags')
    return { kind: 'list', items: itemsOf(value) };
  const shape = attribute?.shape;
  // A row stored by an earlier version may hold the encoded form.
  if (shape?.type === 'url' && typeof value === 'string')
    return { kind: 'text', text: decodeUrl(value) ?? value, unit: null, dBm: null };
  const unit = shape?.type === 'whole' || shape?.type === 'choice' ? shape.unit : null;
  const dBm = shape?.type === 'power' ? (TX_POWER_DBM[Number(value)] ?? null) : null;
  return { kind: 'text', text: typeof value === 'object' ? JSON.stringify(value) : String(value), unit, dBm };
}

/** The text of a form field; the reverse of `checkValue`. */
export function fieldText(name: string, value: Json | undefined): string {
  const shown = displayValue(name, value);
  switch (shown.kind) {
    case 'text':
      return shown.text;
    case 'list':
      return shown.items.join(',');
    case 'truth':
      return String(shown.on);
    default:
      return '';
  }
}

/** The value that empties an attribute: an empty list or an empty text (interface.md 4.4). */
export function emptyValue(name: string): Json {
  return findAttribute(name)?.shape.type === 'list' ? [] : '';
}
