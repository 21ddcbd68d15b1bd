/** Packets of one beacon carry tokens that only go up: writing a newer one kills the older ones (product.md "Tokens that only go up"). */
import type { CarriedPackage } from '../carried-package.ts';
import { isSpare } from '../commands/of-command.ts';

/** The carried packages of the same beacon that writing `candidate` would kill, the oldest first. Spare ones are no loss and not among them. */
export function killedBy(candidate: CarriedPackage, packages: readonly CarriedPackage[]): CarriedPackage[] {
  const { token } = candidate;
  if (token === null) return [];
  return packages
    .filter(
      (other) =>
        other.id !== candidate.id &&
        other.uniqueId === candidate.uniqueId &&
        other.state === 'carried' &&
        !isSpare(other) &&
        other.token !== null &&
        other.token < token,
    )
    .sort((a, b) => a.token! - b.token!);
}
