/** The meaning of an answer for one receipt: the table of product.md "What a backend's answer means", first row that fits. */
import { keptMessage, kindOfStatus, type BackendFailure } from '../backend-failure.ts';
import { isSameId } from '../device-answers.ts';
import type { LastAnswer, Receipt } from '../receipt.ts';
import type { Delivery } from '../settings.ts';
import { isTransient, mayHaveTakenEffect, type PostAnswer, type ReadBack } from './answer-types.ts';
import { floorMs, jitterMs, waitMs } from './backoff.ts';
import { matchPending, showsValues, type PendingMatch } from './read-back.ts';

export type Verdict =
  | { readonly kind: 'verified'; readonly answer: LastAnswer }
  /** Answered, not proven: read again at `nextAtMs`; null when nothing more can come of reading. */
  | { readonly kind: 'sent'; readonly answer: LastAnswer; readonly nextAtMs: number | null }
  /** Keep and try again. `unanswered`: the request may have taken effect. */
  | { readonly kind: 'retry'; readonly answer: LastAnswer; readonly nextAtMs: number; readonly unanswered: boolean }
  /** Nothing is to be concluded before pending and values have been read; no other post meanwhile. */
  | { readonly kind: 'readFirst'; readonly answer: LastAnswer; readonly nextAtMs: number | null }
  /** 401: this and every other waits for a key. */
  | { readonly kind: 'pauseForKey'; readonly answer: LastAnswer }
  /** The key was gone before anything was sent. */
  | { readonly kind: 'notSent' }
  | { readonly kind: 'parked'; readonly answer: LastAnswer }
  | { readonly kind: 'notVerified'; readonly answer: LastAnswer };

export interface VerdictContext {
  readonly nowMs: number;
  /** In [0, 1). */
  readonly random: number;
  readonly settings: Delivery;
  /** Failures in a row at the time, this one included. */
  readonly failures: number;
  /** The post was made inside a wait that the backend had asked for, because a person said "now". */
  readonly pressed?: boolean;
}

/** A wait for something to show up at the backend ends here, ms: afterwards what is still pending is Not verified. */
export const SENT_PATIENCE_MS = 600_000;

/** Code of an answer that is not judged yet: the next step of the row is a read. */
export const READ_FIRST = 'readFirst';

/**
 * Codes of a refusal after which the look did not show that nothing was applied: the device shows the values (and a newer
 * change waits), or nothing is pending and the values are not shown.
 */
export const SHOWN = 'shown';
export const SHOWN_NEWER = 'shownNewer';
export const UNPROVEN = 'unproven';

/**
 * What the answer to a post means for the receipt that was posted. `knownIds`: the ids in a listing that belong to devices this phone
 * knows. A listing proves that the device is absent only if every id in it is one of them; an id that matches none may be this
 * device's, spelled in another way.
 */
export function judgePost(
  posted: PostAnswer,
  receipt: Receipt,
  context: VerdictContext,
  knownIds: ReadonlySet<string>,
): Verdict {
  switch (posted.kind) {
    case 'failed':
      return judgeFailedPost(posted.failure, context);
    case 'nothingPending':
      return judgeClean(posted.status, receipt, context);
    case 'listing': {
      const mayNameIt = posted.packages.some(
        ({ uniqueId }) => isSameId(uniqueId, receipt.uniqueId) || !knownIds.has(uniqueId),
      );
      if (mayNameIt) return { kind: 'readFirst', answer: said(context, posted.status, READ_FIRST), nextAtMs: null };
      // A list that goes on, or that has an error beside it, proves nothing yet.
      return posted.isWhole ? judgeClean(posted.status, receipt, context) : look(posted.status, context);
    }
    case 'accepted':
      return {
        kind: 'sent',
        answer: said(context, posted.status, 'sent'),
        nextAtMs: context.nowMs + context.settings.backoffMinMs,
      };
  }
}

/**
 * What a read means for a receipt whose answer was not conclusive: `readFirst` (a listing or a refusal that a repeat may
 * have caused) or `sent`.
 */
export function judgeReadBack(read: ReadBack, receipt: Receipt, context: VerdictContext): Verdict {
  const first = receipt.lastAnswer ?? said(context, 0, 'sent');
  if (read.kind === 'failed') return judgeFailedRead(read.failure, receipt, first, context);
  if (first.status >= 400) return judgeRefusal(read, receipt, first, context);
  const isSent = receipt.state === 'sent';
  // The listing itself said "pending": only a better source than it may say otherwise.
  const listed = !isSent && read.pending === null && (!read.listed || read.pendingFrom === 'device');
  if (listed) return { kind: 'notVerified', answer: said(context, first.status, 'notVerified', first.message) };
  if (!read.listed) return notYet(receipt, first, context);
  const shown = showsValues(read.values, receipt.values);
  // Nothing is pending and the values are shown nowhere: no look would tell more, and no new change would cost anything.
  if (isSent && read.pendingFrom === 'package' && !shown)
    return { kind: 'sent', answer: said(context, first.status, 'sent'), nextAtMs: null };
  if (read.pending === null)
    return shown && provesNothingPending(read)
      ? { kind: 'verified', answer: said(context, first.status, 'verified') }
      : notYet(receipt, first, context);
  const match = matchPending(read.pending, receipt.values);
  if (isSent && match === 'ours' && ageMs(first, context) < SENT_PATIENCE_MS) return notYet(receipt, first, context);
  // Somebody has prepared the next change; values that match while one waits prove less than Verified says.
  if (match === 'other' && shown) return notYet(receipt, first, context, 'newerChange');
  return notVerified(match, first, context);
}

