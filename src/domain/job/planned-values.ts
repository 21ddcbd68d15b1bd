/** The planned values of a task: what the beacon is to be configured with, and what is kept at the backend alone. */
import { findAttribute } from '../attributes/catalogue.ts';
import type { AttributeValues } from '../device.ts';
import type { VirtualValues } from '../virtual-edit.ts';

/** What of them is written to the beacon. */
export function physicalValues(values: AttributeValues): AttributeValues {
  const entries = Object.entries(values);
  const physical = entries.filter(([name]) => findAttribute(name)?.kind !== 'virtual');
  return physical.length === entries.length ? values : Object.fromEntries(physical);
}

/** What of them is an edit at the backend; undefined members where the plan says nothing. */
export function virtualValues(values: AttributeValues): VirtualValues {
  const found: { alias?: string; tags?: string; notes?: string } = {};
  for (const name of ['alias', 'tags', 'notes'] as const) {
    const value = values[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}
