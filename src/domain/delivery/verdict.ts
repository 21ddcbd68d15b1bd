/** The meaning of an answer for one receipt: the table of product.md "What a backend's answer means", first row that fits. */
import type { BackendFailure } from '../backend-failure.ts';
import type { LastAnswer, Receipt } from '../receipt.ts';
import type { Delivery } from '../settings.ts';
import { isTransient, mayHaveTakenEffect, type PostAnswer, type ReadBack } from './answer.ts';
import { jitterMs, waitMs } from './backoff.ts';
import { matchPending, showsValues } from './read-back.ts';

export type Verdict =
  | { readonly kind: 'verified'; readonly answer: LastAnswer }
  /** Answered, not proven: read again at `nextAtMs`; null when nothing more can come of reading. */
  | { readonly kind: 'sent'; readonly answer: LastAnswer; readonly nextAtMs: number | null }
  /** Keep and try again. `unanswered`: the request may have taken effect all the same. */
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
}

/** A wait for something to show up at the backend ends here, ms: afterwards what is still pending is Not verified. */
export const SENT_PATIENCE_MS = 600_000;

/** Code of an answer that is not judged yet: the next step of the row is a read. */
export const READ_FIRST = 'readFirst';

/** What the answer to a post means for the receipt that was posted. */
export function judgePost(posted: PostAnswer, receipt: Receipt, context: VerdictContext): Verdict {
  switch (posted.kind) {
    case 'failed':
      return judgeFailedPost(posted.failure, receipt, context);
    case 'nothingPending':
      return { kind: 'verified', answer: said(context, posted.status, 'verified') };
    case 'listing': {
      const names = posted.packages.some(({ uniqueId }) => uniqueId === receipt.uniqueId);
      if (!names) return { kind: 'verified', answer: said(context, posted.status, 'verified') };
      return { kind: 'readFirst', answer: said(context, posted.status, READ_FIRST), nextAtMs: null };
    }
    case 'accepted':
      return { kind: 'sent', answer: said(context, posted.status, 'sent'), nextAtMs: context.nowMs + context.settings.backoffMinMs };
  }
}

/**
 * What a read means for a receipt whose answer was not conclusive: `readFirst` (a listing or a refusal that a repeat may
 * have caused) or `sent`.
 */
export function judgeReadBack(read: ReadBack, receipt: Receipt, context: VerdictContext): Verdict {
  const first = receipt.lastAnswer ?? said(context, 0, 'sent');
  const isSent = receipt.state === 'sent';
  if (read.kind === 'failed') return judgeFailedRead(read.failure, receipt, first, isSent, context);
  const refused = !isSent && first.status >= 400;
  // The listing itself said "pending": only a better source than it may say otherwise.
  const listed = !isSent && !refused && read.pending === null && (!read.listed || read.pendingFrom === 'device');
  if (listed) return { kind: 'notVerified', answer: said(context, first.status, 'notVerified', first.message) };
  if (!read.listed) return refused ? { kind: 'parked', answer: refusal(first, context) } : notYet(receipt, first, context);
  if (read.pending === null) {
    const shown = showsValues(read.values, receipt.values);
    return shown ? { kind: 'verified', answer: said(context, first.status, 'verified') } : notYet(receipt, first, context);
  }
  const match = matchPending(read.pending, receipt.values);
  if (isSent && match === 'ours' && ageMs(first, context) < SENT_PATIENCE_MS) return notYet(receipt, first, context);
  if (match === 'other' && showsValues(read.values, receipt.values)) {
    // An earlier try was applied, then somebody has prepared the next change. A bare 2xx proves less: it stays Sent.
    if (isSent) return notYet(receipt, first, context);
    if (mayBeRepeat(receipt)) return { kind: 'verified', answer: said(context, first.status, 'newerChange') };
  }
  // Still pending as we prepared it: a refusal was a refusal, whatever became of an earlier try.
  if (refused && (match === 'ours' || match === 'unknown')) return { kind: 'parked', answer: refusal(first, context) };
  const isReplaced = match === 'other' || match === 'merged';
  return { kind: 'notVerified', answer: said(context, first.status, isReplaced ? 'replaced' : 'notVerified', first.message) };
}

