/** What the receipts on this phone mean for its runs: which are over, which go on (product.md "What ends a run"). */
import type { CarriedPackage } from '../carried-package.ts';
import { isOfCommand, isSpare } from '../commands/of-command.ts';
import { isRefusal } from '../new-receipt.ts';
import type { Receipt } from '../receipt.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../run.ts';
import { mayLeaveResponse } from './earlier-runs.ts';
import { endWith, reopened, stepTo } from './journal.ts';
import { fits } from './response-match.ts';

export type Settled =
  /** The run is over. */
  | { readonly kind: 'ended'; readonly run: Run }
  /** The response was another beacon's, or the backend does not take it: ours may still hold its own. */
  | { readonly kind: 'goesOn'; readonly run: Run };

/** What to store for this run now that receipts and runs stand as they do; null where nothing changes. */
export function settleRun(run: Run, receipts: readonly Receipt[], runs: readonly Run[], nowMs: number): Settled | null {
  // A command has no response: no receipt is ever its own.
  if (isOfCommand(run) || run.outcome?.kind === 'abandoned') return null;
  const ended = (outcome: NonNullable<Run['outcome']>): Settled => ({
    kind: 'ended',
    run: endWith(run, outcome, nowMs),
  });
  const own = receipts.filter((receipt) => receipt.runId === run.id && receipt.state !== 'reserved');
  const current = run.outcome !== null && 'receiptId' in run.outcome ? run.outcome : null;

  // The backend's word outweighs what this phone concluded meanwhile.
  const verified = own.find((receipt) => receipt.state === 'verified' && receipt.uniqueId === run.uniqueId);
  if (verified !== undefined) {
    const isSaid = receipts.some((receipt) => receipt.id === current?.receiptId && receipt.state === 'verified');
    return isSaid ? null : ended({ kind: 'receipt', receiptId: verified.id });
  }
  if (run.outcome === null || mayBeLookedAtAgain(run)) {
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
    return read?.state === 'notVerified' && wasFoundAfterChooser(run)
      ? { kind: 'goesOn', run: reopened(run, nowMs, 'notVerified') }
      : null;
  }
  if (run.outcome !== null || judged === undefined) return null;
  // It came late, or only its second copy outlived: a receipt of its own was kept.
  const kept = own.find(
    (receipt) =>
      receipt.owner === 'known' &&
      receipt.uniqueId === run.uniqueId &&
      !isRefusal(receipt.result) &&
      isOnTheWay(receipt),
  );
  if (kept !== undefined) return ended({ kind: 'receipt', receiptId: kept.id });
  if (run.step !== 'receipt') return null;
  if (judged.state === 'verified') return { kind: 'goesOn', run: stepTo(run, 'reading', nowMs, 'otherBeacon') };
  if (judged.state === 'notVerified' || judged.state === 'parked')
    return { kind: 'goesOn', run: stepTo(run, 'reading', nowMs, 'notVerified') };
  return null;
}

/**
 * It leads nowhere, and nothing is lost with it: it wrote nothing and its package is not to be written any more, or it brings a spare
 * packet, of which nobody has to know whether the beacon took it.
 */
export function isLeftBehind(run: Run, carried: Pick<CarriedPackage, 'state' | 'spare'> | undefined): boolean {
  if (carried === undefined || !isUnfinished(run)) return false;
  const isSetAside = carried.state === 'replaced' || carried.state === 'used' || carried.state === 'dead';
  return isSpare(carried) || (isSetAside && !mayHaveWritten(run) && !isOfCommand(run));
}

function isOnTheWay(receipt: Receipt): boolean {
  return receipt.state === 'waiting' || receipt.state === 'sent';
}

/** It ended with less than a receipt, and without a person's word. */
function mayBeLookedAtAgain(run: Run): boolean {
  return run.outcome !== null && ['packageDead', 'receiptLost', 'noAnswer', 'refused'].includes(run.outcome.kind);
}

/** Nothing but its token said that the response was of this run. */
function wasFoundAfterChooser(run: Run): boolean {
  const last = run.journal.findLast(({ handle, step }) => handle !== undefined || step === 'writing');
  return last?.handle === 'chooser';
}

/** The receipt of a run that wrote the same device later, where the backend has verified it. */
function laterVerified(run: Run, receipts: readonly Receipt[], runs: readonly Run[]): Receipt | null {
  if (!mayHaveWritten(run)) return null;
  const later = runs.filter(
    (other) => other.uniqueId === run.uniqueId && other.id !== run.id && !isOfCommand(other) && isLater(other, run),
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

/** By the backend's count where both have one: the phone's clock can be set back. */
function isLater(other: Run, run: Run): boolean {
  const [theirs, ours] = [other.packageToken, run.packageToken];
  return theirs === null || ours === null || theirs === ours ? other.startedAtMs > run.startedAtMs : theirs > ours;
}

/** Read by another run with several candidates, and given to this run's device in the end: its token says so, or no other run can be meant. */
function isForRun(receipt: Receipt, run: Run, runs: readonly Run[]): boolean {
  if (receipt.uniqueId !== run.uniqueId || receipt.candidates.length < 2 || !mayHaveWritten(run)) return false;
  const ofDevice = runs.filter(
    (other) => other.uniqueId === run.uniqueId && (mayLeaveResponse(other) || other.id === receipt.runId),
  );
  return fits(receipt.token, run) || ofDevice.every(({ id }) => id === run.id);
}
