/** What the backend's judgement of a receipt means for the run that waits for it (product.md: uncertain until judged). */
import { isOfCommand } from '../commands/command.ts';
import type { Receipt } from '../receipt.ts';
import type { Run } from '../run.ts';
import { endWith, stepTo } from './journal.ts';

export type Settled =
  /** The run is over. */
  | { readonly kind: 'ended'; readonly run: Run }
  /** The response was another beacon's: ours may still hold its own. */
  | { readonly kind: 'goesOn'; readonly run: Run };

/** What to store for this run now that its receipts stand as they do; null where nothing changes. */
export function settleRun(run: Run, receipts: readonly Receipt[], nowMs: number): Settled | null {
  // A command has no response: no receipt is ever its own.
  if (isOfCommand(run)) return null;
  const own = receipts.filter((receipt) => receipt.runId === run.id && receipt.state !== 'reserved');
  const verified = own.find((receipt) => receipt.state === 'verified' && receipt.uniqueId === run.uniqueId);
  // The backend's word outweighs what this phone concluded meanwhile.
  if (verified !== undefined && run.outcome?.kind !== 'receipt') {
    return { kind: 'ended', run: endWith(run, { kind: 'receipt', receiptId: verified.id }, nowMs) };
  }
  const givenTo = receipts.find((receipt) => receipt.runId !== run.id && receipt.state === 'verified' && isForRun(receipt, run));
  if (givenTo !== undefined && run.outcome === null) {
    return { kind: 'ended', run: endWith(run, { kind: 'receipt', receiptId: givenTo.id }, nowMs) };
  }
  if (run.outcome !== null || run.step !== 'receipt') return null;
  const judged = own[own.length - 1];
  if (judged === undefined) return null;
  if (judged.state === 'verified') return { kind: 'goesOn', run: stepTo(run, 'reading', nowMs, 'the response was of another beacon') };
  // Refused, and looked into: whose it is the backend will not say, and the beacon that was meant may still hold its own.
  if (judged.state === 'parked' && (judged.owner === 'unsure' || judged.candidates.length > 1)) {
    return { kind: 'goesOn', run: stepTo(run, 'reading', nowMs, 'the backend refused the response') };
  }
  if (judged.state !== 'notVerified') return null;
  const onlyOurs = judged.candidates.every((candidate) => candidate === run.uniqueId);
  // Another token is another packet's: ours may still lie in the beacon that was meant.
  const mayBeOurs = judged.token === null || run.packageToken === null || judged.token === run.packageToken;
  return onlyOurs && mayBeOurs
    ? { kind: 'ended', run: endWith(run, { kind: 'receiptLost' }, nowMs) }
    : { kind: 'goesOn', run: stepTo(run, 'reading', nowMs, 'the response was not verified') };
}

/** Read by another run with several candidates, and given to this run's device in the end; its token does not speak against it. */
function isForRun(receipt: Receipt, run: Run): boolean {
  if (receipt.uniqueId !== run.uniqueId || receipt.candidates.length < 2 || run.step === 'intent') return false;
  return receipt.token === null || run.packageToken === null || receipt.token === run.packageToken;
}
