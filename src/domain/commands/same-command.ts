/** Which packages serve the same purpose, so that a newer one replaces an older one. */
import type { CarriedPackage } from '../carried-package.ts';

/** True when another package for the same purpose is open or was prepared later. */
export function hasNewer(row: CarriedPackage, packages: readonly CarriedPackage[]): boolean {
  return packages.some((other) => other.id !== row.id && isSameCommand(row, other) && isLater(other, row));
}

/** True for the same device and kind: any two configurations, or two commands of one name with the same `spare`. */
export function isSameCommand(one: CarriedPackage, other: CarriedPackage): boolean {
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
