/** What an account holds on this phone that somebody still needs: told at sign-out, and in the way of removing the account. */
import { countedIds, countReceipts, type Receipt } from './receipt.ts';
import { isUnfinished, type Run } from './run.ts';
import type { VirtualEdit } from './virtual-edit.ts';

export interface UndeliveredWork {
  /** Receipts that exist only here. */
  readonly onlyHere: number;
  /** Receipts that the backend has taken and not verified: they can still be sent again. */
  readonly unverified: number;
  /** Of the receipts that make these two numbers. */
  readonly receiptIds: readonly string[];
  readonly unfinishedRuns: number;
  readonly unsentEdits: number;
  /** Jobs, the beacons in them, and templates: plans that no backend has. */
  readonly jobs: number;
  readonly plannedBeacons: number;
  readonly templates: number;
}

/** Plans of an account. */
interface Plans {
  readonly jobs: readonly unknown[];
  readonly tasks: readonly unknown[];
  readonly templates: readonly unknown[];
}

/** An account without any of it. */
export const NO_WORK: UndeliveredWork = {
  onlyHere: 0,
  unverified: 0,
  receiptIds: [],
  unfinishedRuns: 0,
  unsentEdits: 0,
  jobs: 0,
  plannedBeacons: 0,
  templates: 0,
};

export function undeliveredWork(
  receipts: readonly Receipt[],
  runs: readonly Run[],
  edits: readonly VirtualEdit[],
  { jobs, tasks, templates }: Plans,
): UndeliveredWork {
  return {
    ...countReceipts(receipts),
    receiptIds: countedIds(receipts),
    unfinishedRuns: runs.filter(isUnfinished).length,
    unsentEdits: edits.filter(({ state }) => state !== 'saved').length,
    jobs: jobs.length,
    plannedBeacons: tasks.length,
    templates: templates.length,
  };
}

/** Whether the account holds jobs or templates. */
export function hasPlans({ jobs, templates }: UndeliveredWork): boolean {
  return jobs > 0 || templates > 0;
}

/** Whether this phone holds anything of the account that is nowhere else. */
export function isOnlyHere(work: UndeliveredWork): boolean {
  return isStillNeeded(work) || work.unsentEdits > 0 || hasPlans(work);
}

/** Whether removing the account would lose something that a beacon or the backend waits for. */
export function isStillNeeded({ onlyHere, unverified, unfinishedRuns }: UndeliveredWork): boolean {
  return onlyHere > 0 || unverified > 0 || unfinishedRuns > 0;
}
