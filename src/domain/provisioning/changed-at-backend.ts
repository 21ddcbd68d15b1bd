/** Detects what others have done to a beacon: prepared something else, or more, or written it. */
import { findAttribute } from '../attributes/catalogue.ts';
import { comparableNames, sameValue } from '../attributes/values.ts';
import { shownValue } from '../bulk/common.ts';
import { isWithin } from '../bulk/needs-package.ts';
import type { CarriedPackage } from '../carried-package.ts';
import type { AttributeValues, CachedDevice } from '../device.ts';

/**
 * True when the backend's pending values differ from the package's. An empty list proves nothing, because the backend
 * need not list pending values; hidden values prove nothing either.
 */
export function isOvertaken(carried: CarriedPackage, device: Pick<CachedDevice, 'pending' | 'readAtMs'>): boolean {
  const { pending } = device;
  if (pending === null || !isReadSince(carried, device)) return false;
  const { values } = carried;
  return (
    !isWithin(only(values, comparableNames(values)), pending) ||
    physicalNames(pending).some((name) => !Object.hasOwn(values, name))
  );
}

/**
 * True when nothing is pending any more, and the device shows another value than when the package was prepared: the
 * planned one or a third.
 */
export function isWrittenSince(carried: CarriedPackage, device: CachedDevice): boolean {
  if (device.pending !== null || !isReadSince(carried, device)) return false;
  const { before } = carried;
  return comparableNames(before).some((name) => {
    const now = shownValue(device, name);
    return now !== undefined && now !== null && !sameValue(name, now, before[name]);
  });
}

/** True when a pending value is in none of these. */
export function isForeign(pending: AttributeValues, own: readonly AttributeValues[]): boolean {
  return physicalNames(pending).some(
    (name) => !own.some((values) => Object.hasOwn(values, name) && sameValue(name, values[name], pending[name])),
  );
}

function isReadSince(
  { fetchedAtMs, preparedAtMs }: CarriedPackage,
  { readAtMs }: Pick<CachedDevice, 'readAtMs'>,
): boolean {
  return readAtMs > (fetchedAtMs ?? preparedAtMs);
}

/** Names that are not beacon attributes may be internal to the backend. */
function physicalNames(values: AttributeValues): string[] {
  return comparableNames(values).filter((name) => findAttribute(name)?.kind === 'physical');
}

function only(values: AttributeValues, names: readonly string[]): AttributeValues {
  return Object.fromEntries(names.map((name) => [name, values[name]!]));
}