/** Codes a refusal goes by, so that the screen need not know statuses. */
export function refusalCode(status: number): string {
  const codes: Readonly<Record<number, string>> = { 403: 'forbidden', 404: 'notFound', 409: 'conflict', 415: 'mediaType' };
  return codes[status] ?? 'invalid';
}

/** Whether the backend may have had this response before: a try went unanswered, or another phone has a copy. */
export function mayBeRepeat(receipt: Receipt): boolean {
  return receipt.unanswered > 0 || receipt.origin !== 'run';
}

/** Whether the next step of this row is a read instead of a post. */
export function needsRead(receipt: Receipt): boolean {
  return receipt.state === 'sent' || receipt.lastAnswer?.code === READ_FIRST;
}

function judgeFailedPost(failure: BackendFailure, receipt: Receipt, context: VerdictContext): Verdict {
  const answer = said(context, failure.status, failure.kind, failure.message);
  if (failure.kind === 'noKey') return { kind: 'notSent' };
  if (failure.kind === 'key') return { kind: 'pauseForKey', answer };
  if (isTransient(failure)) {
    const nextAtMs = context.nowMs + waitMs(failure, context.failures, context.random, context.settings);
    return { kind: 'retry', answer, nextAtMs, unanswered: mayHaveTakenEffect(failure) };
  }
  // A conflict may be the answer to a repeat, and any refusal may be once a try went unanswered or another phone has posted it.
  if (failure.kind === 'conflict' || mayBeRepeat(receipt)) return { kind: 'readFirst', answer: { ...answer, code: READ_FIRST }, nextAtMs: null };
  return { kind: 'parked', answer };
}

function judgeFailedRead(failure: BackendFailure, receipt: Receipt, first: LastAnswer, isSent: boolean, context: VerdictContext): Verdict {
  if (failure.kind === 'noKey') return { kind: 'notSent' };
  if (failure.kind === 'key') return { kind: 'pauseForKey', answer: first };
  if (isTransient(failure)) {
    const nextAtMs = context.nowMs + waitMs(failure, context.failures, context.random, context.settings);
    return isSent ? { kind: 'sent', answer: first, nextAtMs } : { kind: 'readFirst', answer: first, nextAtMs };
  }
  // The backend lets nobody look: its first word stands.
  if (isSent) return notYet(receipt, first, context);
  return first.status >= 400
    ? { kind: 'parked', answer: refusal(first, context) }
    : { kind: 'notVerified', answer: said(context, first.status, 'notVerified', first.message) };
}

/** Neither pending nor shown: keep looking for a while, ever more rarely, then leave it as Sent. */
function notYet(receipt: Receipt, first: LastAnswer, context: VerdictContext): Verdict {
  const begun = receipt.state === 'sent' ? first : { ...first, atMs: context.nowMs, code: first.status >= 400 ? 'unproven' : 'sent' };
  // After a clock that jumped back the patience begins anew, or it would never end.
  const answer = begun.atMs > context.nowMs ? { ...begun, atMs: context.nowMs } : begun;
  const age = ageMs(answer, context);
  if (age >= SENT_PATIENCE_MS) return { kind: 'sent', answer, nextAtMs: null };
  const failures = 1 + Math.floor(Math.log2(1 + age / context.settings.backoffMinMs));
  return { kind: 'sent', answer, nextAtMs: context.nowMs + jitterMs(failures, context.random, context.settings) };
}

function refusal(first: LastAnswer, context: VerdictContext): LastAnswer {
  return { ...first, atMs: context.nowMs, code: refusalCode(first.status) };
}

function ageMs(answer: LastAnswer, context: VerdictContext): number {
  return Math.max(0, context.nowMs - answer.atMs);
}

function said(context: VerdictContext, status: number, code: string, message = ''): LastAnswer {
  return { atMs: context.nowMs, status, code, message: message.slice(0, 300) };
}
