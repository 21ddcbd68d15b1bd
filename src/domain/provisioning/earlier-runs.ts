/**
 * What earlier runs mean for a new one: whether a beacon may still hold a response that has to be read before a write.
 */
import type { CarriedPackage } from '../carried-package.ts';
import { errandOf } from '../errand.ts';
import { WRITE_REFUSED } from '../result-codes.ts';
import { isUnfinished, mayHaveWritten, type Run, type RunFailureCode } from '../run.ts';
import type { Precaution } from './run-state.ts';

/** True when the beacon may still hold the response of an unfinished configuration. A command would overwrite it. */
export function mayHoldResponse(runs: readonly Run[], uniqueId: string): boolean {
  return runs.some(
    (run) =>
      run.uniqueId === uniqueId &&
      isUnfinished(run) &&
      mayHaveWritten(run) &&
      run.step !== 'receipt' &&
      errandOf(run).configures,
  );
}

/**
 * True when a run of the beacon may have left a response that was not looked for since its last write. Any other write,
 * a reading's too, would erase it.
 */
export function hasUnreadResponse(runs: readonly Run[], uniqueId: string): boolean {
  return runs.some(
    (run) => mayHoldResponse([run], uniqueId) && !wasLookedForInVain(run.lastFailure?.code ?? 'unknown'),
  );
}

/** True for a run that stopped after 81F2 was read since its last write, on its beacon as far as is known. */
export function wasLookedForInVain(code: RunFailureCode): boolean {
  return LOOKED_IN_VAIN.includes(code);
}

const LOOKED_IN_VAIN: readonly RunFailureCode[] = ['receiptLost', 'noAnswer', 'beaconIsAhead', 'plainNo'];

/** True when the run's beacon may still hold its response. */
export function mayLeaveResponse(run: Run): boolean {
  if (!errandOf(run).expectsResponse || !mayHaveWritten(run)) return false;
  if (run.outcome?.kind === 'refused') return run.outcome.result === WRITE_REFUSED;
  return run.outcome === null || ENDED_WITHOUT_RESPONSE.includes(run.outcome.kind);
}

const ENDED_WITHOUT_RESPONSE: readonly string[] = ['closed', 'packageDead', 'receiptLost', 'noAnswer', 'abandoned'];

/**
 * Returns whether a write of this run could overwrite another run's response. `look`: a run of the same device is
 * unfinished, or its last run ended without a response. `glance`: a run of another device is unfinished, and that
 * beacon may be picked by mistake. A reading leaves nothing worth this: it is read again.
 */
export function precautionFor(runs: readonly Run[], uniqueId: string, runId: string): Precaution {
  const earlier = runs.filter(
    (run) => run.uniqueId === uniqueId && run.id !== runId && errandOf(run).configures && mayHaveWritten(run),
  );
  const last = earlier.toSorted((a, b) => a.startedAtMs - b.startedAtMs).at(-1);
  if (earlier.some(isUnfinished) || (last !== undefined && mayLeaveResponse(last))) return 'look';
  return runs.some(
    (run) => run.uniqueId !== uniqueId && isUnfinished(run) && errandOf(run).configures && mayLeaveResponse(run),
  )
    ? 'glance'
    : 'none';
}

/** True when this package was fetched after the start of an unfinished run that may have written. */
export function isNewer(carried: CarriedPackage, open: Run): boolean {
  return (
    carried.id !== open.packageId &&
    mayHaveWritten(open) &&
    (carried.fetchedAtMs ?? carried.preparedAtMs) >= open.startedAtMs
  );
}

/** Returns the latest ended run that wrote each package to a beacon, by the package's ID. */
export function endsOfPackages(all: readonly Run[]): ReadonlyMap<string, Run> {
  const ends = new Map<string, Run>();
  for (const run of all) {
    if (isUnfinished(run) || !mayHaveWritten(run)) continue;
    const known = ends.get(run.packageId);
    if (known === undefined || known.startedAtMs <= run.startedAtMs) ends.set(run.packageId, run);
  }
  return ends;
}

/** Returns the run that shows the state of this package: an unfinished one, else the latest ended one. */
export function latestOfPackage(all: readonly Run[], packageId: string): Run | null {
  const own = all.filter((run) => run.packageId === packageId);
  return own.find(isUnfinished) ?? endsOfPackages(own).get(packageId) ?? null;
}