/**
 * What a look says after a 4xx. Where an earlier post was never answered, the refusal may be the answer to a repeat: it is Verified
 * only if the device did not show the values before the first post, and Refused only if ours is still pending. Where every post was answered with a 4xx,
 * values that happen to match make no Verified.
 */
function judgeRefusal(
  read: Extract<ReadBack, { kind: 'read' }>,
  receipt: Receipt,
  first: LastAnswer,
  context: VerdictContext,
): Verdict {
  const parked = (code: string): Verdict => ({ kind: 'parked', answer: { ...first, atMs: context.nowMs, code } });
  const mayBeRepeat = receipt.unanswered > 0;
  const refused = mayBeRepeat ? parked(UNPROVEN) : { kind: 'parked' as const, answer: refusal(first, context) };
  if (!read.listed) return refused;
  const shown = showsValues(read.values, receipt.values);
  if (read.pending === null) {
    const isNew = receipt.answers === 'accepted' || (mayBeRepeat && receipt.shownBefore === false);
    if (shown && isNew && provesNothingPending(read))
      return { kind: 'verified', answer: said(context, first.status, 'verified') };
    return parked(shown && !mayBeRepeat ? SHOWN : UNPROVEN);
  }
  const match = matchPending(read.pending, receipt.values);
  // Still pending: no post of it has taken effect.
  if (match === 'ours') return { kind: 'parked', answer: refusal(first, context) };
  if (match === 'unknown') return refused;
  return match === 'other' && shown ? parked(SHOWN_NEWER) : notVerified(match, first, context);
}

/** A record of the device that names nothing pending proves nothing while the backend would not, or not clearly, say that it has no package. */
function provesNothingPending(read: Extract<ReadBack, { kind: 'read' }>): boolean {
  return read.pending === null && read.pendingFrom !== 'device';
}

function notVerified(match: PendingMatch, first: LastAnswer, context: VerdictContext): Verdict {
  const isReplaced = match === 'other' || match === 'merged';
  return {
    kind: 'notVerified',
    answer: said(context, first.status, isReplaced ? 'replaced' : 'notVerified', first.message),
  };
}

/**
 * Whether a clean answer needs a look: the response may not be this device's, or the backend may have had it before, and
 * one that answers 204 whenever nothing is pending would verify anything.
 */
function needsProof(receipt: Receipt): boolean {
  return (
    receipt.origin !== 'run' || receipt.owner === 'unsure' || receipt.unanswered > 0 || receipt.answers !== undefined
  );
}

/** Whether the next step of this row is a read instead of a post. */
export function needsRead(receipt: Receipt): boolean {
  return receipt.state === 'sent' || receipt.lastAnswer?.code === READ_FIRST;
}

/** 204, or a whole list that does not name the device. */
function judgeClean(status: number, receipt: Receipt, context: VerdictContext): Verdict {
  return needsProof(receipt) ? look(status, context) : { kind: 'verified', answer: said(context, status, 'verified') };
}

/** Sent, and read at once. */
function look(status: number, context: VerdictContext): Verdict {
  return { kind: 'sent', answer: said(context, status, 'sent'), nextAtMs: context.nowMs };
}

function judgeFailedPost(failure: BackendFailure, context: VerdictContext): Verdict {
  const answer = said(context, failure.status, failure.kind, keptMessage(failure));
  if (failure.kind === 'noKey') return { kind: 'notSent' };
  if (failure.kind === 'key') return { kind: 'pauseForKey', answer };
  if (isTransient(failure)) {
    return {
      kind: 'retry',
      answer: withAsked(answer, failure, context),
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
      answer: withAsked(first, failure, context),
      nextAtMs: nextAtMs(failure, context),
    };
  }
  // The backend lets nobody look: its first word stands. A look that told nothing proves nothing either.
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

/** The answer with the wait that the backend has asked for, where it has. */
export function withAsked(
  answer: LastAnswer,
  failure: BackendFailure,
  { nowMs, settings, pressed }: VerdictContext,
): LastAnswer {
  const { asked: _, ...rest } = answer;
  const floor = floorMs(failure, settings);
  return floor === null
    ? rest
    : { ...rest, asked: { atMs: nowMs, untilMs: nowMs + floor, wasPressed: pressed === true } };
}

/** Neither pending nor shown: keep looking for a while, ever more rarely, then leave it as Sent. */
function notYet(receipt: Receipt, first: LastAnswer, context: VerdictContext, code = 'sent'): Verdict {
  const begun = receipt.state === 'sent' ? { ...first, code } : { ...first, atMs: context.nowMs, code };
  // After a clock that jumped back the patience begins anew, or it would never end.
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

function said(context: VerdictContext, status: number, code: string, message = ''): LastAnswer {
  return { atMs: context.nowMs, status, code, message: message.slice(0, 300) };
}
