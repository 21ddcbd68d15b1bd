/**
 * What an answer means for a receipt. Implements the table of product.md "What a backend's answer means"; the first
 * matching row applies.
 */
import {
  isTransient,
  mayHaveTakenEffect,
  messageToStore,
  kindOfStatus,
  type BackendFailure,
} from '../backend-failure.ts';
import { isSameId } from '../device-answers.ts';
import { comparableNames } from '../attributes/values.ts';
import { type LastAnswer, type Receipt } from '../receipt.ts';
import type { Delivery } from '../settings.ts';
import type { PostAnswer, ReadBack } from './answer-types.ts';
import { jitterMs, waitMs } from './backoff.ts';
import { errandOf } from '../errand.ts';
import { matchPending, showsValues, type PendingMatch } from './read-back.ts';

export type Verdict =
  | { readonly kind: 'verified' | 'notVerified' | 'parked'; readonly answer: LastAnswer }
  /** Answered but not proven: read again at `nextAtMs`; null when further reads cannot prove more. */
  | { readonly kind: 'sent'; readonly answer: LastAnswer; readonly nextAtMs: number | null }
  /** Keep and try again. `unanswered`: the request may have taken effect. */
  | { readonly kind: 'retry'; readonly answer: LastAnswer; readonly nextAtMs: number; readonly unanswered: boolean }
  /** Pending and current values must be read before anything is concluded or posted. */
  | { readonly kind: 'readFirst'; readonly answer: LastAnswer; readonly nextAtMs: number | null }
  /** 401: every receipt waits for a key. */
  | { readonly kind: 'pauseForKey'; readonly answer: LastAnswer }
  /** The key was missing before anything was sent. */
  | { readonly kind: 'notSent' };

export interface VerdictContext {
  readonly nowMs: number;
  /** In [0, 1). */
  readonly random: number;
  readonly settings: Delivery;
  /** Failures in a row, including this one. */
  readonly failures: number;
}

/** Longest wait for the backend to show an applied change, ms. What is still pending afterwards is Not verified. */
export const SENT_PATIENCE_MS = 600_000;

/** Code of the answer when the backend has no call that takes over a reading. */
export const NOT_SUPPORTED = 'notSupported';

/** Code of an answer that cannot be judged before a read. */
export const READ_FIRST = 'readFirst';

/**
 * Codes of a refusal after which the read did not rule out that the change was applied: the device shows the values
 * (and a newer change is pending), or nothing is pending and the values are not shown.
 */
export const SHOWN = 'shown';
export const SHOWN_NEWER = 'shownNewer';
export const UNPROVEN = 'unproven';

/**
 * Code of a refusal after which the read proved that the change is not pending any more and was not applied, so somebody
 * has withdrawn it. The row is `notVerified`, so that the device can be prepared again.
 */
export const GONE = 'gone';

/** Statuses of a key without access: forbidden, or the device is unknown to this key. */
export const NO_ACCESS: readonly number[] = [403, 404];

/** Code of a beacon's refusal that does not matter any more: the device shows the values, and nothing is pending. */
export const APPLIED_ELSEWHERE = 'appliedElsewhere';

/**
 * Returns what the answer to a post means for the posted receipt. `knownIds`: the IDs in the answer's list that belong
 * to devices this phone knows. A list proves that the device is absent only if all its IDs are known; an unknown ID may
 * be another spelling of this device.
 */
export function judgePost(
  posted: PostAnswer,
  receipt: Receipt,
  context: VerdictContext,
  knownIds: ReadonlySet<string>,
): Verdict {
  switch (posted.kind) {
    case 'failed': {
      const verdict = judgeFailedPost(posted.failure, context);
      // A refused reading has changed nothing at the backend, and posting it again does no harm.
      return verdict.kind === 'readFirst' && !errandOf(receipt).configures
        ? { kind: 'parked', answer: { ...verdict.answer, code: posted.failure.kind } }
        : verdict;
    }
    case 'nothingPending':
      return judgeClean(posted.status, receipt, context);
    case 'listing': {
      const mayNameIt = posted.packages.some(
        ({ uniqueId }) => isSameId(uniqueId, receipt.uniqueId) || !knownIds.has(uniqueId),
      );
      if (mayNameIt) return { kind: 'readFirst', answer: answerOf(context, posted.status, READ_FIRST), nextAtMs: null };
      // An incomplete list, or one with an error, proves nothing yet.
      return posted.isWhole ? judgeClean(posted.status, receipt, context) : readSoon(posted.status, context);
    }
    case 'accepted':
      return {
        kind: 'sent',
        answer: answerOf(context, posted.status, 'sent'),
        // The backend has taken over a reading when it answers.
        nextAtMs: context.nowMs + (errandOf(receipt).configures ? context.settings.backoffMinMs : 0),
      };
  }
}

