/** What the receipts on this phone mean for its runs: which have ended, which resume (product.md "What ends a run"). */
import type { CarriedPackage } from '../carried-package.ts';
import { isRefusal } from '../new-receipt.ts';
import type { Receipt } from '../receipt.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../run.ts';
import { mayLeaveResponse } from './earlier-runs.ts';
import { errandOf } from '../errand.ts';
import { endWith, reopened, withoutResponse } from './journal.ts';
import { matchesToken } from './response-match.ts';

/**
 * Returns the run to store given the current receipts and runs; null when nothing changes. Without an outcome it goes on:
 * the response belonged to another beacon, or the backend rejected it, and the right beacon may still hold its own.
 */
export function settleRun(run: Run, receipts: readonly Receipt[], runs: readonly Run[], nowMs: number): Run | null {
  // A command has no response, so no receipt belongs to it.
  if (!errandOf(run).expectsResponse || run.outcome?.kind === 'abandoned') return null;
  const ended = (outcome: NonNullable<Run['outcome']>): Run => endWith(run, outcome, nowMs);
  const own = receipts.filter((receipt) => receipt.runId === run.id && receipt.state !== 'reserved');
  const current = run.outcome !== null && 'receiptId' in run.outcome ? run.outcome : null;

  // The backend's verdict outweighs this phone's own conclusion.
  const verified = own.find((receipt) => receipt.state === 'verified' && receipt.uniqueId === run.uniqueId);
  if (verified !== undefined) {
    const isApplied = receipts.some((receipt) => receipt.id === current?.receiptId && receipt.state === 'verified');
    return isApplied ? null : ended({ kind: 'receipt', receiptId: verified.id });
  }
  if (run.outcome === null || mayBeCorrected(run)) {
    const givenTo = receipts.find(
      (receipt) => receipt.runId !== run.id && receipt.state === 'verified' && isForRun(receipt, run, runs),
    );
    if (givenTo !== undefined) return ended({ kind: 'receipt', receiptId: givenTo.id });
    const later = laterVerified(run, receipts, runs);
    if (later !== null) return ended({ kind: 'settledLater', receiptId: later.id });
  }
  const judged = own.at(-1);
  if (run.outcome?.kind === 'receipt') {
    const read = own.find(({ id }) => id === current?.receiptId);
    return read?.state === 'notVerified' && wasFoundAfterChooser(run) ? reopened(run, nowMs, 'notVerified') : null;
  }
  if (run.outcome !== null || judged === undefined) return null;
  // A response of the run itself was stored late or restored from its second copy.
  const ownReceipt = own.find(
    (receipt) =>
      receipt.owner === 'known' &&
      receipt.uniqueId === run.uniqueId &&
      !isRefusal(receipt.result) &&
      isOnTheWay(receipt),
  );
  if (ownReceipt !== undefined) return ended({ kind: 'receipt', receiptId: ownReceipt.id });
  if (run.step !== 'receipt') return null;
  if (judged.state === 'verified') return withoutResponse(run, nowMs, 'otherBeacon');
  if (judged.state === 'notVerified' || judged.state === 'parked') return withoutResponse(run, nowMs, 'notVerified');
  return null;
}

/**
 * True when the run can be ended without loss: it wrote nothing and its package must not be written any more, or it
 * carries a spare packet, whose outcome does not matter.
 */
export function isLeftBehind(run: Run, carried: Pick<CarriedPackage, 'state' | 'spare'> | undefined): boolean {
  if (carried === undefined || !isUnfinished(run)) return false;
  const isSetAside = carried.state === 'replaced' || carried.state === 'used' || carried.state === 'dead';
  return !errandOf(carried).isAskedFor || (isSetAside && !mayHaveWritten(run) && errandOf(run).expectsResponse);
}

function isOnTheWay(receipt: Receipt): boolean {
  return receipt.state === 'waiting' || receipt.state === 'sent';
}

/** True when the run ended without a receipt and a person did not end it. */
function mayBeCorrected(run: Run): boolean {
  return run.outcome !== null && ['packageDead', 'receiptLost', 'noAnswer', 'refused'].includes(run.outcome.kind);
}

/** True when only the token identified the response as this run's. */
function wasFoundAfterChooser(run: Run): boolean {
  const last = run.journal.findLast(({ handle, step }) => handle !== undefined || step === 'writing');
  return last?.handle === 'chooser';
}

/** Returns the verified receipt of a later run of the same device, or null. */
function laterVerified(run: Run, receipts: readonly Receipt[], runs: readonly Run[]): Receipt | null {
  if (!mayHaveWritten(run)) return null;
  const later = runs.filter(
    (other) =>
      other.uniqueId === run.uniqueId && other.id !== run.id && errandOf(other).expectsResponse && isLater(other, run),
  );
  return (
    receipts.find(
      (receipt) =>
        receipt.state === 'verified' &&
        receipt.uniqueId === run.uniqueId &&
        later.some(({ id }) => id === receipt.runId),
    ) ?? null
  );
}

/** Compares by token if both have one, because the phone's clock can be set back. */
function isLater(other: Run, run: Run): boolean {
  const [theirs, ours] = [other.packageToken, run.packageToken];
  const byToken = theirs === null || ours === null ? 0 : theirs - ours;
  return (byToken || other.startedAtMs - run.startedAtMs) > 0;
}

/**
 * True when another run read the receipt with several candidates and it was assigned to this run's device: its token
 * matches, or no other run is possible.
 */
function isForRun(receipt: Receipt, run: Run, runs: readonly Run[]): boolean {
  if (receipt.uniqueId !== run.uniqueId || receipt.candidates.length < 2 || !mayHaveWritten(run)) return false;
  const ofDevice = runs.filter(
    (other) => other.uniqueId === run.uniqueId && (mayLeaveResponse(other) || other.id === receipt.runId),
  );
  return matchesToken(receipt.token, run) || ofDevice.every(({ id }) => id === run.id);
}
