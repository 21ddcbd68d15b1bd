/** Packets of one beacon carry tokens that only go up: writing a newer one kills the older ones (product.md). */
import type { CarriedPackage } from '../carried-package.ts';

/** The carried package of the same beacon that writing `candidate` would kill, the oldest first; null when there is none. */
export function killedBy(candidate: CarriedPackage, ofDevice: readonly CarriedPackage[]): CarriedPackage | null {
  const { token } = candidate;
  if (token === null) return null;
  const older = ofDevice.filter(
    (other) =>
      other.id !== candidate.id &&
      other.uniqueId === candidate.uniqueId &&
      other.state === 'carried' &&
      other.token !== null &&
      other.token < token,
  );
  return older.sort((a, b) => a.token! - b.token!)[0] ?? null;
}