/**
 * Returns what a read means for a receipt whose answer was inconclusive: `readFirst` (a list, or a refusal that a
 * repeat may have caused) or `sent`.
 */
export function judgeReadBack(read: ReadBack, receipt: Receipt, context: VerdictContext): Verdict {
  const first = receipt.lastAnswer ?? answerOf(context, 0, 'sent');
  if (read.kind === 'failed') return judgeFailedRead(read.failure, receipt, first, context);
  if (!errandOf(receipt).configures) return judgeTaken(read, receipt, first, context);
  if (first.status >= 400) return judgeRefusal(read, receipt, first, context);
  const isSent = receipt.state === 'sent';
  // The list in the answer said "pending". Only a better source may contradict it.
  const listed = !isSent && read.pending === null && (!read.listed || read.pendingFrom === 'device');
  if (listed) return { kind: 'notVerified', answer: answerOf(context, first.status, 'notVerified', first.message) };
  if (!read.listed) return notYet(receipt, first, context);
  const shown = showsValues(read.values, receipt.values);
  // Nothing is pending and the values are not shown: further reads would prove nothing, and preparing again is safe.
  if (isSent && read.pendingFrom === 'package' && !shown)
    return { kind: 'sent', answer: answerOf(context, first.status, 'sent'), nextAtMs: null };
  if (read.pending === null)
    return shown && provesNothingPending(read)
      ? { kind: 'verified', answer: answerOf(context, first.status, 'verified') }
      : notYet(receipt, first, context);
  const match = matchPending(read.pending, receipt.values);
  if (isSent && match === 'ours' && ageMs(first, context) < SENT_PATIENCE_MS) return notYet(receipt, first, context);
  // The next change has been prepared. Matching values prove less while another change is pending.
  if (match === 'other' && shown) return notYet(receipt, first, context, 'newerChange');
  return notVerified(match, first, context);
}

/**
 * Judges a read after a reading was taken: the run that it is to settle is Verified only if the backend shows the
 * written values and nothing pending. Without such a run the reading is done.
 */
function judgeTaken(
  read: Extract<ReadBack, { kind: 'read' }>,
  receipt: Receipt,
  first: LastAnswer,
  context: VerdictContext,
): Verdict {
  if (read.listed && showsValues(read.values, receipt.values) && provesNothingPending(read))
    return { kind: 'verified', answer: answerOf(context, first.status, 'verified') };
  return comparableNames(receipt.values).length === 0
    ? { kind: 'sent', answer: first, nextAtMs: null }
    : notYet(receipt, first, context);
}

/**
 * Judges a read after a 4xx. When an earlier post got no answer, the refusal may be the answer to a repeat: the receipt
 * is Verified only if the device did not show the values before a post, and Refused only if its package is
 * still pending. When every post was answered with a 4xx, matching values do not prove it.
 */
function judgeRefusal(
  read: Extract<ReadBack, { kind: 'read' }>,
  receipt: Receipt,
  first: LastAnswer,
  context: VerdictContext,
): Verdict {
  const parked = (answer: LastAnswer): Verdict => ({ kind: 'parked', answer });
  const withCode = (code: string): LastAnswer => ({ ...first, atMs: context.nowMs, code });
  const mayBeRepeat = receipt.unanswered > 0;
  const answer = mayBeRepeat ? withCode(UNPROVEN) : refusal(first, context);
  if (!read.listed) return parked(answer);
  const shown = showsValues(read.values, receipt.values);
  if (read.pending === null) {
    const isNew = receipt.answers === 'accepted' || (mayBeRepeat && receipt.shownBefore === false);
    if (shown && isNew && provesNothingPending(read))
      return { kind: 'verified', answer: answerOf(context, first.status, 'verified') };
    if (shown && !mayBeRepeat) return parked(withCode(SHOWN));
    if (
      !shown &&
      !mayBeRepeat &&
      receipt.owner === 'known' &&
      provesNothingPending(read) &&
      !NO_ACCESS.includes(first.status)
    )
      return { kind: 'notVerified', answer: answerOf(context, first.status, GONE, first.message) };
    // The backend has listed the device for this key: the address and the key are right.
    return parked({ ...answer, isForgiven: true });
  }
  const match = matchPending(read.pending, receipt.values);
  // The package is still pending, so no post has taken effect.
  if (match === 'ours') return parked(refusal(first, context));
  if (match === 'unknown') return parked(answer);
  return match === 'other' && shown ? parked(withCode(SHOWN_NEWER)) : notVerified(match, first, context);
}

/**
 * True when the read proves that nothing is pending. A device record without pending values does not prove it unless
 * the backend has confirmed that there is no package.
 */
