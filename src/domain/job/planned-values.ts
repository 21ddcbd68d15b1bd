/** Splits the planned values of a task: those written to the beacon, and those stored in the backend only. */
import { findAttribute } from '../attributes/catalogue.ts';
import { virtualValuesOf } from '../delivery/edits.ts';
import type { AttributeValues, CachedDevice } from '../device.ts';
import { VIRTUAL_NAMES, withEdit, type VirtualEdit, type VirtualName, type VirtualValues } from '../virtual-edit.ts';
import type { Task } from './job.ts';

/** Returns the values that are written to the beacon. */
export function physicalValues(values: AttributeValues): AttributeValues {
  const entries = Object.entries(values);
  const physical = entries.filter(([name]) => findAttribute(name)?.kind !== 'virtual');
  return physical.length === entries.length ? values : Object.fromEntries(physical);
}

/** False for a battery that is changed without a change of its beacon's configuration: it needs no package. */
export function configures({ values, battery }: Pick<Task, 'values' | 'battery'>): boolean {
  return battery === undefined || Object.keys(physicalValues(values)).length > 0;
}

/** Returns the values that are stored in the backend only; members without a planned value are undefined. */
export function virtualValues(values: AttributeValues): VirtualValues {
  const found: Partial<Record<VirtualName, string>> = {};
  for (const name of VIRTUAL_NAMES) {
    const value = values[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

/** Returns the values for the backend that differ from what this phone knows of it; null when there are none. */
export function newVirtualValues(
  values: AttributeValues,
  device: CachedDevice | null,
  edit: VirtualEdit | null,
): VirtualValues | null {
  const planned = virtualValues(values);
  const names = VIRTUAL_NAMES.filter((name) => planned[name] !== undefined);
  if (device === null || names.length === 0) return null;
  const now = virtualValuesOf(withEdit(device, edit));
  return names.some((name) => planned[name] !== now[name]) ? planned : null;
}
