/**
 * What a read of the backend proves about a receipt: applied, still pending, replaced by a newer change, or nothing.
 */
import { comparableNames, sameValue, HIDDEN_VALUE } from '../attributes/values.ts';
import { findAttribute } from '../attributes/catalogue.ts';
import type { AttributeValues, Device } from '../device.ts';

/**
 * `ours`: exactly the values of this receipt's package are pending · `merged`: those and more, so the package was not
 * applied and is now part of a newer change · `other`: a newer change without them · `unknown`: the package's values
 * are not known.
 */
export type PendingMatch = 'ours' | 'merged' | 'other' | 'unknown';

export function matchPending(pending: AttributeValues, ours: AttributeValues): PendingMatch {
  if (Object.keys(ours).length === 0) return 'unknown';
  const names = comparableNames(ours);
  if (!names.every((name) => sameValue(name, pending[name], ours[name]))) return 'other';
  // Attributes outside the catalogue may be internal to the backend and prove nothing.
  const others = comparableNames(pending).filter((name) => !(name in ours) && findAttribute(name)?.kind === 'physical');
  return others.every((name) => isUnset(pending[name])) ? 'ours' : 'merged';
}

/** True when the device's record shows every written value. False also when it shows too little to tell. */
export function showsValues(shown: AttributeValues, ours: AttributeValues): boolean {
  const names = comparableNames(ours);
  return names.length > 0 && names.every((name) => isShown(name, shown) && sameValue(name, shown[name], ours[name]));
}

/** True when an earlier record already showed these values; null when it showed too little to tell. */
export function showedValues(shown: AttributeValues, ours: AttributeValues): boolean | null {
  const names = comparableNames(ours).filter((name) => isShown(name, shown));
  if (names.some((name) => !sameValue(name, shown[name], ours[name]))) return false;
  return showsValues(shown, ours) ? true : null;
}

/** Returns the writable values in a device's record. */
export function valuesOf({ attributes, name }: Partial<Pick<Device, 'attributes' | 'name'>>): AttributeValues {
  return { ...attributes, ...(name == null ? {} : { name }) };
}

function isShown(name: string, shown: AttributeValues): boolean {
  // An absent value does not prove an empty one: a record may contain nothing but its ID.
  return name in shown && shown[name] !== HIDDEN_VALUE;
}

function isUnset(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
