/** Decides what can be done about reading one beacon, from the rows stored on this phone. */
import { allErrandsOf, type BeaconRows } from '../../../domain/beacon-table.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { isOutlived } from '../../../domain/commands/stale.ts';
import { hasUnreadResponse, wasLookedForInVain } from '../../../domain/provisioning/earlier-runs.ts';
import { errandOf } from '../../../domain/errand.ts';
import { killedBy } from '../../../domain/provisioning/token-rule.ts';
import { type Receipt } from '../../../domain/receipt.ts';
import { isUnfinished, mayHaveWritten, type Run, type RunFailure, type RunFailureCode } from '../../../domain/run.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';

interface ReadingFacts {
  readonly uniqueId: string;
  readonly rows: BeaconRows;
  readonly current: RunProgress | null;
  readonly elsewhere: ReadonlySet<string>;
}

export type ReadingCase =
  | { readonly kind: 'running'; readonly progress: RunProgress }
  /** What was read is in memory, and a copy of it is missing. */
  | { readonly kind: 'copyMissing'; readonly missing: 'both' | 'second' }
  | { readonly kind: 'elsewhere' }
  /** The beacon may still hold what was to be read. */
  | { readonly kind: 'unfinished'; readonly run: Run; readonly failure: RunFailure | null }
  /** Its answer was looked for in vain, or the beacon takes the request no more: the beacon is read again. */
  | { readonly kind: 'lost'; readonly run: Run; readonly failure: RunFailure }
  /** The beacon may still hold the response of another run, which a write would erase. */
  | { readonly kind: 'responseFirst' }
  /** The request is on this phone. `kills`: older unwritten packages that the beacon does not take after it. */
  | {
      readonly kind: 'ready';
      readonly package: CarriedPackage;
      readonly kills: readonly CarriedPackage[];
      readonly failure: RunFailure | null;
    }
  /** `last`: the last request was too old for the beacon, or nothing was read with it; null where neither is known. */
  | { readonly kind: 'none'; readonly last: 'dead' | 'lost' | null };

export interface ReadingView {
  readonly case: ReadingCase;
  /** The newest reading that is surely of this beacon; null for none. */
  readonly receipt: Receipt | null;
  /** The last configuration run of the beacon may have written and is not finished. */
  readonly isUncertain: boolean;
}

export function viewReading(facts: ReadingFacts): ReadingView {
  const { uniqueId, rows } = facts;
  const receipt =
    rows.receipts
      .filter(
        (row) =>
          row.uniqueId === uniqueId && !errandOf(row).configures && row.owner === 'known' && row.state !== 'reserved',
      )
      .toSorted((a, b) => b.createdAtMs - a.createdAtMs)[0] ?? null;
  const isUncertain = rows.runs.some((run) => isUnfinished(run) && mayHaveWritten(run));
  return { case: caseOf(facts), receipt, isUncertain };
}

function caseOf({ uniqueId, rows, current, elsewhere }: ReadingFacts): ReadingCase {
  const progress =
    current !== null && current.uniqueId === uniqueId && errandOf(current).name === 'reading' ? current : null;
  if (progress !== null && progress.copyMissing !== null) return { kind: 'copyMissing', missing: progress.copyMissing };
  if (progress !== null && progress.phase !== 'ended') return { kind: 'running', progress };
  const open = rows.commandRuns.find((run) => errandOf(run).name === 'reading' && isUnfinished(run));
  if (open !== undefined && elsewhere.has(open.id)) return { kind: 'elsewhere' };
  const failure = progress?.failure ?? open?.lastFailure ?? null;
  if (open !== undefined && mayHaveWritten(open))
    return failure !== null && mustReadAgain(failure.code)
      ? { kind: 'lost', run: open, failure }
      : { kind: 'unfinished', run: open, failure };
  if (hasUnreadResponse(rows.runs, uniqueId)) return { kind: 'responseFirst' };
  const { packages, runs } = allErrandsOf(rows);
  const own = rows.commands
    .filter((row) => errandOf(row).name === 'reading')
    .toSorted((a, b) => b.preparedAtMs - a.preparedAtMs);
  const carried = own.find((row) => row.state === 'carried' && !isOutlived(row, runs));
  return carried === undefined
    ? { kind: 'none', last: own[0]?.state === 'dead' ? (isOutlived(own[0], runs) ? 'dead' : 'lost') : null }
    : { kind: 'ready', package: carried, kills: unwritten(killedBy(carried, packages), runs), failure };
}

/** True for an end after which connecting again with the same request cannot bring the values. */
export function mustReadAgain(code: RunFailureCode): boolean {
  return wasLookedForInVain(code) || code === 'otherOperation';
}

/** Those that no run may have brought to the beacon yet. */
function unwritten(packages: readonly CarriedPackage[], runs: readonly Run[]): CarriedPackage[] {
  return packages.filter(({ id }) => !runs.some((run) => run.packageId === id && mayHaveWritten(run)));
}
