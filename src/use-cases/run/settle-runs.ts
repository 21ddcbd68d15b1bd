/** Ends and goes on with runs as the receipts on this phone ask for it; called whenever receipts change. */
import { settleRun } from '../../domain/provisioning/settle.ts';
import type { ReceiptStore, RunStore } from '../stores.ts';
import type { Clock } from '../surroundings.ts';

interface SettlePorts {
  readonly runs: Pick<RunStore, 'all' | 'put' | 'end'>;
  readonly receipts: Pick<ReceiptStore, 'all'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Safe to call at any time and from every window: what is settled is not settled again. Resolves with the number of runs changed. */
export async function settleRuns({ runs, receipts, clock }: SettlePorts): Promise<number> {
  const [allRuns, allReceipts] = await Promise.all([runs.all(), receipts.all()]);
  let changed = 0;
  for (const run of allRuns) {
    const settled = settleRun(run, allReceipts, allRuns, clock.nowMs());
    if (settled === null) continue;
    await (settled.kind === 'ended' ? runs.end(settled.run, 'used') : runs.put(settled.run));
    changed += 1;
  }
  return changed;
}
