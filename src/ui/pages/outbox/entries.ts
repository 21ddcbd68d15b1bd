/** Sorts receipts and edits into what needs the person, what waits and what was delivered. */
import type { Receipt } from '../../../domain/receipt.ts';
import type { VirtualEdit } from '../../../domain/virtual-edit.ts';
import type { OutboxState } from '../../../sync/services.ts';

export type OutboxItem =
  | { readonly kind: 'receipt'; readonly id: string; readonly uniqueId: string; readonly atMs: number; readonly receipt: Receipt }
  | { readonly kind: 'edit'; readonly id: string; readonly uniqueId: string; readonly atMs: number; readonly edit: VirtualEdit };

/** Why an item needs a person; each has one action. */
export type Need = 'parked' | 'unsureNotVerified' | 'notMirrored' | 'notVerified' | 'refused';

export const OUTBOX_GROUPS = ['needsYou', 'waiting', 'delivered'] as const;
export type OutboxGroup = (typeof OUTBOX_GROUPS)[number];

export type GroupedOutbox = Readonly<Record<OutboxGroup, readonly OutboxItem[]>>;

/** Rows reserved for a response that has not come hold nothing and are not shown. */
export function groupOutbox(state: Pick<OutboxState, 'receipts' | 'edits'>): GroupedOutbox {
  const groups: Record<OutboxGroup, OutboxItem[]> = { needsYou: [], waiting: [], delivered: [] };
  for (const receipt of state.receipts) {
    if (receipt.state === 'reserved') continue;
    const item: OutboxItem = { kind: 'receipt', id: receipt.id, uniqueId: receipt.uniqueId, atMs: receipt.createdAtMs, receipt };
    groups[groupOf(item)].push(item);
  }
  for (const edit of state.edits) {
    const item: OutboxItem = { kind: 'edit', id: `edit:${edit.uniqueId}`, uniqueId: edit.uniqueId, atMs: edit.changedAtMs, edit };
    groups[groupOf(item)].push(item);
  }
  // What waits goes out oldest first; what was delivered is looked up newest first.
  groups.needsYou.sort((a, b) => a.atMs - b.atMs);
  groups.waiting.sort((a, b) => a.atMs - b.atMs);
  groups.delivered.sort((a, b) => settledAt(b) - settledAt(a));
  return groups;
}

export function needOf(item: OutboxItem): Need | null {
  if (item.kind === 'edit') return item.edit.state === 'parked' ? 'parked' : null;
  const { receipt } = item;
  switch (receipt.state) {
    case 'parked':
      return 'parked';
    case 'notVerified':
      // One of unsure owner is posted like any other; only when the backend denies it are the other beacons offered.
      return receipt.owner === 'unsure' && receipt.candidates.length > 1 ? 'unsureNotVerified' : 'notVerified';
    case 'refused':
      return 'refused';
    case 'waiting':
      return receipt.mirrored ? null : 'notMirrored';
    default:
      return null;
  }
}

export function isHeld(item: OutboxItem): boolean {
  return item.kind === 'receipt' ? item.receipt.held : item.edit.held;
}

export function nextAtOf(item: OutboxItem): number | null {
  return item.kind === 'receipt' ? item.receipt.nextAtMs : item.edit.nextAtMs;
}

export function isInFlight(item: OutboxItem): boolean {
  return item.kind === 'receipt' ? item.receipt.inFlightSinceMs !== null : item.edit.inFlight !== null;
}

/** Can be posted when the person asks: not settled, not in the air. */
export function canRetry(item: OutboxItem): boolean {
  if (isInFlight(item) || isHeld(item)) return false;
  if (item.kind === 'edit') return item.edit.state !== 'saved';
  return item.receipt.state === 'waiting' || item.receipt.state === 'parked' || item.receipt.state === 'sent' || item.receipt.state === 'notVerified';
}

function groupOf(item: OutboxItem): OutboxGroup {
  if (needOf(item) !== null) return 'needsYou';
  if (item.kind === 'edit') return item.edit.state === 'saved' ? 'delivered' : 'waiting';
  return item.receipt.state === 'verified' ? 'delivered' : 'waiting';
}

function settledAt(item: OutboxItem): number {
  return (item.kind === 'receipt' ? item.receipt.settledAtMs : item.edit.changedAtMs) ?? item.atMs;
}
