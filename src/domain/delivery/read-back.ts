/** What a read of the backend proves about a receipt: applied, still pending, replaced by a newer change, or nothing. */
import { comparableNames, sameValue, HIDDEN_VALUE } from '../attributes/values.ts';
import { findAttribute } from '../attributes/catalogue.ts';
import type { AttributeValues, Device } from '../device.ts';

/**
 * `ours`: what is pending is what this receipt's package was to set · `merged`: that and more, so ours was not applied and
 * has gone into a newer change · `other`: a newer change without ours · `unknown`: nobody knows what the package was to set.
 */
export type PendingMatch = 'ours' | 'merged' | 'other' | 'unknown';

export function matchPending(pending: AttributeValues, ours: AttributeValues): PendingMatch {
  if (Object.keys(ours).length === 0) return 'unknown';
  const names = comparableNames(ours);
  if (!names.every((name) => sameValue(name, pending[name], ours[name]))) return 'other';
  // Attributes the catalogue does not know may be book-keeping of the backend: they prove nothing.
  const others = comparableNames(pending).filter((name) => !(name in ours) && findAttribute(name)?.kind === 'physical');
  return others.every((name) => isUnset(pending[name])) ? 'ours' : 'merged';
}

/** Whether the device's record shows every value that was written; false also where it shows too little to tell. */
export function showsValues(shown: AttributeValues, ours: AttributeValues): boolean {
  const names = comparableNames(ours);
  return names.length > 0 && names.every((name) => isShown(name, shown) && sameValue(name, shown[name], ours[name]));
}

/** Whether a record read earlier showed these values already; null where it showed too little to tell. */
export function showedValues(shown: AttributeValues, ours: AttributeValues): boolean | null {
  const names = comparableNames(ours).filter((name) => isShown(name, shown));
  if (names.some((name) => !sameValue(name, shown[name], ours[name]))) return false;
  return showsValues(shown, ours) ? true : null;
}

/** What a device's record shows of what can be written. */
export function valuesOf({ attributes, name }: Partial<Pick<Device, 'attributes' | 'name'>>): AttributeValues {
  return { ...attributes, ...(name == null ? {} : { name }) };
}

function isShown(name: string, shown: AttributeValues): boolean {
  // An absent value is no proof of an empty one: a record may carry nothing but its id.
  return name in shown && shown[name] !== HIDDEN_VALUE;
}

function isUnset(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
