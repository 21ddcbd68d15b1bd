/**
 * Tokens of one beacon only increase, so writing a newer packet invalidates the older ones (product.md "Tokens that
 * only go up").
 */
import type { CarriedPackage } from '../carried-package.ts';
import { errandOf } from '../errand.ts';

/**
 * Returns the carried packages of the same beacon that writing `candidate` would invalidate, oldest first. Spare
 * packets and readings are left out, because they are no loss.
 */
export function killedBy(candidate: CarriedPackage, packages: readonly CarriedPackage[]): CarriedPackage[] {
  const { token } = candidate;
  if (token === null) return [];
  return packages
    .filter(
      (other) =>
        other.id !== candidate.id &&
        other.uniqueId === candidate.uniqueId &&
        other.state === 'carried' &&
        errandOf(other).isWork &&
        other.token !== null &&
        other.token < token,
    )
    .sort((a, b) => a.token! - b.token!);
}
