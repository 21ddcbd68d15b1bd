/** Actions on a run that do not need its beacon: abandon, close and reopen. */
import { endWith, reopened } from '../../domain/provisioning/journal.ts';
import { errandOf } from '../../domain/errand.ts';
import { canReopen } from '../../domain/provisioning/reopening.ts';
import { isUnfinished, mayHaveWritten, receiptIdOf, type Run } from '../../domain/run.ts';
import { runLock } from '../../names.ts';
import type { PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { Clock, Locks } from '../surroundings.ts';

interface RunEndsPorts {
  readonly runs: RunStore;
  readonly packages: PackageStore;
  readonly receipts: ReceiptStore;
  readonly locks: Locks;
  readonly clock: Pick<Clock, 'nowMs'>;
}

interface RunsHere {
  isCarriedOut(runId: string): boolean;
  giveUpLateRead(runId: string): void;
  refresh(): Promise<void>;
}

/** The longest reason that is stored for a closed run, in characters. */
const MAX_REASON = 200;

export function createRunEnds({ runs, packages, receipts, locks, clock }: RunEndsPorts, here: RunsHere) {
  /**
   * Runs `work` under the run's lock, with the stored row. Returns false if another window, or this one, is carrying
   * the run out.
   */
  async function change(runId: string, work: (run: Run) => Promise<boolean>): Promise<boolean> {
    if (here.isCarriedOut(runId)) return false;
    here.giveUpLateRead(runId);
    const release = await locks.tryAcquire(runLock(runId));
    if (release === null) return false;
    let isDone: boolean;
    try {
      const run = await runs.get(runId);
      isDone = run !== null && (await work(run));
    } finally {
      release();
    }
    await here.refresh();
    return isDone;
  }

  /** True if an ended run may continue, according to the stored rows. */
  async function mayReopen(run: Run): Promise<boolean> {
    const receipt = await receipts.get(receiptIdOf(run));
    return canReopen(run, receipt?.state ?? null);
  }

  return {
    mayReopen,
    /**
     * Ends a run that has written nothing, or any unfinished run of a command. Returns false if it was not ended, like
     * the next two functions.
     */
    abandon: (runId: string) =>
      change(runId, async (run) => {
        // The result of a command may stay unknown, that of a configuration may not.
        if (!isUnfinished(run) || (mayHaveWritten(run) && errandOf(run).configures)) return false;
        await runs.end(endWith(run, { kind: 'abandoned' }, clock.nowMs()), mayHaveWritten(run) ? 'dead' : null);
        return true;
      }),
    /**
     * Closes a run that may have written, for example because the beacon is gone. The beacon's state remains uncertain,
     * and a receipt that still arrives is stored. `reopenRun` undoes it. A run of another window is not changed.
     */
    closeRun: (runId: string, reason: string) =>
      change(runId, async (run) => {
        if (!isUnfinished(run) || !mayHaveWritten(run) || !errandOf(run).configures) return false;
        const carried = await packages.get(run.packageId);
        await runs.end(
          endWith(run, { kind: 'closed', reason: reason.trim().slice(0, MAX_REASON) }, clock.nowMs()),
          carried?.state === 'carried' ? 'used' : null,
        );
        return true;
      }),
    /**
     * Reopens an ended run if `mayReopen` allows it: one that was closed, that ended without a response, or whose receipt
     * was not verified.
     */
    reopenRun: (runId: string) =>
      change(runId, async (run) => {
        if (!(await mayReopen(run))) return false;
        await runs.put(reopened(run, clock.nowMs(), 'openedAgain'));
        return true;
      }),
  };
}
