/** Which carried packets a later write has killed: a beacon takes only tokens that go up (field-facts.md 1). */
import type { CarriedPackage } from '../carried-package.ts';
import { isSpare } from './of-command.ts';
import { hasNewer } from './same-wish.ts';
import type { Run } from '../run.ts';

/** Carried packages that their beacon will refuse, because a packet with the same or a newer token is known to have been taken. */
export function stalePackages(packages: readonly CarriedPackage[], runs: readonly Run[]): CarriedPackage[] {
  return packages.filter((row) => row.state === 'carried' && isOutlived(row, runs));
}

/**
 * Packages that died without ever having been tried, and of which nothing newer is here: the same thing is still wanted,
 * so it is fetched again when there is a network. A package that was tried and refused is a person's to decide, and a spare one comes
 * with the next configuration.
 */
export function packagesToRenew(packages: readonly CarriedPackage[], runs: readonly Run[]): CarriedPackage[] {
  return packages.filter((row) => {
    if (row.state !== 'dead' || isSpare(row) || !isOutlived(row, runs)) return false;
    if (runs.some((run) => run.packageId === row.id)) return false;
    return !hasNewer(row, packages);
  });
}

/** A packet with the same or a newer token is known to have been taken by its beacon. */
export function isOutlived(row: CarriedPackage, runs: readonly Run[]): boolean {
  const { token } = row;
  if (token === null) return false;
  return runs.some(
    (run) =>
      run.uniqueId === row.uniqueId &&
      run.packageId !== row.id &&
      run.packageToken !== null &&
      run.packageToken >= token &&
      wasTaken(run),
  );
}

/** A beacon has taken the packet of this run. One that refused it, or gave no answer, may have been picked by mistake. */
function wasTaken({ outcome }: Run): boolean {
  return outcome?.kind === 'receipt' || outcome?.kind === 'receiptLost' || outcome?.kind === 'commandSent';
}
