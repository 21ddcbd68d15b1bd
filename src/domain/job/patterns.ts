/** Values by a pattern: the same for all, a number that counts up from task to task, a name made of the id, an alias made of the room. */
import type { AttributeValues, Json } from '../device.ts';
import type { Task } from './job.ts';

export interface Patterns {
  /** Attribute -> the number of the first task; the next ones count up by one, in the order of the job. */
  readonly countUp: Readonly<Record<string, number>>;
  /** A beacon that is named after its id is one row in later choosers. */
  readonly nameIsId: boolean;
  readonly aliasIsPlace: boolean;
}

/** Major and minor of an iBeacon end here. */
export const MOST_COUNT = 65_535;

/** What each task is to have afterwards, by task id. What is not named stays as it was planned. */
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

/** The plan of `from` for another beacon: a value that was made from the ID of the one is made from the ID of the other. */
export function planHandedTo(to: Task, from: Task): Pick<Task, 'place' | 'order' | 'values' | 'note'> {
  const { place, order, note } = from;
  const values = Object.entries(from.values).map(
    ([name, value]) => [name, value === from.uniqueId ? to.uniqueId : value] as const,
  );
  return { place, order, note, values: Object.fromEntries(values) };
}

/** Whether the last number is still one that the attribute can hold. */
export function fitsCount(from: number, count: number, max: number): boolean {
  return Number.isSafeInteger(from) && from >= 0 && from + count - 1 <= max;
}
