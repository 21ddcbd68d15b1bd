/**
 * Detects packages for which the backend has a newer change: somebody prepared something else, or more, for the same
 * beacon.
 */
import { findAttribute } from '../attributes/catalogue.ts';
import { comparableNames } from '../attributes/values.ts';
import { isWithin } from '../bulk/needs-package.ts';
import type { CarriedPackage } from '../carried-package.ts';
import type { AttributeValues, CachedDevice } from '../device.ts';

/**
 * True when the backend's pending values differ from the package's. An empty list proves nothing, because the backend
 * need not list pending values; hidden values prove nothing either.
 */
export function isOvertaken(
  { values, fetchedAtMs, preparedAtMs }: CarriedPackage,
  { pending, readAtMs }: Pick<CachedDevice, 'pending' | 'readAtMs'>,
): boolean {
  if (pending === null || readAtMs <= (fetchedAtMs ?? preparedAtMs)) return false;
  // Names that are not beacon attributes may be internal to the backend.
  const physical = comparableNames(pending).filter((name) => findAttribute(name)?.kind === 'physical');
  return (
    !isWithin(only(values, comparableNames(values)), pending) || physical.some((name) => !Object.hasOwn(values, name))
  );
}

function only(values: AttributeValues, names: readonly string[]): AttributeValues {
  return Object.fromEntries(names.map((name) => [name, values[name]!]));
}
