/**
 * A receipt: the beacon's one-time secure response and its delivery state (product.md "Receipts", interface.md 4.4).
 */
import * as z from 'zod/mini';
import { comparableNames, sameValues } from './attributes/values.ts';
import { errandOf } from './errand.ts';
import { memoizeByObject } from './memoize.ts';
import { groupedBy } from './record.ts';
import { clockTrust } from './run.ts';
import { jsonValues, rowObject, type Parsed } from './schema.ts';

/**
 * `reserved`: padded row without a response · `waiting`: to be posted · `sent`: answered, not verified yet · `verified`
 * · `notVerified`: still pending at the backend · `parked`: refused by the backend (4xx), kept · `refused`: a plain
 * response of the beacon with a result other than 0, held, not counted as a receipt.
 */
export const RECEIPT_STATES = ['reserved', 'waiting', 'sent', 'verified', 'notVerified', 'parked', 'refused'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** The last answer to a post, for the screens and the delivery rules. Contains no credentials. */
export const lastAnswer = rowObject({
  atMs: z.number(),
  /** HTTP status, 0 when none was received. */
  status: z.number(),
  /** Short plain code, e.g. "network", "timeout", "portal", "rateLimit", "key", "conflict". */
  code: z.string(),
  /** The backend's own message, cut to 300 characters. */
  message: z.string(),
  /**
   * This refusal does not pause the queue: a person has pressed "Resume" since, or the read after it has shown that
   * nothing is pending, so that it may have been a repeat.
   */
  isForgiven: z.optional(z.boolean()),
});
export type LastAnswer = Parsed<typeof lastAnswer>;

/** The stored row of a receipt. */
export const receiptSchema = rowObject({
  id: z.string(),
  /** Absent for a configuration's receipt. A kind of a newer version is kept, and this version does not send it. */
  kind: z.optional(z.string()),
  /**
   * Of a reading: when a person asked to bring the backend up to date with it, Unix ms. It is not sent before. `held`
   * is set on every reading, so that an earlier version does not post it as a configuration's response.
   */
  syncAskedAtMs: z.optional(z.number()),
  // Can be asked for again; an invalid value must not make the receipt unreadable.
  /** Of a reading: the values in it, as the backend decrypted them, without secrets. */
  found: z.catch(z.optional(rowObject({ atMs: z.number(), values: jsonValues })), undefined),
  accountId: z.string(),
  /** The run that read it; null after an import or a restore from the second copy. */
  runId: z.nullable(z.string()),
  uniqueId: z.string(),
  deviceType: z.string(),
  /** `known`, or `unsure`: read after a reconnect, with a token that matches no unfinished run. */
  owner: z.enum(['known', 'unsure']),
  /** uniqueIds it may belong to, most likely first; [uniqueId] when known. */
  candidates: z.array(z.string()),
  /** Base64 of the bytes read from 81F2; empty while reserved. */
  responseBase64: z.string(),
  token: z.nullable(z.number()),
  /** Result code of a plain response, null when encrypted. */
  result: z.nullable(z.number()),
  /** `updated` of POST /device/update, Unix seconds; the same at every try. */
  updatedSeconds: z.number(),
  clock: clockTrust,
  /**
   * The values of the package, for comparison with what is pending at the backend. Of a reading: those of the beacon's
   * unsettled run, if there is one (`unsettledValues`).
   */
  values: jsonValues,
  state: z.enum(RECEIPT_STATES),
  /** Set by a person: keep, do not send. Ask `isHeld`, which knows readings. */
  held: z.boolean(),
  createdAtMs: z.number(),
  /** True when the second copy (OPFS) is stored. */
  mirrored: z.boolean(),
  /** Number of posts. */
  tries: z.number(),
  /** Number of posts without an answer; > 0 makes a later refusal inconclusive. */
  unanswered: z.number(),
  /** Whether the device's record showed these values when it was last read before a post; null or absent when unknown. */
  shownBefore: z.catch(z.optional(z.nullable(z.boolean())), undefined),
  /** Set before a post and cleared with its answer. Still set after a kill during the post. */
  inFlightSinceMs: z.nullable(z.number()),
  /** The best answer to any post: `refused` = 4xx only, `accepted` = a 2xx. Absent before the first answer. */
  answers: z.optional(z.enum(['refused', 'accepted'])),
  /** Set when a person has given it up: it is kept, but not counted, and blocks no new configuration. */
  givenUpAtMs: z.optional(z.number()),
  lastAnswer: z.nullable(lastAnswer),
  /** Not to be sent before this time; null = at once. */
  nextAtMs: z.nullable(z.number()),
  settledAtMs: z.nullable(z.number()),
  /** Origin of the row. */
  origin: z.enum(['run', 'mirror', 'import']),
});
export type Receipt = Parsed<typeof receiptSchema>;

/** True when only a person's action can send it. */
export function isHeld(receipt: Pick<Receipt, 'kind' | 'held' | 'syncAskedAtMs'>): boolean {
  switch (errandOf(receipt).sends) {
    case 'atOnce':
      return receipt.held;
    case 'onRequest':
      return receipt.syncAskedAtMs === undefined;
    case 'never':
      return true;
  }
}

/** True when nothing more is to be done for it: it is verified, or a reading that the backend has taken. */
export function isDelivered(receipt: Receipt): boolean {
  return (
    receipt.state === 'verified' ||
    (receipt.state === 'sent' && receipt.settledAtMs !== null && !errandOf(receipt).configures)
  );
}

/** Returns the row held back, or free to be sent. */
export function withHold(row: Receipt, held: boolean, nowMs: number): Receipt {
  if (errandOf(row).configures) return { ...row, held };
  const { syncAskedAtMs: _, ...rest } = row;
  return held ? rest : { ...rest, syncAskedAtMs: nowMs };
}

/**
 * True for a reading from before the beacon was written again: the backend must not be brought up to date with it.
 */
export function isOutdatedReading(reading: Receipt, receipts: readonly Receipt[]): boolean {
  return (
    !errandOf(reading).configures &&
    receipts.some(
      (other) =>
        errandOf(other).configures &&
        other.uniqueId === reading.uniqueId &&
        other.state !== 'reserved' &&
        other.state !== 'refused' &&
        other.createdAtMs > reading.createdAtMs,
    )
  );
}

/** True for a refusal that a person has seen: it no longer tells of the beacon. */
export function isDismissed({ state, givenUpAtMs }: Receipt): boolean {
  return state === 'refused' && givenUpAtMs !== undefined;
}

/** True for receipts that exist only on this phone, which the header counts. */
function countsAsOnlyHere(receipt: Receipt): boolean {
  return receipt.givenUpAtMs === undefined && (receipt.state === 'waiting' || receipt.state === 'parked');
}

/** True for receipts that the backend accepted but did not verify; they can be posted again and are still needed. */
function countsAsUnverified(receipt: Receipt): boolean {
  return (
    errandOf(receipt).configures &&
    receipt.givenUpAtMs === undefined &&
    (receipt.state === 'sent' || receipt.state === 'notVerified')
  );
}

/** True for an imported receipt that is not in flight; its file still contains it, so a person may remove it. */
export function isRemovable(receipt: Receipt): boolean {
  return receipt.origin === 'import' && receipt.inFlightSinceMs === null && receipt.state !== 'verified';
}

/**
 * Returns the IDs of receipts that can have no further effect, because the backend has verified a later one of the same
 * beacon, the same response for the same values, or the same values while nothing is pending. A waiting one is sent
 * anyway, unless it is a reading from before.
 */
export const settledByLater = memoizeByObject((receipts: readonly Receipt[]): ReadonlySet<string> => {
  const verified = groupedBy(
    receipts.filter(({ state }) => state === 'verified'),
    ({ uniqueId }) => uniqueId,
  );
  const isSettled = (receipt: Receipt): boolean =>
    (SETTLED_BY_LATER.includes(receipt.state) || (receipt.state === 'waiting' && !errandOf(receipt).configures)) &&
    (verified.get(receipt.uniqueId) ?? []).some(
      (other) =>
        other.createdAtMs > receipt.createdAtMs ||
        // The answer to an earlier configuration proves nothing of a later one.
        (sameValues(other.values, receipt.values) &&
          (other.responseBase64 === receipt.responseBase64 || isShown(receipt))),
    );
  return new Set(receipts.filter(isSettled).map(({ id }) => id));
});

const SETTLED_BY_LATER: readonly ReceiptState[] = ['parked', 'notVerified', 'sent', 'refused'];

/** True for a refused receipt of a known device that shows all its values while nothing is pending. */
function isShown({ state, owner, lastAnswer, values }: Receipt): boolean {
  const names = Object.keys(values).length;
  const isWhole = names > 0 && comparableNames(values).length === names;
  return state === 'parked' && owner === 'known' && lastAnswer?.code === 'shown' && isWhole;
}

/**
 * Returns the counts for the screens: receipts that exist only here, those of them that are to be sent, and accepted
 * ones that are not verified. A reading is to be sent only when a person has asked for it.
 */
export function countReceipts(receipts: readonly Receipt[]) {
  const open = unsettled(receipts);
  const onlyHere = open.filter(countsAsOnlyHere);
  return {
    onlyHere: onlyHere.length,
    toSend: onlyHere.filter((receipt) => errandOf(receipt).configures || !isHeld(receipt)).length,
    unverified: open.filter(countsAsUnverified).length,
  };
}

/**
 * Returns the number of receipts that exist only on this phone and in no file as far as is known: neither exported nor
 * imported.
 */
export function countUnexported(receipts: readonly Receipt[], exported: ReadonlySet<string>): number {
  return unsettled(receipts).filter(
    (receipt) => countsAsOnlyHere(receipt) && receipt.origin !== 'import' && !exported.has(receipt.id),
  ).length;
}

/** Returns the IDs of the counted receipts. */
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
 * Returns the receipts that preparing their beacon again would make worthless: in delivery, or refused and not given
 * up. A `sent` one that is settled is left out, because reading it again cannot prove more, and so is a reading, which
 * the backend takes whatever is pending.
 */
export function undelivered(receipts: readonly Receipt[]): Receipt[] {
  const settled = settledByLater(receipts);
  const isOpen = (receipt: Receipt): boolean =>
    countsAsOnlyHere(receipt) ||
    (receipt.givenUpAtMs === undefined && receipt.state === 'sent' && receipt.settledAtMs === null);
  return receipts.filter((receipt) => errandOf(receipt).configures && isOpen(receipt) && !settled.has(receipt.id));
}

/** The beacons with an undelivered receipt that is not sent by itself: it is held back, or the backend refused it. */
export function waitingForPerson(receipts: readonly Receipt[]): ReadonlySet<string> {
  const stuck = undelivered(receipts).filter((receipt) => receipt.state === 'parked' || isHeld(receipt));
  return new Set(stuck.flatMap(({ uniqueId, candidates }) => [uniqueId, ...candidates]));
}
