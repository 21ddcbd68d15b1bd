/** The planned values of a task: what the beacon is to be configured with, and what is kept at the backend alone. */
import { findAttribute } from '../attributes/catalogue.ts';
import { virtualValuesOf } from '../delivery/edits.ts';
import type { AttributeValues, CachedDevice } from '../device.ts';
import { VIRTUAL_NAMES, withEdit, type VirtualEdit, type VirtualName, type VirtualValues } from '../virtual-edit.ts';

/** What of them is written to the beacon. */
export function physicalValues(values: AttributeValues): AttributeValues {
  const entries = Object.entries(values);
  const physical = entries.filter(([name]) => findAttribute(name)?.kind !== 'virtual');
  return physical.length === entries.length ? values : Object.fromEntries(physical);
}

/** What of them is an edit at the backend; undefined members where the plan says nothing. */
export function virtualValues(values: AttributeValues): VirtualValues {
  const found: Partial<Record<VirtualName, string>> = {};
  for (const name of VIRTUAL_NAMES) {
    const value = values[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

/** What of them is an edit at the backend and is not so yet, as far as this phone knows; null for nothing. */
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
