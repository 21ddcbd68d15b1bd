/** Ends and goes on with runs as the receipts and packages on this phone ask for it; called whenever those change. */
import { endWith } from '../../domain/provisioning/journal.ts';
import { isLeftBehind, settleRun } from '../../domain/provisioning/settle.ts';
import { runLock } from '../../names.ts';
import type { PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { Clock, Locks } from '../surroundings.ts';

interface SettlePorts {
  readonly runs: Pick<RunStore, 'all' | 'get' | 'put' | 'end'>;
  readonly receipts: Pick<ReceiptStore, 'all'>;
  readonly packages: Pick<PackageStore, 'all'>;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Safe to call at any time and from every window: what is settled is not settled again. Resolves with the number of runs changed. */
export async function settleRuns({ runs, receipts, packages, locks, clock }: SettlePorts): Promise<number> {
  const [allRuns, allReceipts, allPackages] = await Promise.all([runs.all(), receipts.all(), packages.all()]);
  const states = new Map(allPackages.map(({ id, state }) => [id, state]));
  let changed = 0;
  for (const run of allRuns) {
    const settled = settleRun(run, allReceipts, allRuns, clock.nowMs());
    if (settled !== null) {
      await (settled.kind === 'ended' ? runs.end(settled.run, 'used') : runs.put(settled.run));
      changed += 1;
    } else if (isLeftBehind(run, states.get(run.packageId)) && (await leave(run.id))) changed += 1;
  }
  return changed;

  /** A run that goes on somewhere has its lock, and may be about to write. */
  async function leave(runId: string): Promise<boolean> {
    const release = await locks.tryAcquire(runLock(runId));
    if (release === null) return false;
    try {
      const run = await runs.get(runId);
      if (run === null || !isLeftBehind(run, states.get(run.packageId))) return false;
      await runs.end(endWith(run, { kind: 'abandoned' }, clock.nowMs()), null);
      return true;
    } finally {
      release();
    }
  }
}
