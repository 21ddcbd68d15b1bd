/** Which packages are for the same thing: a newer one takes the place of an older one. */
import type { CarriedPackage } from '../carried-package.ts';

/** Another package for the same wish is open, or was prepared later: this one's time is over. */
export function hasNewer(row: CarriedPackage, packages: readonly CarriedPackage[]): boolean {
  return packages.some((other) => other.id !== row.id && isSameWish(row, other) && isLater(other, row));
}

/** Of the same device and of the same sort: two configurations always, two commands of one name unless their `spare` differs. */
export function isSameWish(one: CarriedPackage, other: CarriedPackage): boolean {
  return (
    one.uniqueId === other.uniqueId &&
    one.kind === other.kind &&
    (one.command ?? null) === (other.command ?? null) &&
    one.spare === other.spare
  );
}

function isLater(one: CarriedPackage, other: CarriedPackage): boolean {
  return one.state === 'carried' || one.state === 'prepared' || one.preparedAtMs > other.preparedAtMs;
}
