/** Reads and marks the rows while a sender holds the lock. */
import { recoverCutOffEdit } from '../../domain/delivery/edits.ts';
import type { Queue } from '../../domain/delivery/queue.ts';
import { recoverCutOff } from '../../domain/delivery/rows.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import type { DrainerParts } from './drainer-parts.ts';

/**
 * Returns the rows and recovers those that were in flight during a kill. Safe because the holder of the lock is the
 * only sender.
 */
export async function readQueue(
  { account, receipts, edits, queue }: DrainerParts,
  busy: ReadonlySet<string>,
): Promise<Queue> {
  const [all, edited, pause] = await Promise.all([receipts.all(), edits.all(), queue.pause()]);
  const mine = all.filter(({ accountId }) => accountId === account.id);
  const cutOff = mine.filter(({ id, inFlightSinceMs }) => inFlightSinceMs !== null && !busy.has(id));
  for (const row of cutOff) await receipts.update(row.id, recoverCutOff);
  const cutOffEdits = edited.filter(({ inFlight, uniqueId }) => inFlight !== null && !busy.has(uniqueId));
  for (const row of cutOffEdits) await edits.update(row.uniqueId, (now) => now && recoverCutOffEdit(now));
  const paused = pause !== null;
  if (cutOff.length + cutOffEdits.length === 0) return { receipts: mine, edits: edited, paused };
  return {
    receipts: (await receipts.all()).filter(({ accountId }) => accountId === account.id),
    edits: await edits.all(),
    paused,
  };
}

/** Marks the one skip of a requested wait as used, also when the post caused no new wait. */
export async function markPressed({ receipts, edits, clock }: DrainerParts, rows: Queue): Promise<void> {
  const nowMs = clock.nowMs();
  const isWaitRequested = ({ lastAnswer }: Receipt | VirtualEdit): boolean =>
    lastAnswer?.asked !== undefined && lastAnswer.asked.untilMs > nowMs;
  for (const { id } of rows.receipts.filter(isWaitRequested)) await receipts.update(id, withPress);
  for (const { uniqueId } of rows.edits.filter(isWaitRequested))
    await edits.update(uniqueId, (row) => row && withPress(row));
}

function withPress<Row extends Receipt | VirtualEdit>(row: Row): Row {
  const { lastAnswer } = row;
  return lastAnswer?.asked === undefined
    ? row
    : { ...row, lastAnswer: { ...lastAnswer, asked: { ...lastAnswer.asked, wasPressed: true } } };
}
