/** Whether the backend has overtaken a package: somebody has prepared something else, or more, for the same beacon since it was fetched. */
import { findAttribute } from '../attributes/catalogue.ts';
import { comparableNames } from '../attributes/values.ts';
import { isWithin } from '../bulk/needs-package.ts';
import type { CarriedPackage } from '../carried-package.ts';
import type { AttributeValues, CachedDevice } from '../device.ts';

/** Where the backend says of nothing that it is pending, nothing is concluded: it need not say it. Nor is it of values that it never shows. */
export function isOvertaken(
  { values, fetchedAtMs, preparedAtMs }: CarriedPackage,
  { pending, readAtMs }: Pick<CachedDevice, 'pending' | 'readAtMs'>,
): boolean {
  if (pending === null || readAtMs <= (fetchedAtMs ?? preparedAtMs)) return false;
  // What is no attribute of a beacon may be the backend's own book-keeping.
  const physical = comparableNames(pending).filter((name) => findAttribute(name)?.kind === 'physical');
  return (
    !isWithin(only(values, comparableNames(values)), pending) || physical.some((name) => !Object.hasOwn(values, name))
  );
}

function only(values: AttributeValues, names: readonly string[]): AttributeValues {
  return Object.fromEntries(names.map((name) => [name, values[name]!]));
}
