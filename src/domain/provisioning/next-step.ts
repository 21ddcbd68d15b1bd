/** The next step of a run, derived from its journal (product.md "After a drop, a reload or a kill"). */
import type { CarriedPackage } from '../carried-package.ts';
import type { Receipt } from '../receipt.ts';
import type { Run } from '../run.ts';
import { WRITE_REFUSED } from '../result-codes.ts';
import { packageAfterRefusal } from './after-refusal.ts';

export type NextStep =
  'start' | 'resume' | 'readResponse' | 'awaitAnswer' | 'deliver' | 'fetchPackage' | 'nothing' | 'runningElsewhere';

interface StepFacts {
  /** Another window holds this run's lock. */
  readonly elsewhere: boolean;
  /** A read of the response has exceeded its limit and may still succeed. Connecting again would lose the response. */
  readonly awaited: boolean;
  /** The receipt in the run's outcome, if it is known. */
  readonly receipt: Pick<Receipt, 'state'> | null;
  /** The package of the run; null when it has been deleted. */
  readonly package: Pick<CarriedPackage, 'state'> | null;
}

/** Returns the next step. Every run has exactly one. */
export function nextStepOf(run: Run, { elsewhere, awaited, receipt, package: own }: StepFacts): NextStep {
  if (run.outcome === null) return elsewhere ? 'runningElsewhere' : awaited ? 'awaitAnswer' : stepOfJournal(run);
  switch (run.outcome.kind) {
    case 'receipt':
      if (receipt?.state === 'verified') return 'nothing';
      return receipt?.state === 'notVerified' ? 'fetchPackage' : 'deliver';
    case 'refused':
      // The same beacon refused this package twice, so it is not the next step there.
      return packageAfterRefusal(run.outcome.result) === 'carried' &&
        own?.state === 'carried' &&
        run.outcome.result !== WRITE_REFUSED
        ? 'start'
        : 'fetchPackage';
    case 'packageDead':
    case 'receiptLost':
    case 'noAnswer':
      return 'fetchPackage';
    case 'commandSent':
    case 'settledLater':
    case 'closed':
    case 'abandoned':
      return 'nothing';
  }
}

function stepOfJournal(run: Run): NextStep {
  switch (run.step) {
    case 'intent':
      return 'start';
    case 'writing':
      return 'resume';
    case 'written':
    case 'reading':
      return 'readResponse';
    case 'receipt':
      return 'deliver';
  }
}
