/** The rows of a job as its page shows them: with what each would do to its beacon, room by room. */
import { isOpenPackage } from '../../../domain/carried-package.ts';
import type { JobFacts, TaskProgress } from '../../../domain/job/progress.ts';
import { planTask, type TaskPlanLine } from '../../../domain/job/task-plan.ts';
import { heldBack } from '../../../domain/provisioning/held-back.ts';
import type { JobsState } from '../../../use-cases/jobs/offered.ts';
import type { PrepareManyState } from '../../../use-cases/prepare/many-offered.ts';
import { factsByDevice } from '../../beacon/device-facts.ts';
import type { TaskRow } from './task-line.ts';

export interface Room {
  /** null: the rooms are too many to be told apart by a heading each. */
  readonly place: string | null;
  readonly rows: readonly TaskRow[];
}

const MOST_ROOMS = 60;

export interface RowFacts {
  readonly jobId: string;
  readonly state: JobsState;
  readonly facts: JobFacts;
  /** Ids of runs that go on. */
  readonly running: ReadonlySet<string>;
}

const PARTS = ['jobId', 'state', 'facts', 'running'] as const;

/** The rows of a job, made once for what they are made of: the page is drawn far more often than anything changes. */
export class TaskRows {
  #of: RowFacts | null = null;
  #parts = once(partsOf);
  #made = new WeakMap<TaskProgress, TaskRow>();

  rowsOf(
    progress: readonly TaskProgress[],
    now: RowFacts,
    outcomes: PrepareManyState['outcomes'] | null,
  ): readonly TaskRow[] {
    const of = this.#of;
    if (of === null || PARTS.some((part) => of[part] !== now[part])) {
      this.#of = now;
      this.#parts = once(partsOf);
      this.#made = new WeakMap();
    }
    return progress.map((one) => this.#rowOf(one, now, outcomes?.get(one.task.uniqueId)));
  }

  #rowOf(progress: TaskProgress, now: RowFacts, outcome: TaskRow['outcome']): TaskRow {
    const made = this.#made.get(progress);
    if (made !== undefined && made.outcome === outcome) return made;
    // Of thousands only those in sight are asked what they would do.
    let plan: TaskPlanLine | null = null;
    const parts = this.#parts;
    const makePlan = (): TaskPlanLine => made?.plan ?? planTask(progress.task, parts(now));
    const row: TaskRow = {
      progress,
      get plan() {
        return (plan ??= makePlan());
      },
      outcome,
    };
    this.#made.set(progress, row);
    return row;
  }
}

function once<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  let made: { readonly of: Made } | null = null;
  return (given) => (made ??= { of: make(given) }).of;
}

function partsOf({ jobId, state, facts, running }: RowFacts): Parameters<typeof planTask>[1] {
  const newest = factsByDevice({ packages: facts.packages, runs: [], receipts: [], edits: [] });
  return {
    devices: facts.devices,
    packageOf(uniqueId) {
      const row = newest.get(uniqueId)?.package ?? null;
      return row !== null && isOpenPackage(row) ? row : null;
    },
    held: heldBack(facts.runs, facts.receipts, running),
    otherJobs: jobsByBeacon(state, jobId),
  };
}

/** In the order in which the job comes to them. */
export function roomsOf(rows: readonly TaskRow[]): Room[] {
  const rooms = new Map<string, TaskRow[]>();
  for (const row of rows) {
    const { place } = row.progress.task;
    const known = rooms.get(place);
    if (known === undefined) rooms.set(place, [row]);
    else known.push(row);
  }
  if (rooms.size > MOST_ROOMS || (rooms.size === 1 && rooms.has(''))) return [{ place: null, rows }];
  return [...rooms].map(([place, own]) => ({ place, rows: own }));
}

/** Beacons of the other jobs, each with the name of the newest that has it. */
function jobsByBeacon({ jobs, tasks }: JobsState, except: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const { id, name } of jobs.toReversed())
    if (id !== except) for (const { uniqueId } of tasks.get(id) ?? []) names.set(uniqueId, name);
  return names;
}
