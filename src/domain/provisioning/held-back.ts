/**
 * Which devices must not be prepared again yet, because a newer packet would replace the one that the backend can still
 * verify (product.md).
 */
import { undelivered, type Receipt } from '../receipt.ts';
import { errandOf } from '../errand.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../run.ts';

export type HeldBack = 'undeliveredReceipt' | 'unfinishedRun';

/**
 * Returns the blocking reason by device. `running`: IDs of the runs in progress in any window. A run that has not
 * written anything blocks nothing.
 */
export function heldBack(
  runs: readonly Run[],
  receipts: readonly Receipt[],
  running: ReadonlySet<string>,
): ReadonlyMap<string, HeldBack> {
  const held = new Map<string, HeldBack>();
  for (const run of runs) {
    if (isUnfinished(run) && errandOf(run).configures && (mayHaveWritten(run) || running.has(run.id)))
      held.set(run.uniqueId, 'unfinishedRun');
  }
  for (const receipt of undelivered(receipts))
    for (const id of [receipt.uniqueId, ...receipt.candidates]) held.set(id, 'undeliveredReceipt');
  return held;
}
