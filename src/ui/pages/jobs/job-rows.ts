/** The rows of a job page, by room, with the changes planned for each beacon. */
import { planFactsOf, type BeaconTable } from '../../../domain/beacon-table.ts';
import type { JobFacts, TaskProgress } from '../../../domain/job/progress.ts';
import { planTask } from '../../../domain/job/task-plan.ts';
import { memoizeByObject } from '../../../domain/memoize.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';
import type { PrepareManyState } from '../../../use-cases/prepare/prepare-many.ts';
import type { TaskRow } from './task-line.ts';

export interface Room {
  /** Null for one list without headings: there are too many rooms, or no beacon has one. */
  readonly place: string | null;
  readonly beacons: readonly TaskProgress[];
  /** The largest number of values of one beacon. All rows of a room have the same height. */
  readonly mostValues: number;
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
  if (places.size > MAX_ROOMS || (places.size === 1 && places.has(''))) return [roomOf(null, progress)];
  return [...places].map(([place, beacons]) => roomOf(place, beacons));
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

/** A row of the table that contains all rooms. */
export interface RoomRow {
  readonly progress: TaskProgress;
  /** The number of beacons in the room, in its first row; 0 in the other rows. */
  readonly begins: number;
}

/**
 * Returns one row for each beacon. Beacons of a room are together, and rooms are in the order in which they first
 * appear.
 */
export const roomRows = memoizeByObject((progress: readonly TaskProgress[]): readonly RoomRow[] =>
  [...byPlace(progress).values()].flatMap((beacons) =>
    beacons.map((one, at) => ({ progress: one, begins: at === 0 ? beacons.length : 0 })),
  ),
);

function roomOf(place: Room['place'], beacons: Room['beacons']): Room {
  const mostValues = beacons.reduce((most, { task }) => Math.max(most, Object.keys(task.values).length), 0);
  return { place, beacons, mostValues };
}

/** Beacons of other jobs, each with the name of the newest job that contains it. */
function jobsByBeacon({ jobs, tasks }: JobsState, except: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const { id, name } of jobs.toReversed())
    if (id !== except) for (const { uniqueId } of tasks.get(id) ?? []) names.set(uniqueId, name);
  return names;
}
