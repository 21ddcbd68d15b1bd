/** What runs that came before, or were ended without a response, still mean: a look before a write. */
import type { CarriedPackage } from '../carried-package.ts';
import { isOfCommand } from '../commands/of-command.ts';
import { isUnfinished, mayHaveWritten, type Run } from '../run.ts';
import type { Precaution } from './machine.ts';

/** The beacon may still hold the response of an unfinished configuration: a command would take it away. */
export function mayHoldResponse(runs: readonly Run[], uniqueId: string): boolean {
  return runs.some(
    (run) =>
      run.uniqueId === uniqueId &&
      isUnfinished(run) &&
      mayHaveWritten(run) &&
      run.step !== 'receipt' &&
      !isOfCommand(run),
  );
}

/** Its beacon may still hold a response of it. */
export function mayLeaveResponse(run: Run): boolean {
  if (isOfCommand(run) || !mayHaveWritten(run)) return false;
  return run.outcome === null || ENDED_WITHOUT_RESPONSE.includes(run.outcome.kind);
}

const ENDED_WITHOUT_RESPONSE: readonly string[] = ['closed', 'packageDead', 'receiptLost', 'noAnswer', 'abandoned'];

/**
 * Whether a write of this run could take away the response of another one. `look`: one of its device is unfinished, or the
 * last one ended without a response. `glance`: one of another device is unfinished, and that beacon may be picked by mistake.
 */
export function precautionFor(runs: readonly Run[], uniqueId: string, runId: string): Precaution {
  const earlier = runs.filter(
    (run) => run.uniqueId === uniqueId && run.id !== runId && !isOfCommand(run) && mayHaveWritten(run),
  );
  const last = earlier.toSorted((a, b) => a.startedAtMs - b.startedAtMs).at(-1);
  if (earlier.some(isUnfinished) || (last !== undefined && mayLeaveResponse(last))) return 'look';
  return runs.some((run) => run.uniqueId !== uniqueId && isUnfinished(run) && mayLeaveResponse(run))
    ? 'glance'
    : 'none';
}

/** Whether this package came after the one of an unfinished run that may have written. */
export function isNewer(carried: CarriedPackage, open: Run): boolean {
  return (
    carried.id !== open.packageId &&
    mayHaveWritten(open) &&
    (carried.fetchedAtMs ?? carried.preparedAtMs) >= open.startedAtMs
  );
}

/** The latest run that has brought this package to a beacon and is over. */
export function endOfPackage(all: readonly Run[], packageId: string): Run | null {
  return endsOfPackages(all.filter((run) => run.packageId === packageId)).get(packageId) ?? null;
}

/** By the package's id, the latest run that has brought it to a beacon and is over. */
export function endsOfPackages(all: readonly Run[]): ReadonlyMap<string, Run> {
  const ends = new Map<string, Run>();
  for (const run of all) {
    if (isUnfinished(run) || !mayHaveWritten(run)) continue;
    const known = ends.get(run.packageId);
    if (known === undefined || known.startedAtMs <= run.startedAtMs) ends.set(run.packageId, run);
  }
  return ends;
}

/** The run that tells of this package now: one that is open, else the latest that is over. */
export function latestOfPackage(all: readonly Run[], packageId: string): Run | null {
  return all.find((run) => isUnfinished(run) && run.packageId === packageId) ?? endOfPackage(all, packageId);
}
