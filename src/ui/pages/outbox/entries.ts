/**
 * Sorts receipts and edits into the groups of the outbox: those that need the person, that wait, and that were
 * delivered.
 */
import { needReason, type NeedReason } from '../../../domain/delivery/need-groups.ts';
import { errandOf } from '../../../domain/errand.ts';
import { needOfReceipt, type Need } from '../../../domain/delivery/needs.ts';
import {
  isDelivered,
  isHeld as isReceiptHeld,
  isOutdatedReading,
  settledByLater,
  type Receipt,
} from '../../../domain/receipt.ts';
import { trackOf } from '../../../domain/track.ts';
import type { TrackSummary } from '../../../domain/track-marks.ts';
import type { VirtualEdit } from '../../../domain/virtual-edit.ts';
import { readingStateOf, type ReadingState } from '../../beacon/reading/reading-state.ts';
import type { OutboxState } from '../../../use-cases/outbox/outbox.ts';

export type OutboxItem =
  | {
      readonly kind: 'receipt';
      readonly id: string;
      readonly uniqueId: string;
      readonly atMs: number;
      readonly receipt: Receipt;
      /** Settled by a later receipt of the same beacon. */ readonly isSettled: boolean;
      /** A reading from before the beacon was written again. */ readonly isOutdated: boolean;
    }
  | {
      readonly kind: 'edit';
      readonly id: string;
      readonly uniqueId: string;
      readonly atMs: number;
      readonly edit: VirtualEdit;
    };

/**
 * The beacon's current state when it differs from the state of this receipt, which then belongs to an earlier package.
 */
export function beaconNow(item: OutboxItem, wordOf: (uniqueId: string) => TrackSummary): TrackSummary | null {
  if (item.kind === 'edit' || !errandOf(item.receipt).configures) return null;
  const now = wordOf(item.uniqueId);
  return now === trackOf({ pending: false, package: null, run: null, receipt: item.receipt }).summary ? null : now;
}

/** `aside`: closed by the person, or settled by a later receipt of the same beacon. */
export const OUTBOX_GROUPS = ['needsYou', 'waiting', 'aside', 'delivered'] as const;
export type OutboxGroup = (typeof OUTBOX_GROUPS)[number];

export type GroupedOutbox = Readonly<Record<OutboxGroup, readonly OutboxItem[]>>;

/** Rows reserved for a response that has not arrived contain nothing and are not shown. */
export function groupOutbox(state: Pick<OutboxState, 'receipts' | 'edits'>): GroupedOutbox {
  const groups: Record<OutboxGroup, OutboxItem[]> = { needsYou: [], waiting: [], aside: [], delivered: [] };
  const settled = settledByLater(state.receipts);
  for (const receipt of state.receipts) {
    if (receipt.state === 'reserved') continue;
    const item: OutboxItem = {
      kind: 'receipt',
      id: receipt.id,
      uniqueId: receipt.uniqueId,
      atMs: receipt.createdAtMs,
      receipt,
      isSettled: settled.has(receipt.id),
      isOutdated: isOutdatedReading(receipt, state.receipts),
    };
    groups[groupOf(item)].push(item);
  }
  for (const edit of state.edits) {
    const item: OutboxItem = {
      kind: 'edit',
      id: `edit:${edit.uniqueId}`,
      uniqueId: edit.uniqueId,
      atMs: edit.changedAtMs,
      edit,
    };
    groups[groupOf(item)].push(item);
  }
  // Waiting rows are sent oldest first; delivered ones are looked up newest first.
  groups.needsYou.sort((a, b) => a.atMs - b.atMs);
  groups.waiting.sort((a, b) => a.atMs - b.atMs);
  groups.aside.sort((a, b) => b.atMs - a.atMs);
  groups.delivered.sort((a, b) => settledAt(b) - settledAt(a));
  return groups;
}

export function needOf(item: OutboxItem): Need | null {
  if (item.kind === 'edit') return item.edit.state === 'parked' ? 'parked' : null;
  return isAside(item) ? null : needOfReceipt(item.receipt);
}

/** The reason for which the row needs the person. Rows with the same reason share one action. */
export function reasonOf(item: OutboxItem): NeedReason | null {
  if (item.kind === 'edit') return item.edit.state === 'parked' ? 'refusedPost' : null;
  return isAside(item) ? null : needReason(item.receipt);
}

export function isHeld(item: OutboxItem): boolean {
  return item.kind === 'receipt' ? isReceiptHeld(item.receipt) : item.edit.held;
}

/** True when it would be sent if the person did not hold it back. A reading waits for a decision instead. */
export function isHeldBack(item: OutboxItem): boolean {
  const { state } = item.kind === 'receipt' ? item.receipt : item.edit;
  return isHeld(item) && state === 'waiting' && !isAside(item) && readingState(item) === null;
}

export function isOpen(item: OutboxItem): boolean {
  if (item.kind === 'edit') return item.edit.state !== 'saved';
  return item.receipt.state === 'waiting' || item.receipt.state === 'parked';
}

/** The state of a reading; null for any other row. */
export function readingState(item: OutboxItem): ReadingState | null {
  return item.kind === 'receipt' ? readingStateOf(item.receipt, item.isOutdated) : null;
}

export function nextAtOf(item: OutboxItem): number | null {
  return item.kind === 'receipt' ? item.receipt.nextAtMs : item.edit.nextAtMs;
}

export function isInFlight(item: OutboxItem): boolean {
  return item.kind === 'receipt' ? item.receipt.inFlightSinceMs !== null : item.edit.inFlight !== null;
}

export function isAside(item: OutboxItem): boolean {
  return item.kind === 'receipt' && (item.isSettled || item.receipt.givenUpAtMs !== undefined);
}

/** True when "Send now" would send it earlier than planned. */
export function canSend(item: OutboxItem): boolean {
  if (isInFlight(item) || isHeld(item) || isAside(item)) return false;
  return item.kind === 'edit' ? item.edit.state === 'waiting' : item.receipt.state === 'waiting';
}

/** True when it was answered and may be sent once more. */
export function canPostAgain(item: OutboxItem): boolean {
  if (item.kind === 'receipt' && isDelivered(item.receipt)) return false;
  if (isInFlight(item) || isHeld(item) || isAside(item)) return false;
  if (item.kind === 'edit') return item.edit.state === 'parked';
  return item.receipt.state === 'parked' || item.receipt.state === 'sent' || item.receipt.state === 'notVerified';
}

/** True when the person may close it. */
export function canGiveUp(item: OutboxItem): boolean {
  return item.kind === 'receipt' && !isAside(item) && !isInFlight(item) && !isDelivered(item.receipt);
}

function groupOf(item: OutboxItem): OutboxGroup {
  if (isAside(item)) return 'aside';
  if (needOf(item) !== null) return 'needsYou';
  if (item.kind === 'edit') return item.edit.state === 'saved' ? 'delivered' : 'waiting';
  return isDelivered(item.receipt) ? 'delivered' : 'waiting';
}

function settledAt(item: OutboxItem): number {
  return (item.kind === 'receipt' ? item.receipt.settledAtMs : item.edit.changedAtMs) ?? item.atMs;
}
