/** How the row of a receipt begins, and how it begins again out of its second copy. */
import { RESULT } from './result-codes.ts';
import type { Receipt } from './receipt.ts';

/** What is told of a receipt when its row is made. */
export type ReceiptFacts = Pick<
  Receipt,
  | 'id'
  | 'accountId'
  | 'runId'
  | 'uniqueId'
  | 'deviceType'
  | 'responseBase64'
  | 'result'
  | 'updatedSeconds'
  | 'clock'
  | 'values'
  | 'createdAtMs'
  | 'origin'
> &
  Partial<Pick<Receipt, 'owner' | 'candidates' | 'token' | 'tries' | 'unanswered'>>;

/** A new row, of which nothing has been sent. */
export function newReceipt(facts: ReceiptFacts): Receipt {
  return {
    owner: 'known',
    candidates: [facts.uniqueId],
    token: null,
    ...facts,
    ...(facts.responseBase64 === '' ? { state: 'reserved', held: false } : firstState(facts.result)),
    mirrored: false,
    ...NEVER_POSTED,
    tries: facts.tries ?? 0,
    unanswered: facts.unanswered ?? 0,
  };
}

const WAITING = { state: 'waiting', held: false } as const;
const REFUSED = { state: 'refused', held: true } as const;
/** What a row says that no answer has come for. */
const NEVER_POSTED = { inFlightSinceMs: null, lastAnswer: null, nextAtMs: null, settledAtMs: null } as const;

/** A row that a second copy has brought back: it may have been posted before the row was lost, so that a post may be a repeat. */
export function restoredReceipt(copy: Receipt): Receipt {
  return {
    ...copy,
    ...(copy.state === 'refused' ? REFUSED : WAITING),
    mirrored: true,
    ...NEVER_POSTED,
    tries: Math.max(1, copy.tries),
    unanswered: Math.max(1, copy.unanswered),
    origin: 'mirror',
  };
}

/** Of a response that has come: it waits to be sent. A plain refusal is kept and not sent, unless a person says so. */
function firstState(result: number | null): Pick<Receipt, 'state' | 'held'> {
  return isRefusal(result) ? REFUSED : WAITING;
}

/** A plain response with a result other than 0: the beacon said no. */
export function isRefusal(result: number | null): result is number {
  return result !== null && result !== RESULT.ok;
}
