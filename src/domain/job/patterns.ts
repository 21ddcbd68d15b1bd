/**
 * Values by a pattern: one for all, a number that counts up from task to task, a name made from the ID, an alias made
 * from the room.
 */
import type { AttributeValues, Json } from '../device.ts';
import type { Task } from './job.ts';
import type { JobTemplate } from './template.ts';

export type Patterns = JobTemplate['patterns'];

/** The maximum of an iBeacon's major and minor. */
export const MAX_COUNT = 65_535;

/** Returns the planned values of each task by its ID. Values that no pattern names stay as planned. */
export function plannedBy(
  tasks: readonly Task[],
  values: AttributeValues,
  { countUp, nameIsId, aliasIsPlace }: Patterns,
): Map<string, AttributeValues> {
  const counters = Object.entries(countUp);
  return new Map(
    tasks.map((task, at) => {
      const made: Record<string, Json> = { ...task.values, ...values };
      for (const [name, from] of counters) made[name] = from + at;
      if (nameIsId) made['name'] = task.uniqueId;
      if (aliasIsPlace && task.place !== '') made['alias'] = task.place;
      return [task.id, made];
    }),
  );
}

/**
 * Returns the plan of `from` for another beacon. A value that was made from the first one's ID is made from the
 * other's.
 */
export function planHandedTo(to: Task, from: Task): Pick<Task, 'place' | 'order' | 'values' | 'note'> {
  const { place, order, note } = from;
  const values = Object.entries(from.values).map(
    ([name, value]) => [name, value === from.uniqueId ? to.uniqueId : value] as const,
  );
  return { place, order, note, values: Object.fromEntries(values) };
}

/** True when the attribute can still hold the last number. */
export function fitsCount(from: number, count: number, max: number): boolean {
  return Number.isSafeInteger(from) && from >= 0 && from + count - 1 <= max;
}
