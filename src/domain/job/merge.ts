/**
 * Merges the tasks of a job file with the stored ones: new tasks, marks made on the other phone, and conflicts between
 * the two plans.
 */
import { sameValues } from '../attributes/values.ts';
import type { Task } from './job.ts';

export interface Conflict {
  readonly ours: Task;
  readonly theirs: Task;
}

export interface Merge {
  /** Not in the stored job. */
  readonly added: readonly Task[];
  /** Marked or noted as hung up in the file and not here: this is taken over. */
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
    else if (
      (own.mark === null && task.mark !== null) ||
      (own.hungUpAtMs === undefined && task.hungUpAtMs !== undefined)
    )
      marked.push({ ...withHungUp(own, task), mark: own.mark ?? task.mark });
    else same += 1;
  }
  return { added, marked, conflicts, same };
}

/** Returns the rows to store. A task of the file takes the position that it has here. */
export function mergedTasks({ added, marked, conflicts }: Merge, take: 'ours' | 'theirs'): Task[] {
  const theirs =
    take === 'theirs'
      ? conflicts.map(({ ours, theirs: row }) => ({ ...withHungUp(row, ours), order: ours.order }))
      : [];
  return [...added, ...marked, ...theirs];
}

/** The task, noted as hung up if either of the two is. */
function withHungUp(task: Task, { hungUpAtMs }: Task): Task {
  return task.hungUpAtMs !== undefined || hungUpAtMs === undefined ? task : { ...task, hungUpAtMs };
}

function isSamePlan(one: Task, other: Task): boolean {
  return one.place === other.place && one.note === other.note && sameValues(one.values, other.values);
}

function isOtherMark({ mark: one }: Task, { mark: other }: Task): boolean {
  return one !== null && other !== null && (one.kind !== other.kind || one.reason !== other.reason);
}
