/**
 * Decides what the sender does next: a post, a read, or how long it sleeps (product.md "What a backend's answer
 * means").
 */
import { isUnanswered } from '../backend-failure.ts';
import { isHeld, isOutdatedReading, type Receipt } from '../receipt.ts';
import type { Delivery } from '../settings.ts';
import type { VirtualEdit } from '../virtual-edit.ts';
import { dueAtMs, requestedWait, type RequestedWait } from './backoff.ts';
import { needsRead } from './verdict.ts';

export interface Queue {
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
  readonly paused: boolean;
  /** The last one; it may be over. */
  readonly wait: RequestedWait | null;
}

/**
 * Which waits are skipped. `transport`: those after a request that got no answer, because the network is back · `all`:
 * every wait, because a person pressed "Send now"; a wait requested by the backend can be skipped once.
 */
export type Haste = 'none' | 'transport' | 'all';

export type NextItem =
  | { readonly kind: 'post' | 'read'; readonly receipt: Receipt }
  | { readonly kind: 'edit'; readonly edit: VirtualEdit }
  /** Nothing is due before `untilMs`. */
  | { readonly kind: 'wait'; readonly untilMs: number }
  /** Nothing waits, or everything waits for a person. */
  | { readonly kind: 'idle' };

interface ChooseContext {
  readonly nowMs: number;
  readonly settings: Delivery;
  readonly haste: Haste;
  /** IDs of receipts, and "edit <uniqueId>" of edits, whose wait was already skipped in this pass. */
  readonly hurried: ReadonlySet<string>;
  /** Devices with a request in flight, and the IDs of the receipts in flight. */
  readonly busy: ReadonlySet<string>;
}

export function choosePost(queue: Queue, context: ChooseContext): NextItem {
  if (queue.paused) return { kind: 'idle' };
  const isFree = (row: Receipt | VirtualEdit): boolean =>
    !context.busy.has(row.uniqueId) && !('id' in row && context.busy.has(row.id));
  const items = [
    ...sendable(queue.receipts).filter(isFree).map(receiptItem),
    ...queue.edits.filter((edit) => isSendableEdit(edit) && isFree(edit)).map(editItem),
  ];
  if (items.length === 0) return { kind: 'idle' };
  const requested = requestedWait(queue.wait, context.nowMs);
  const limitedUntilMs =
    requested === null || (context.haste === 'all' && !requested.wasPressed) ? context.nowMs : requested.untilMs;
  let best: Item | null = null;
  let earliestMs = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const dueMs = Math.max(dueOf(item, context), limitedUntilMs);
    if (dueMs > context.nowMs) earliestMs = Math.min(earliestMs, dueMs);
    else if (best === null || isBefore(item, best)) best = item;
  }
  return best?.next ?? { kind: 'wait', untilMs: earliestMs };
}

/** Returns the receipts that can be sent without a person, each device's first waiting one only. */
export function sendable(receipts: readonly Receipt[]): Receipt[] {
  const byDevice = new Map<string, Receipt[]>();
  for (const receipt of receipts) {
    if (isHeld(receipt) || receipt.givenUpAtMs !== undefined || receipt.responseBase64 === '') continue;
    if (receipt.state === 'waiting' && isOutdatedReading(receipt, receipts)) continue;
    const isOpen = receipt.state === 'waiting' || (receipt.state === 'sent' && receipt.settledAtMs === null);
    if (isOpen) byDevice.set(receipt.uniqueId, [...(byDevice.get(receipt.uniqueId) ?? []), receipt]);
  }
  return [...byDevice.values()].flatMap((rows) => {
    const waiting = rows.filter(({ state }) => state === 'waiting').sort(byTokenOrTime(rows));
    return [...rows.filter(({ state }) => state === 'sent'), ...waiting.slice(0, 1)];
  });
}

/** Orders the receipts of one beacon by token, which only increases, or by clock when a token is missing. */
function byTokenOrTime(rows: readonly Receipt[]): (one: Receipt, other: Receipt) => number {
  const byToken = rows.every(({ token, owner }) => token !== null && owner === 'known');
  return (one, other) =>
    (byToken ? one.token! - other.token! : 0) || one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1);
}

interface Item {
  readonly id: string;
  readonly next: NextItem;
  readonly nextAtMs: number | null;
  readonly code: string;
  /** Time of the last answer. The item that has waited longest goes first, so that none is starved. */
  readonly heardAtMs: number;
  readonly rank: number;
  readonly createdAtMs: number;
}

function receiptItem(receipt: Receipt): Item {
  const next: NextItem = { kind: needsRead(receipt) ? 'read' : 'post', receipt };
  const { id, nextAtMs, lastAnswer, createdAtMs } = receipt;
  return {
    id,
    next,
    nextAtMs,
    code: codeOf(receipt),
    heardAtMs: lastAnswer?.atMs ?? 0,
    rank: rankOf(receipt),
    createdAtMs,
  };
}

/**
 * Unclear answers are resolved before the next post, because only a known result can pause the queue. After a failed
 * read the row waits its turn.
 */
function rankOf(receipt: Receipt): number {
  if (receipt.state === 'sent') return 1;
  return needsRead(receipt) && receipt.nextAtMs === null ? -1 : 0;
}

function editItem(edit: VirtualEdit): Item {
  const { uniqueId, nextAtMs, lastAnswer, createdAtMs } = edit;
  return {
    id: `edit ${uniqueId}`,
    next: { kind: 'edit', edit },
    nextAtMs,
    code: codeOf(edit),
    heardAtMs: lastAnswer?.atMs ?? 0,
    rank: 2,
    createdAtMs,
  };
}

/** Orders by kind (reads of unclear answers, receipts, reads of sent receipts, edits), then by the longest wait. */
function isBefore(one: Item, other: Item): boolean {
  return (one.rank - other.rank || one.heardAtMs - other.heardAtMs || one.createdAtMs - other.createdAtMs) < 0;
}

function dueOf(item: Item, { nowMs, settings, haste, hurried }: ChooseContext): number {
  if (hurried.has(item.id)) return dueAtMs(item.nextAtMs, nowMs, settings);
  const passed = haste === 'all' || (haste === 'transport' && isUnanswered(item.code));
  return passed ? nowMs : dueAtMs(item.nextAtMs, nowMs, settings);
}

function isSendableEdit(edit: VirtualEdit): boolean {
  return edit.state === 'waiting' && !edit.held && Object.keys(edit.values).length > 0;
}

function codeOf(row: Receipt | VirtualEdit): string {
  return row.lastAnswer?.code ?? '';
}
