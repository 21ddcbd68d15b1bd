/** Which devices of the list are wanted: by type, access, model, order, tag, what waits, what was never heard, battery. */
import { saidLastSeen, type CachedDevice } from '../device.ts';
import { orderOf } from './columns.ts';

export interface DeviceFilter {
  /** '' = any. */
  readonly deviceType: string;
  readonly access: string;
  readonly model: string;
  readonly orderId: string;
  readonly tag: string;
  readonly pending: boolean;
  readonly neverHeard: boolean;
  /** Percent; null = any. Devices that do not say theirs are left out. */
  readonly batteryAtMost: number | null;
}

export const NO_FILTER: DeviceFilter = {
  deviceType: '',
  access: '',
  model: '',
  orderId: '',
  tag: '',
  pending: false,
  neverHeard: false,
  batteryAtMost: null,
};

/** Stands for "the backend says nothing" among the values of a filter; no backend spells a value with it. */
export const UNSAID = '\u0000';

export const CHOICE_FILTERS = ['deviceType', 'access', 'model', 'orderId', 'tag'] as const;
export type ChoiceFilter = (typeof CHOICE_FILTERS)[number];

export function filterDevices(devices: readonly CachedDevice[], filter: DeviceFilter): readonly CachedDevice[] {
  return countFilters(filter) === 0 ? devices : devices.filter((device) => fitsFilter(device, filter));
}

function fitsFilter(device: CachedDevice, filter: DeviceFilter): boolean {
  const { batteryAtMost } = filter;
  if (filter.pending && device.pending === null) return false;
  // Of a device that the backend says nothing of nobody knows whether it was heard.
  if (filter.neverHeard && saidLastSeen(device).kind !== 'never') return false;
  if (batteryAtMost !== null && (device.batteryPercent === null || device.batteryPercent > batteryAtMost)) return false;
  return CHOICE_FILTERS.every((name) => filter[name] === '' || valuesOf(device, name).includes(filter[name]));
}

export function countFilters(filter: DeviceFilter): number {
  const flags = [filter.pending, filter.neverHeard, filter.batteryAtMost !== null];
  return CHOICE_FILTERS.filter((name) => filter[name] !== '').length + flags.filter(Boolean).length;
}

interface Choice {
  readonly value: string;
  readonly count: number;
}

/** Every value that occurs, with how often; the backend's words as they are, the unsaid last. */
export function choicesOf(devices: readonly CachedDevice[], name: ChoiceFilter): Choice[] {
  const counts = new Map<string, number>();
  for (const device of devices)
    for (const value of valuesOf(device, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const unsaid = (value: string): number => Number(value === UNSAID);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => unsaid(one.value) - unsaid(other.value) || (one.value < other.value ? -1 : 1));
}

function valuesOf(device: CachedDevice, name: ChoiceFilter): readonly string[] {
  if (name === 'tag') return device.tags.length === 0 ? [UNSAID] : [...new Set(device.tags)];
  return [(name === 'orderId' ? orderOf(device) : device[name]) ?? UNSAID];
}
