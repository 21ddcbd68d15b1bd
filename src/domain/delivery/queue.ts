/** What the one sender does next: which post, which read, or until when it may sleep (product.md "What a backend's answer means"). */
import { isUnheard } from '../backend-failure.ts';
import type { Receipt } from '../receipt.ts';
import type { Delivery } from '../settings.ts';
import type { VirtualEdit } from '../virtual-edit.ts';
import { dueAtMs } from './backoff.ts';
import { needsRead } from './verdict.ts';

export interface Queue {
  readonly receipts: readonly Receipt[];
  readonly edits: readonly VirtualEdit[];
  readonly paused: boolean;
}

/**
 * Which waits are passed over. `transport`: those after a call that reached nobody, because the network is said to be back ·
 * `all`: every wait, because a person said "now"; one that the backend has asked for only once.
 */
export type Haste = 'none' | 'transport' | 'all';

export type NextItem =
  | { readonly kind: 'post'; readonly receipt: Receipt }
  | { readonly kind: 'read'; readonly receipt: Receipt }
  | { readonly kind: 'edit'; readonly edit: VirtualEdit }
  /** Nothing is due before. */
  | { readonly kind: 'wait'; readonly untilMs: number }
  /** Nothing waits at all, or all of it waits for a person. */
  | { readonly kind: 'idle' };

interface ChooseContext {
  readonly nowMs: number;
  readonly settings: Delivery;
  readonly haste: Haste;
  /** Ids of receipts, and "edit <uniqueId>" of edits, that were hurried in this pass: once is enough. */
  readonly hurried: ReadonlySet<string>;
  /** Devices of which something is on its way, and the ids of those receipts. */
  readonly busy: ReadonlySet<string>;
}

/** A wait that the backend has asked for: the account's, not the row's. */
interface AskedWait {
  readonly untilMs: number;
  /** A person may say "now" once; after that the wait is waited out. */
  readonly mayPress: boolean;
}

/** The wait the backend has asked for and that is not over; null where there is none. */
export function askedWait({ receipts, edits }: Pick<Queue, 'receipts' | 'edits'>, nowMs: number): AskedWait | null {
  let untilMs = nowMs;
  let mayPress = true;
  for (const { state, lastAnswer } of [...receipts, ...edits]) {
    const asked = lastAnswer?.asked;
    if ((state !== 'waiting' && state !== 'sent') || asked === undefined) continue;
    // Asked for later than now: the clock has been set back since, and nobody knows how long is left.
    if (asked.untilMs <= nowMs || asked.atMs > nowMs) continue;
    untilMs = Math.max(untilMs, asked.untilMs);
    if (asked.wasPressed) mayPress = false;
  }
  return untilMs > nowMs ? { untilMs, mayPress } : null;
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
  const asked = askedWait(queue, context.nowMs);
  const limitedUntilMs = asked === null || (context.haste === 'all' && asked.mayPress) ? context.nowMs : asked.untilMs;
  let best: Item | null = null;
  let earliestMs = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const dueMs = Math.max(dueOf(item, context), limitedUntilMs);
    if (dueMs > context.nowMs) earliestMs = Math.min(earliestMs, dueMs);
    else if (best === null || isBefore(item, best)) best = item;
  }
  return best?.next ?? { kind: 'wait', untilMs: earliestMs };
}

/** Receipts that may move now or later by themselves; of one device only the first that still waits for an answer. */
export function sendable(receipts: readonly Receipt[]): Receipt[] {
  const byDevice = new Map<string, Receipt[]>();
  for (const receipt of receipts) {
    if (receipt.held || receipt.givenUpAtMs !== undefined || receipt.responseBase64 === '') continue;
    const isOpen = receipt.state === 'waiting' || (receipt.state === 'sent' && receipt.settledAtMs === null);
    if (isOpen) byDevice.set(receipt.uniqueId, [...(byDevice.get(receipt.uniqueId) ?? []), receipt]);
  }
  return [...byDevice.values()].flatMap((rows) => {
    const waiting = rows.filter(({ state }) => state === 'waiting').sort(inOrder(rows));
    return [...rows.filter(({ state }) => state === 'sent'), ...waiting.slice(0, 1)];
  });
}

/** Order of one beacon's receipts: its tokens only go up, clocks do not; the clock counts where a token is missing. */
function inOrder(rows: readonly Receipt[]): (one: Receipt, other: Receipt) => number {
  const byToken = rows.every(({ token, owner }) => token !== null && owner === 'known');
  return (one, other) =>
    (byToken ? one.token! - other.token! : 0) || one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1);
}

interface Item {
  readonly id: string;
  readonly next: NextItem;
  readonly nextAtMs: number | null;
  readonly code: string;
  /** When it was last answered: the one that has waited longest goes first, so that nothing starves. */
  readonly heardAtMs: number;
  readonly rank: number;
  readonly createdAtMs: number;
}

function receiptItem(receipt: Receipt): Item {
  const next: NextItem = needsRead(receipt) ? { kind: 'read', receipt } : { kind: 'post', receipt };
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
 * An unclear answer is cleared up before the next post: only what is known can pause the queue. A read that failed has
 * its turn like everything else.
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

/** Reads of an unclear answer first, then receipts, reads of what was sent after them, edits last; within each the one that has waited longest. */
function isBefore(one: Item, other: Item): boolean {
  return (one.rank - other.rank || one.heardAtMs - other.heardAtMs || one.createdAtMs - other.createdAtMs) < 0;
}

function dueOf(item: Item, { nowMs, settings, haste, hurried }: ChooseContext): number {
  if (hurried.has(item.id)) return dueAtMs(item.nextAtMs, nowMs, settings);
  const passed = haste === 'all' || (haste === 'transport' && isUnheard(item.code));
  return passed ? nowMs : dueAtMs(item.nextAtMs, nowMs, settings);
}

function isSendableEdit(edit: VirtualEdit): boolean {
  return edit.state === 'waiting' && !edit.held && Object.keys(edit.values).length > 0;
}

function codeOf(row: Receipt | VirtualEdit): string {
  return row.lastAnswer?.code ?? '';
}
