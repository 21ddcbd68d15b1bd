/** Creates the initial row of a receipt, and restores a row from its second copy. */
import { RESULT } from './result-codes.ts';
import { errandOf } from './errand.ts';
import type { Receipt } from './receipt.ts';

/** The facts from which a receipt's row is created. */
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
  Partial<Pick<Receipt, 'kind' | 'owner' | 'candidates' | 'token' | 'tries' | 'unanswered'>>;

/** Returns a new row; nothing has been sent. */
export function newReceipt(facts: ReceiptFacts): Receipt {
  return {
    owner: 'known',
    candidates: [facts.uniqueId],
    token: null,
    ...facts,
    ...(facts.responseBase64 === '' ? { state: 'reserved', held: false } : firstState(facts.result, facts.kind)),
    mirrored: false,
    ...NEVER_POSTED,
    tries: facts.tries ?? 0,
    unanswered: facts.unanswered ?? 0,
  };
}

const WAITING = { state: 'waiting', held: false } as const;
/** An earlier version, which takes it for a configuration's receipt, does not send it. */
const WAITING_READING = { state: 'waiting', held: true } as const;
const REFUSED = { state: 'refused', held: true } as const;
/** Delivery state of a row without any answer. */
const NEVER_POSTED = { inFlightSinceMs: null, lastAnswer: null, nextAtMs: null, settledAtMs: null } as const;

/**
 * Returns the row restored from a second copy. It may have been posted before the row was lost, so its next post may be
 * a repeat.
 */
export function restoredReceipt(copy: Receipt): Receipt {
  return {
    ...copy,
    ...(copy.state === 'refused' ? REFUSED : waiting(copy.kind)),
    mirrored: true,
    ...NEVER_POSTED,
    tries: Math.max(1, copy.tries),
    unanswered: Math.max(1, copy.unanswered),
    origin: 'mirror',
  };
}

/** Returns the state of a new response: it waits to be sent. A plain refusal is held until a person sends it. */
function firstState(result: number | null, kind: Receipt['kind']): Pick<Receipt, 'state' | 'held'> {
  return isRefusal(result) ? REFUSED : waiting(kind);
}

function waiting(kind: Receipt['kind']): Pick<Receipt, 'state' | 'held'> {
  return errandOf({ kind }).sends === 'atOnce' ? WAITING : WAITING_READING;
}

/** True for a plain response with a result other than 0: the beacon refused. */
export function isRefusal(result: number | null): result is number {
  return result !== null && result !== RESULT.ok;
}
