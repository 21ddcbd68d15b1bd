/** Actions on a run that do not need its beacon: abandon, close and reopen. */
import { endWith, reopened } from '../../domain/provisioning/journal.ts';
import { errandOf } from '../../domain/errand.ts';
import { canReopen } from '../../domain/provisioning/reopening.ts';
import { isUnfinished, mayHaveWritten, receiptIdOf, type Run } from '../../domain/run.ts';
import { runLock } from '../../names.ts';
import type { PackageStore, ReceiptStore, RunStore } from '../stores.ts';
import type { Clock, Locks } from '../surroundings.ts';
import type { Runs } from './runs.ts';

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

interface RunEnds extends Pick<Runs, 'abandon' | 'closeRun' | 'reopenRun'> {
  /** True if an ended run may continue, according to the stored rows. */
  mayReopen(run: Run): Promise<boolean>;
}

/** The longest reason that is stored for a closed run, in characters. */
const MAX_REASON = 200;

export function createRunEnds({ runs, packages, receipts, locks, clock }: RunEndsPorts, here: RunsHere): RunEnds {
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

  async function mayReopen(run: Run): Promise<boolean> {
    const receipt = await receipts.get(receiptIdOf(run));
    return canReopen(run, receipt?.state ?? null);
  }

  return {
    mayReopen,
    abandon: (runId) =>
      change(runId, async (run) => {
        // The result of a command may stay unknown, that of a configuration may not.
        if (!isUnfinished(run) || (mayHaveWritten(run) && errandOf(run).configures)) return false;
        await runs.end(endWith(run, { kind: 'abandoned' }, clock.nowMs()), mayHaveWritten(run) ? 'dead' : null);
        return true;
      }),
    closeRun: (runId, reason) =>
      change(runId, async (run) => {
        if (!isUnfinished(run) || !mayHaveWritten(run) || !errandOf(run).configures) return false;
        const carried = await packages.get(run.packageId);
        await runs.end(
          endWith(run, { kind: 'closed', reason: reason.trim().slice(0, MAX_REASON) }, clock.nowMs()),
          carried?.state === 'carried' ? 'used' : null,
        );
        return true;
      }),
    reopenRun: (runId) =>
      change(runId, async (run) => {
        if (!(await mayReopen(run))) return false;
        await runs.put(reopened(run, clock.nowMs(), 'openedAgain'));
        return true;
      }),
  };
}
