/** Ends or continues runs according to the stored receipts and packages. Called whenever those change, and when a run ends. */
import { endWith } from '../../domain/provisioning/journal.ts';
import { isLeftBehind, settleRun } from '../../domain/provisioning/settle.ts';
import { mayHaveWritten, receiptIdOf, type Run } from '../../domain/run.ts';
import { runLock } from '../../names.ts';
import type { PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { Clock, Locks } from '../surroundings.ts';

/** `all` may come from memory. A row is read from the disk before it is written. */
interface SettlePorts {
  readonly runs: Pick<RunStore, 'all' | 'get' | 'put' | 'end'>;
  readonly receipts: Pick<ReceiptStore, 'all'>;
  readonly packages: Pick<PackageStore, 'all'>;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * Safe to call at any time and from every window, because a settled run is not settled again. Resolves with the number
 * of changed runs.
 */
export async function settleRuns({ runs, receipts, packages, locks, clock }: SettlePorts): Promise<number> {
  const [allRuns, allReceipts, allPackages] = await Promise.all([runs.all(), receipts.all(), packages.all()]);
  const rows = new Map(allPackages.map((row) => [row.id, row]));
  const receiptsAbout = byKey(allReceipts, ({ id, runId, uniqueId }) => [id, runId, uniqueId]);
  const runsAbout = byKey(allRuns, ({ uniqueId }) => [uniqueId]);
  const settle = (run: Run) =>
    settleRun(run, receiptsAbout([run.id, run.uniqueId, receiptIdOf(run)]), runsAbout([run.uniqueId]), clock.nowMs());
  let changed = 0;
  for (const run of allRuns) {
    const now = settle(run) === null ? null : await runs.get(run.id);
    // Another window may have changed the run since the rows in memory were read.
    const settled = now === null ? null : settle(now);
    if (settled !== null) {
      await (settled.outcome === null ? runs.put(settled) : runs.end(settled, 'used'));
      changed += 1;
    } else if (isLeftBehind(run, rows.get(run.packageId)) && (await leave(run.id))) changed += 1;
  }
  return changed;

  /** Ends the run unless a window holds its lock and may be about to write. */
  async function leave(runId: string): Promise<boolean> {
    const release = await locks.tryAcquire(runLock(runId));
    if (release === null) return false;
    try {
      const run = await runs.get(runId);
      if (run === null || !isLeftBehind(run, rows.get(run.packageId))) return false;
      await runs.end(endWith(run, { kind: 'abandoned' }, clock.nowMs()), mayHaveWritten(run) ? 'dead' : null);
      return true;
    } finally {
      release();
    }
  }
}

/**
 * Returns a function that finds the rows with one of these keys, in the order of `rows`. An index is needed for
 * thousands of rows.
 */
function byKey<Row>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly (string | null)[],
): (keys: readonly string[]) => Row[] {
  const places = new Map<string | null, number[]>();
  for (const [place, row] of rows.entries())
    for (const key of new Set(keysOf(row))) {
      const there = places.get(key);
      if (there === undefined) places.set(key, [place]);
      else there.push(place);
    }
  return (keys) => {
    const found = new Set(keys.flatMap((key) => places.get(key) ?? []));
    return [...found].sort((one, other) => one - other).map((place) => rows[place]!);
  };
}
