/**
 * Merges the tasks of a job file with the stored ones: new tasks, marks made on the other phone, and conflicts between
 * the two plans.
 */
import { sameValues } from '../attributes/values.ts';
import { batteryState, type BatteryChange, type Task } from './job.ts';

export interface Conflict {
  readonly ours: Task;
  readonly theirs: Task;
}

export interface Merge {
  /** Not in the stored job. */
  readonly added: readonly Task[];
  /** Marked, noted as hung up or with a changed battery in the file and not here: this is taken over. */
  readonly marked: readonly Task[];
  /** Planned or marked differently on the two phones: a person decides. */
  readonly conflicts: readonly Conflict[];
  /** Number of beacons that are equal in both. */
  readonly same: number;
}

/** Compares the two lists. Merging the same file twice changes nothing. */
export function mergeTasks(ours: readonly Task[], theirs: readonly Task[]): Merge {
  const here = new Map(ours.map((task) => [task.uniqueId, task]));
  const added: Task[] = [];
  const marked: Task[] = [];
  const conflicts: Conflict[] = [];
  let same = 0;
  for (const task of theirs) {
    const own = here.get(task.uniqueId);
    if (own === undefined) added.push(task);
    else if (!isSamePlan(own, task) || isOtherMark(own, task)) conflicts.push({ ours: own, theirs: task });
    else {
      const noted = { ...withNotes(own, task), mark: own.mark ?? task.mark };
      const isSame = noted.mark === own.mark && noted.hungUpAtMs === own.hungUpAtMs && noted.battery === own.battery;
      if (isSame) same += 1;
      else marked.push(noted);
    }
  }
  return { added, marked, conflicts, same };
}

/** Returns the rows to store. A task of the file takes the position that it has here. */
export function mergedTasks({ added, marked, conflicts }: Merge, take: 'ours' | 'theirs'): Task[] {
  const theirs =
    take === 'theirs' ? conflicts.map(({ ours, theirs: row }) => ({ ...withNotes(row, ours), order: ours.order })) : [];
  return [...added, ...marked, ...theirs];
}

/** The task, noted as hung up if either of the two is, and with the battery that has come further. */
function withNotes(task: Task, other: Task): Task {
  const hungUpAtMs = task.hungUpAtMs ?? other.hungUpAtMs;
  const [own, theirs] = [task.battery, other.battery];
  const isFurther = theirs !== undefined && (own === undefined || stepsOf(theirs) > stepsOf(own));
  const battery = isFurther ? theirs : own;
  return {
    ...task,
    ...(hungUpAtMs === undefined ? {} : { hungUpAtMs }),
    ...(battery === undefined ? {} : { battery }),
  };
}

function stepsOf(battery: BatteryChange): number {
  return ['toChange', 'noted', 'confirmed'].indexOf(batteryState(battery));
}

function isSamePlan(one: Task, other: Task): boolean {
  return one.place === other.place && one.note === other.note && sameValues(one.values, other.values);
}

function isOtherMark({ mark: one }: Task, { mark: other }: Task): boolean {
  return one !== null && other !== null && (one.kind !== other.kind || one.reason !== other.reason);
}
