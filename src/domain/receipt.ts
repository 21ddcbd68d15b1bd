/** A receipt: the beacon's one-time secure response, and what has become of it (product.md, interface.md 4.4). */
import type { AttributeValues } from './device.ts';
import type { ClockTrust } from './run.ts';

/**
 * `reserved`: padded row, no response yet · `waiting`: to be posted · `sent`: answered, not verified yet ·
 * `verified` · `notVerified`: the backend still holds it pending · `parked`: the backend refused it (4xx), kept ·
 * `refused`: a plain response of the beacon with a result other than 0, held, not counted as a receipt.
 */
export type ReceiptState = 'reserved' | 'waiting' | 'sent' | 'verified' | 'notVerified' | 'parked' | 'refused';

/** The last answer to a post, for people and for the policy; holds no credential. */
export interface LastAnswer {
  readonly atMs: number;
  /** HTTP status, 0 where none was read. */
  readonly status: number;
  /** Short plain code, e.g. "network", "timeout", "portal", "rateLimit", "key", "conflict". */
  readonly code: string;
  /** The backend's own message, cut to 300 characters. */
  readonly message: string;
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
  /** A post is under way or was cut off by a kill: set before the post, cleared with its answer. */
  readonly inFlightSinceMs: number | null;
  readonly lastAnswer: LastAnswer | null;
  /** Not before this time; null = at once. */
  readonly nextAtMs: number | null;
  readonly settledAtMs: number | null;
  /** Where the row came from. */
  readonly origin: 'run' | 'mirror' | 'import';
}

/** Receipts that exist only on this phone: the counter in the header. */
export function countsAsOnlyHere(receipt: Receipt): boolean {
  return receipt.state === 'waiting' || receipt.state === 'parked';
}

/** Came by a file, which has it still, and nothing is under way with it: a person may remove it again. */
export function isRemovable(receipt: Receipt): boolean {
  return receipt.origin === 'import' && receipt.inFlightSinceMs === null && receipt.state !== 'verified';
}

/**
 * A response of this device is on the way, so a new Prepare would replace what the backend can verify. A `sent` one that
 * is settled was looked after for as long as anything could come of it.
 */
export function isUndelivered(receipt: Receipt): boolean {
  return receipt.state === 'waiting' || (receipt.state === 'sent' && receipt.settledAtMs === null);
}
