/** Beacons that are worked through together: which series they form, and which one is next. */
import { allErrandsOf, NO_ROWS, type BeaconRows, type BeaconTable } from './beacon-table.ts';
import { errandOf } from './errand.ts';
import { endsOfPackages } from './provisioning/earlier-runs.ts';
import { isUnfinished, receiptIdOf } from './run.ts';

/** A fetched package, from fetching it to the end of the run that wrote it. */
interface Member {
  readonly uniqueId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly isWritten: boolean;
  readonly isVerified: boolean;
}

/**
 * Returns the series of this beacon, whose packages were on this phone at the same time; with null the last series. Null
 * for a single beacon.
 */
export function seriesOf({ stored }: BeaconTable, uniqueId: string | null) {
  const members = [...stored]
    .flatMap(([id, { rows }]) => membersOf(id, rows))
    .sort((one, other) => one.fromMs - other.fromMs);
  let series: Member[] = [];
  let wanted: Member[] = [];
  let openUntilMs = -Infinity;
  for (const member of members) {
    // A package that was fetched after all earlier ones were written begins a new series.
    if (member.fromMs > openUntilMs) series = [];
    series.push(member);
    openUntilMs = Math.max(openUntilMs, member.toMs);
    if (uniqueId === null || member.uniqueId === uniqueId || wanted === series) wanted = series;
  }
  const beacons = countBeacons(wanted);
  if (beacons < 2) return null;
  return {
    beacons,
    /** Number of beacons whose response is stored or delivered. */
    written: countBeacons(wanted.filter(({ isWritten }) => isWritten)),
    verified: countBeacons(wanted.filter(({ isVerified }) => isVerified)),
  };
}

function countBeacons(members: readonly Member[]): number {
  return new Set(members.map(({ uniqueId }) => uniqueId)).size;
}

function membersOf(uniqueId: string, { packages, runs, receipts }: BeaconRows): Member[] {
  const ends = endsOfPackages(runs);
  return packages.flatMap(({ id, state, fetchedAtMs }) => {
    if ((state !== 'carried' && state !== 'used') || fetchedAtMs === null) return [];
    const end = state === 'carried' ? null : (ends.get(id) ?? null);
    const isWritten = end?.outcome?.kind === 'receipt';
    return {
      uniqueId,
      fromMs: fetchedAtMs,
      toMs: state === 'carried' ? Infinity : (end?.endedAtMs ?? fetchedAtMs),
      isWritten,
      isVerified: isWritten && receipts.some((row) => row.id === receiptIdOf(end) && row.state === 'verified'),
    };
  });
}

/** Returns the beacon of the next package that can be written, in the order of preparing; after the last, the first. */
export function nextCarried({ stored }: BeaconTable, uniqueId: string): string | null {
  const { packages } = allErrandsOf(stored.get(uniqueId)?.rows ?? NO_ROWS);
  const prepared = packages.filter((row) => errandOf(row).isAskedFor);
  const hereMs = Math.max(0, ...prepared.map(({ preparedAtMs }) => preparedAtMs));
  const others = [...stored]
    .filter(([id, { rows }]) => id !== uniqueId && !rows.runs.some(isUnfinished))
    .flatMap(([, { rows }]) => rows.packages.filter(({ state }) => state === 'carried'))
    .sort((one, other) => one.preparedAtMs - other.preparedAtMs);
  return (others.find(({ preparedAtMs }) => preparedAtMs >= hereMs) ?? others[0])?.uniqueId ?? null;
}
