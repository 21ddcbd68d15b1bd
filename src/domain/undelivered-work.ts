/** What an account still needs on this phone: shown at sign-out, and a reason to refuse its removal. */
import { mayHoldResponse } from './provisioning/earlier-runs.ts';
import { countedIds, countReceipts, type Receipt } from './receipt.ts';
import { isUnfinished, type Run } from './run.ts';
import type { VirtualEdit } from './virtual-edit.ts';

export type UndeliveredWork = ReturnType<typeof undeliveredWork>;

/** The plans of an account. */
interface Plans {
  readonly jobs: readonly unknown[];
  readonly tasks: readonly unknown[];
  /** How many there are. */
  readonly photos: number;
  readonly templates: readonly unknown[];
}

export function undeliveredWork(
  receipts: readonly Receipt[],
  runs: readonly Run[],
  edits: readonly VirtualEdit[],
  { jobs, tasks, photos, templates }: Plans,
) {
  return {
    ...countReceipts(receipts),
    /** IDs of the receipts that exist only here, and of the unverified ones. */
    receiptIds: countedIds(receipts),
    unfinishedRuns: runs.filter(isUnfinished).length,
    /** The uniqueId of each unfinished run whose beacon may still hold its receipt. */
    unreadAt: runs.filter((run) => mayHoldResponse([run], run.uniqueId)).map(({ uniqueId }) => uniqueId),
    unsentEdits: edits.filter(({ state }) => state !== 'saved').length,
    /** Numbers of jobs, their beacons and photos, and templates, which exist in no backend. */
    jobs: jobs.length,
    plannedBeacons: tasks.length,
    photos,
    templates: templates.length,
  };
}

/** An account without any unfinished work. */
export const NO_WORK = undeliveredWork([], [], [], { jobs: [], tasks: [], photos: 0, templates: [] });

/** True when the account has jobs or templates. */
export function hasPlans({ jobs, templates }: UndeliveredWork): boolean {
  return jobs > 0 || templates > 0;
}

/** True when this phone holds something of the account that exists nowhere else. */
export function isOnlyHere(work: UndeliveredWork): boolean {
  return isStillNeeded(work) || work.unsentEdits > 0 || hasPlans(work);
}

/** True when removing the account would lose something that a beacon or the backend waits for. */
export function isStillNeeded({ onlyHere, unverified, unfinishedRuns }: UndeliveredWork): boolean {
  return onlyHere > 0 || unverified > 0 || unfinishedRuns > 0;
}