export function provesNothingPending(read: Extract<ReadBack, { kind: 'read' }>): boolean {
  return read.pending === null && read.pendingFrom !== 'device';
}

function notVerified(match: PendingMatch, first: LastAnswer, context: VerdictContext): Verdict {
  const isReplaced = match === 'other' || match === 'merged';
  return {
    kind: 'notVerified',
    answer: answerOf(context, first.status, isReplaced ? 'replaced' : 'notVerified', first.message),
  };
}

/**
 * True when a 204 is not enough: the response may belong to another device, or the backend may have received it before.
 * A backend that answers 204 whenever nothing is pending would otherwise verify anything.
 */
function needsProof(receipt: Receipt): boolean {
  return (
    receipt.origin !== 'run' || receipt.owner === 'unsure' || receipt.unanswered > 0 || receipt.answers !== undefined
  );
}

/** True when the row's next step is a read, not a post. */
export function needsRead(receipt: Receipt): boolean {
  return receipt.state === 'sent' || receipt.lastAnswer?.code === READ_FIRST;
}

/** Judges a 204, or a complete list without the device. */
function judgeClean(status: number, receipt: Receipt, context: VerdictContext): Verdict {
  return needsProof(receipt)
    ? readSoon(status, context)
    : { kind: 'verified', answer: answerOf(context, status, 'verified') };
}

/** Returns Sent with a read that is due at once. */
function readSoon(status: number, context: VerdictContext): Verdict {
  return { kind: 'sent', answer: answerOf(context, status, 'sent'), nextAtMs: context.nowMs };
}

function judgeFailedPost(failure: BackendFailure, context: VerdictContext): Verdict {
  const answer = answerOf(context, failure.status, failure.kind, messageToStore(failure));
  if (failure.kind === 'noKey') return { kind: 'notSent' };
  if (failure.kind === 'key') return { kind: 'pauseForKey', answer };
  if (isTransient(failure)) {
    return {
      kind: 'retry',
      answer,
      nextAtMs: nextAtMs(failure, context),
      unanswered: mayHaveTakenEffect(failure),
    };
  }
  return { kind: 'readFirst', answer: { ...answer, code: READ_FIRST }, nextAtMs: null };
}

function judgeFailedRead(
  failure: BackendFailure,
  receipt: Receipt,
  first: LastAnswer,
  context: VerdictContext,
): Verdict {
  const isSent = receipt.state === 'sent';
  if (failure.kind === 'noKey') return { kind: 'notSent' };
  if (failure.kind === 'key') return { kind: 'pauseForKey', answer: first };
  if (isTransient(failure)) {
    return {
      kind: isSent ? 'sent' : 'readFirst',
      answer: first,
      nextAtMs: nextAtMs(failure, context),
    };
  }
  // This key cannot read the device, so the first answer stands. An inconclusive read proves nothing either.
  if (first.status >= 400)
    return {
      kind: 'parked',
      answer:
        failure.status >= 400 && receipt.unanswered === 0
          ? refusal(first, context)
          : { ...first, atMs: context.nowMs, code: UNPROVEN },
    };
  return isSent ? notYet(receipt, first, context) : notVerified('unknown', first, context);
}

function nextAtMs(failure: BackendFailure, context: VerdictContext): number {
  return context.nowMs + waitMs(failure, context.failures, context.random, context.settings);
}

/** Neither pending nor shown: keep reading at growing intervals up to SENT_PATIENCE_MS, then leave it as Sent. */
function notYet(receipt: Receipt, first: LastAnswer, context: VerdictContext, code = 'sent'): Verdict {
  const begun = receipt.state === 'sent' ? { ...first, code } : { ...first, atMs: context.nowMs, code };
  // If the clock was set back, start the patience again; otherwise it would never end.
  const answer = begun.atMs > context.nowMs ? { ...begun, atMs: context.nowMs } : begun;
  const age = ageMs(answer, context);
  if (age >= SENT_PATIENCE_MS) return { kind: 'sent', answer, nextAtMs: null };
  const failures = 1 + Math.floor(Math.log2(1 + age / context.settings.backoffMinMs));
  return { kind: 'sent', answer, nextAtMs: context.nowMs + jitterMs(failures, context.random, context.settings) };
}

function refusal(first: LastAnswer, context: VerdictContext): LastAnswer {
  return { ...first, atMs: context.nowMs, code: kindOfStatus(first.status) };
}

function ageMs(answer: LastAnswer, context: VerdictContext): number {
  return Math.max(0, context.nowMs - answer.atMs);
}

function answerOf(context: VerdictContext, status: number, code: string, message = ''): LastAnswer {
  return { atMs: context.nowMs, status, code, message: message.slice(0, 300) };
}
