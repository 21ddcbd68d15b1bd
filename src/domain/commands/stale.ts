/** Which stored packets a later write has made useless: a beacon accepts only increasing tokens (field-facts.md 1). */
import type { CarriedPackage } from '../carried-package.ts';
import { errandOf } from '../errand.ts';
import { hasNewer } from './same-command.ts';
import type { Run } from '../run.ts';

/** Stored packages that their beacon will refuse, because it has accepted a packet with the same or a newer token. */
export function stalePackages(packages: readonly CarriedPackage[], runs: readonly Run[]): CarriedPackage[] {
  return packages.filter((row) => row.state === 'carried' && isOutlived(row, runs));
}

/**
 * Packages that became useless untried and have no newer replacement. They are still needed, so they are fetched again
 * when there is a network. A person decides about a refused package, and spare packets come with the next
 * configuration.
 */
export function packagesToRenew(packages: readonly CarriedPackage[], runs: readonly Run[]): CarriedPackage[] {
  return packages.filter((row) => {
    if (row.state !== 'dead' || !errandOf(row).isAskedFor || !isOutlived(row, runs)) return false;
    if (runs.some((run) => run.packageId === row.id)) return false;
    return !hasNewer(row, packages);
  });
}

/** True when the beacon is known to have accepted a packet with the same or a newer token. */
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

/**
 * True when a beacon has accepted this run's packet. One that refused it or did not answer may have been picked by
 * mistake.
 */
function wasTaken({ outcome }: Run): boolean {
  return outcome?.kind === 'receipt' || outcome?.kind === 'receiptLost' || outcome?.kind === 'commandSent';
}
