/** What all beacons of a job or of a selection have in common: it is shown once, and each row shows only what differs. */
import { sameValue } from '../attributes/values.ts';
import type { AttributeValues } from '../device.ts';
import type { Task } from './job.ts';
import { memoizeByObject } from '../memoize.ts';

/** Returns the values that every one has alike; none for fewer than two. */
export const commonValues = memoizeByObject((tasks: readonly Pick<Task, 'values'>[]): AttributeValues => {
  const [first, ...others] = tasks;
  if (first === undefined || others.length === 0) return {};
  return Object.fromEntries(
    Object.entries(first.values).filter(([name, value]) =>
      others.every(({ values }) => Object.hasOwn(values, name) && sameValue(name, values[name], value)),
    ),
  );
});

/** Returns the values of one that are not common to all. */
export function ownValues({ values }: Pick<Task, 'values'>, common: AttributeValues): AttributeValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(common, name)));
}
