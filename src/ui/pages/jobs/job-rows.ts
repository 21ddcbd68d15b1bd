/** The rows of a job page, by room, with the changes planned for each beacon. */
import type { AttributeValues } from '../../../domain/device.ts';
import { planFactsOf, type BeaconTable } from '../../../domain/beacon-table.ts';
import type { JobFacts, TaskProgress } from '../../../domain/job/progress.ts';
import { ownValues } from '../../../domain/job/common-values.ts';
import type { Task } from '../../../domain/job/job.ts';
import { planTask } from '../../../domain/job/task-plan.ts';
import { memoizeByObject } from '../../../domain/memoize.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';
import type { PrepareManyState } from '../../../use-cases/prepare/prepare-many.ts';
import type { TaskRow } from './task-line.ts';

export interface Room {
  /** Null for one list without headings: there are too many rooms, or no beacon has one. */
  readonly place: string | null;
  readonly beacons: readonly TaskProgress[];
}

const MAX_ROOMS = 60;

export interface RowFacts {
  readonly jobId: string;
  readonly state: JobsState;
  readonly devices: JobFacts['devices'];
  readonly beacons: BeaconTable;
}

const PARTS = ['jobId', 'state', 'devices', 'beacons'] as const;

type Outcomes = PrepareManyState['outcomes'] | null;

/**
 * The rows of a job. Each is built on first use and cached until its input changes, because only the visible ones of
 * thousands are needed.
 */
export class TaskRows {
  #of: RowFacts | null = null;
  #parts = once(partsOf);
  #made = new WeakMap<TaskProgress, TaskRow>();

  /** Returns the function that builds the row of a beacon from the present facts. */
  asOf(now: RowFacts, outcomes: Outcomes): (progress: TaskProgress) => TaskRow {
    const of = this.#of;
    if (of === null || PARTS.some((part) => of[part] !== now[part])) {
      this.#of = now;
      this.#parts = once(partsOf);
      this.#made = new WeakMap();
    }
    return (progress) => this.#rowOf(progress, now, outcomes?.get(progress.task.uniqueId));
  }

  #rowOf(progress: TaskProgress, now: RowFacts, outcome: TaskRow['outcome']): TaskRow {
    const made = this.#made.get(progress);
    if (made !== undefined && made.outcome === outcome) return made;
    const plan = made?.plan ?? planTask(progress.task, this.#parts(now));
    const row: TaskRow = { progress, plan, outcome };
    this.#made.set(progress, row);
    return row;
  }
}

function once<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  let made: { readonly of: Made } | null = null;
  return (input) => (made ??= { of: make(input) }).of;
}

function partsOf({ jobId, state, devices, beacons }: RowFacts): Parameters<typeof planTask>[1] {
  return {
    devices,
    ...planFactsOf(beacons),
    otherJobs: jobsByBeacon(state, jobId),
  };
}

/** Returns the beacons of a job by room, in the order in which the rooms first appear in the job. */
export const roomsOf = memoizeByObject((progress: readonly TaskProgress[]): readonly Room[] => {
  const places = byPlace(progress);
  if (places.size > MAX_ROOMS || (places.size === 1 && places.has(''))) return [{ place: null, beacons: progress }];
  return [...places].map(([place, beacons]) => ({ place, beacons }));
});

function byPlace(progress: readonly TaskProgress[]): ReadonlyMap<string, readonly TaskProgress[]> {
  const places = new Map<string, TaskProgress[]>();
  for (const one of progress) {
    const { place } = one.task;
    const row = places.get(place);
    if (row === undefined) places.set(place, [one]);
    else row.push(one);
  }
  return places;
}

/** The heading of a room in the table of all rooms. */
export interface RoomHead {
  readonly place: string;
  readonly count: number;
}

/**
 * Returns one row for each beacon, below the heading of its room. Rooms are in the order in which they first appear;
 * without any room there are no headings.
 */
export const roomRows = memoizeByObject((progress: readonly TaskProgress[]): readonly (RoomHead | TaskProgress)[] => {
  const places = byPlace(progress);
  if (places.size === 1 && places.has('')) return progress;
  return [...places].flatMap(([place, beacons]) => [{ place, count: beacons.length }, ...beacons]);
});

/** Returns the largest number of lines that the changes of one beacon need. All rows of a list have the same height. */
export function mostLines(beacons: readonly TaskProgress[], common: AttributeValues): number {
  return beacons.reduce((most, { task }) => Math.max(most, linesOf(task, common)), 0);
}

/** A beacon without planned values says so in one line. */
function linesOf(task: Task, common: AttributeValues): number {
  return Object.keys(task.values).length === 0 ? 1 : Object.keys(ownValues(task, common)).length;
}

/** Beacons of other jobs, each with the name of the newest job that contains it. */
function jobsByBeacon({ jobs, tasks }: JobsState, except: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const { id, name } of jobs.toReversed())
    if (id !== except) for (const { uniqueId } of tasks.get(id) ?? []) names.set(uniqueId, name);
  return names;
}
