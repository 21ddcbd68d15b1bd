/** A receipt: the beacon's one-time secure response, and what has become of it (product.md "Receipts", interface.md 4.4). */
import { comparableNames, sameValues } from './attributes/values.ts';
import type { AttributeValues } from './device.ts';
import type { ClockTrust } from './run.ts';

/**
 * `reserved`: padded row, no response yet · `waiting`: to be posted · `sent`: answered, not verified yet ·
 * `verified` · `notVerified`: the backend still holds it pending · `parked`: the backend refused it (4xx), kept ·
 * `refused`: a plain response of the beacon with a result other than 0, held, not counted as a receipt.
 */
export const RECEIPT_STATES = ['reserved', 'waiting', 'sent', 'verified', 'notVerified', 'parked', 'refused'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** The last answer to a post, for people and for the policy; holds no credential. */
export interface LastAnswer {
  readonly atMs: number;
  /** HTTP status, 0 where none was read. */
  readonly status: number;
  /** Short plain code, e.g. "network", "timeout", "portal", "rateLimit", "key", "conflict". */
  readonly code: string;
  /** The backend's own message, cut to 300 characters. */
  readonly message: string;
  /** The wait that the backend has asked for. `wasPressed`: the try was made inside one, because a person said "now"; that may be done once. */
  readonly asked?: { readonly atMs: number; readonly untilMs: number; readonly wasPressed: boolean };
  /** A person has said "resume" since: this refusal pauses the queue no more. */
  readonly isForgiven?: boolean;
}

export interface Receipt {
  readonly id: string;
  readonly accountId: string;
  /** The run that read it; null after an import or when the database was lost and only the mirror knew it. */
  readonly runId: string | null;
  readonly uniqueId: string;
  readonly deviceType: string;
  /** `known`, or `unsure`: read after a reconnect and its token fits no unfinished run. */
  readonly owner: 'known' | 'unsure';
  /** uniqueIds it may belong to, the likeliest first; [uniqueId] when known. */
  readonly candidates: readonly string[];
  /** Base64 of the bytes read from 81F2; empty while reserved. */
  readonly responseBase64: string;
  readonly token: number | null;
  /** Result code of a plain response, null when encrypted. */
  readonly result: number | null;
  /** `updated` of POST /device/update, Unix seconds; the same on every try. */
  readonly updatedSeconds: number;
  readonly clock: ClockTrust;
  /** What the package was to set, for comparing with what the backend still holds. */
  readonly values: AttributeValues;
  readonly state: ReceiptState;
  /** Set by a person: keep, do not send. */
  readonly held: boolean;
  readonly createdAtMs: number;
  /** The second copy (OPFS) is on disk. */
  readonly mirrored: boolean;
  /** Posts begun. */
  readonly tries: number;
  /** Posts begun whose answer never came; > 0 makes a later refusal inconclusive. */
  readonly unanswered: number;
  /** Whether the device's record showed these values when it was last read before the first post; null or absent where that is not known. */
  readonly shownBefore?: boolean | null;
  /** A post is under way or was cut off by a kill: set before the post, cleared with its answer. */
  readonly inFlightSinceMs: number | null;
  /** The best that any post of it was answered: `refused` = 4xx alone, `accepted` = a 2xx. Absent before the first word. */
  readonly answers?: 'refused' | 'accepted';
  /** A person has given it up: it is kept, and neither counted nor held against a new configuration. */
  readonly givenUpAtMs?: number;
  readonly lastAnswer: LastAnswer | null;
  /** Not before this time; null = at once. */
  readonly nextAtMs: number | null;
  readonly settledAtMs: number | null;
  /** Where the row came from. */
  readonly origin: 'run' | 'mirror' | 'import';
}

/** Receipts that exist only on this phone: the counter in the header. */
function countsAsOnlyHere(receipt: Receipt): boolean {
  return receipt.givenUpAtMs === undefined && (receipt.state === 'waiting' || receipt.state === 'parked');
}

/** Receipts that the backend has taken and not verified: they can be posted again, and are still worth having. */
function countsAsUnverified(receipt: Receipt): boolean {
  return receipt.givenUpAtMs === undefined && (receipt.state === 'sent' || receipt.state === 'notVerified');
}

/** Came by a file, which has it still, and nothing is under way with it: a person may remove it again. */
export function isRemovable(receipt: Receipt): boolean {
  return receipt.origin === 'import' && receipt.inFlightSinceMs === null && receipt.state !== 'verified';
}

/**
 * Ids of receipts that nothing can come of any more, because the backend has verified a later one of the same beacon, the
 * same response, or the same values while nothing is pending. One that still waits is sent anyway.
 */
export function settledByLater(receipts: readonly Receipt[]): ReadonlySet<string> {
  const verified = new Map<string, Receipt[]>();
  for (const receipt of receipts)
    if (receipt.state === 'verified')
      verified.set(receipt.uniqueId, [...(verified.get(receipt.uniqueId) ?? []), receipt]);
  const isSettled = (receipt: Receipt): boolean =>
    ['parked', 'notVerified', 'sent', 'refused'].includes(receipt.state) &&
    (verified.get(receipt.uniqueId) ?? []).some(
      (other) =>
        other.createdAtMs > receipt.createdAtMs ||
        other.responseBase64 === receipt.responseBase64 ||
        (isShown(receipt) && sameValues(other.values, receipt.values)),
    );
  return new Set(receipts.filter(isSettled).map(({ id }) => id));
}

/** Refused, and known to be of this device, which shows all of its values while nothing is pending. */
function isShown({ state, owner, lastAnswer, values }: Receipt): boolean {
  const names = Object.keys(values).length;
  const isWhole = names > 0 && comparableNames(values).length === names;
  return state === 'parked' && owner === 'known' && lastAnswer?.code === 'shown' && isWhole;
}

/** What the counters say: what is only here, and what the backend has taken without verifying it. */
export function countReceipts(receipts: readonly Receipt[]): {
  readonly onlyHere: number;
  readonly unverified: number;
} {
  const open = unsettled(receipts);
  return { onlyHere: open.filter(countsAsOnlyHere).length, unverified: open.filter(countsAsUnverified).length };
}

/** Receipts that exist only on this phone and that no file holds as far as is known: neither exported, nor come by a file. */
export function countUnexported(receipts: readonly Receipt[], exported: ReadonlySet<string>): number {
  return unsettled(receipts).filter(
    (receipt) => countsAsOnlyHere(receipt) && receipt.origin !== 'import' && !exported.has(receipt.id),
  ).length;
}

/** Ids of those that make these numbers. */
export function countedIds(receipts: readonly Receipt[]): string[] {
  return unsettled(receipts)
    .filter((receipt) => countsAsOnlyHere(receipt) || countsAsUnverified(receipt))
    .map(({ id }) => id);
}

function unsettled(receipts: readonly Receipt[]): Receipt[] {
  const settled = settledByLater(receipts);
  return receipts.filter(({ id }) => !settled.has(id));
}

/**
 * Receipts that a new Prepare of their beacon would make worthless: on their way, or refused and not given up. A `sent`
 * one that is settled was looked after for as long as anything could come of it.
 */
export function undelivered(receipts: readonly Receipt[]): Receipt[] {
  const settled = settledByLater(receipts);
  const isOpen = (receipt: Receipt): boolean =>
    countsAsOnlyHere(receipt) ||
    (receipt.givenUpAtMs === undefined && receipt.state === 'sent' && receipt.settledAtMs === null);
  return receipts.filter((receipt) => isOpen(receipt) && !settled.has(receipt.id));
}
