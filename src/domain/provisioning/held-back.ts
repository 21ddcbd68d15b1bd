/** Which devices must not be prepared anew now: a newer packet would replace what the backend can still verify (product.md). */
import { isOfCommand } from '../commands/of-command.ts';
import { undelivered, type Receipt } from '../receipt.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../run.ts';

export type HeldBack = 'undeliveredReceipt' | 'unfinishedRun';

/** By device, for lists of any length. `running`: ids of the runs that are being carried out now, in any window. A run that has touched nothing holds nothing back. */
export function heldBack(
  runs: readonly Run[],
  receipts: readonly Receipt[],
  running: ReadonlySet<string>,
): ReadonlyMap<string, HeldBack> {
  const held = new Map<string, HeldBack>();
  for (const run of runs) {
    if (isUnfinished(run) && !isOfCommand(run) && (mayHaveWritten(run) || running.has(run.id)))
      held.set(run.uniqueId, 'unfinishedRun');
  }
  for (const receipt of undelivered(receipts))
    for (const id of [receipt.uniqueId, ...receipt.candidates]) held.set(id, 'undeliveredReceipt');
  return held;
}
