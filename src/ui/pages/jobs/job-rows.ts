/** The rows of a job page, by room, with the changes planned for each beacon. */
import type { AttributeValues } from '../../../domain/device.ts';
import { planFactsOf, type BeaconTable } from '../../../domain/beacon-table.ts';
import type { JobFacts, TaskProgress } from '../../../domain/job/progress.ts';
import { ownValues } from '../../../domain/job/common-values.ts';
import type { Task } from '../../../domain/job/job.ts';
import { planTask, type TaskPlanLine } from '../../../domain/job/task-plan.ts';
import { memoizeByObject } from '../../../domain/memoize.ts';
import { groupedBy } from '../../../domain/record.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';

export interface Room {
  /** Null for one list without headings: there are too many rooms, or no beacon has one. */
  readonly place: string | null;
  readonly beacons: readonly TaskProgress[];
}

const MAX_ROOMS = 60;

export interface PlanFacts {
  readonly jobId: string;
  readonly state: JobsState;
  readonly devices: JobFacts['devices'];
  readonly beacons: BeaconTable;
}

/** Returns what is planned for each beacon: on first use, because only the visible ones of thousands are needed. */
export function plansOf({ jobId, state, devices, beacons }: PlanFacts): (progress: TaskProgress) => TaskPlanLine {
  const facts = { devices, ...planFactsOf(beacons), otherJobs: jobsByBeacon(state, jobId) };
  return memoizeByObject(({ task }: TaskProgress) => planTask(task, facts));
}

/** Returns the beacons of a job by room, in the order in which the rooms first appear in the job. */
export const roomsOf = memoizeByObject((progress: readonly TaskProgress[]): readonly Room[] => {
  const places = byPlace(progress);
  if (places.size > MAX_ROOMS || (places.size === 1 && places.has(''))) return [{ place: null, beacons: progress }];
  return [...places].map(([place, beacons]) => ({ place, beacons }));
});

function byPlace(progress: readonly TaskProgress[]): ReadonlyMap<string, readonly TaskProgress[]> {
  return groupedBy(progress, ({ task }) => task.place);
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
