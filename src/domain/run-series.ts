/** A series of beacons that are worked through together: their packages were on this phone at the same time. */
import type { CarriedPackage } from './carried-package.ts';
import { endsOfPackages } from './provisioning/earlier-runs.ts';
import { errandOf } from './errand.ts';
import { receiptIdOf, type Run } from './run.ts';
import type { Receipt } from './receipt.ts';

export interface RunSeries {
  readonly beacons: number;
  /** Number of beacons whose response is stored or delivered. */
  readonly written: number;
  readonly verified: number;
}

interface SeriesRows {
  readonly packages: readonly CarriedPackage[];
  readonly runs: readonly Run[];
  readonly receipts: readonly Pick<Receipt, 'id' | 'state'>[];
}

/** Returns the series of this beacon; with null the last series. Null for a single beacon. */
export function seriesOf({ packages, runs, receipts }: SeriesRows, uniqueId: string | null): RunSeries | null {
  const states = new Map(receipts.map(({ id, state }) => [id, state]));
  const ends = endsOfPackages(runs);
  const rows = packages
    .filter(
      (row) =>
        (row.state === 'carried' || row.state === 'used') && errandOf(row).configures && row.fetchedAtMs !== null,
    )
    .map((row) => {
      const end = row.state === 'carried' ? null : (ends.get(row.id) ?? null);
      const hasAnswer = end?.outcome?.kind === 'receipt';
      return {
        uniqueId: row.uniqueId,
        fromMs: row.fetchedAtMs ?? 0,
        toMs: row.state === 'carried' ? Infinity : (end?.endedAtMs ?? row.fetchedAtMs ?? 0),
        isWritten: hasAnswer,
        isVerified: hasAnswer && states.get(receiptIdOf(end)) === 'verified',
      };
    })
    .sort((one, other) => one.fromMs - other.fromMs);
  let series: (typeof rows)[number][] = [];
  let wanted: typeof series = [];
  let openUntilMs = -Infinity;
  for (const row of rows) {
    // A package that was fetched after all earlier ones were written begins a new series.
    if (row.fromMs > openUntilMs) series = [];
    series.push(row);
    openUntilMs = Math.max(openUntilMs, row.toMs);
    if (uniqueId === null || row.uniqueId === uniqueId || wanted === series) wanted = series;
  }
  const beacons = new Set(wanted.map((row) => row.uniqueId)).size;
  if (beacons < 2) return null;
  const count = (is: (row: (typeof rows)[number]) => boolean): number =>
    new Set(wanted.filter(is).map((row) => row.uniqueId)).size;
  return { beacons, written: count(({ isWritten }) => isWritten), verified: count(({ isVerified }) => isVerified) };
}
