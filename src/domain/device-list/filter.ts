/**
 * Filters the device list by state, need, type, model, firmware, access, order, tag, job, battery, last seen and the facts that the
 * backend states, in any combination.
 */
import { needsPackage } from '../bulk/needs-package.ts';
import { lastSeenOf, type CachedDevice } from '../device.ts';
import { hasFact } from '../device-facts.ts';
import type { TrackSummary } from '../track-marks.ts';
import { roomOf } from '../room.ts';
import { orderOf } from './columns.ts';
import { ALL_DEVICES, UNSAID, isInBand, type DeviceView, type Heard, type Need } from './view-address.ts';

/** The part of a view without its search and its order. */
export type DeviceFilter = Omit<DeviceView, 'query' | 'sort'>;

const { query: _, sort: __, ...none } = ALL_DEVICES;
export const NO_FILTER: DeviceFilter = none;

/** Information about a device from outside the list. */
export interface FilterContext {
  /** The state that every screen shows for it. */
  readonly wordOf: (device: CachedDevice) => TrackSummary;
  /** Whether its package is stored here, and whether its newest one is dead. */
  readonly carries: (uniqueId: string) => boolean;
  readonly isDead: (uniqueId: string) => boolean;
  /** From telemetry on this phone; null until loaded. */
  readonly heardOf: ((device: CachedDevice) => Heard) | null;
  /** IDs of the jobs that contain it; null until loaded. */
  readonly jobsOf: ((uniqueId: string) => readonly string[]) | null;
  readonly nowMs: number;
}

export const NOTHING_BESIDE: FilterContext = {
  wordOf: () => 'nothing',
  carries: () => false,
  isDead: () => false,
  heardOf: null,
  jobsOf: null,
  nowMs: 0,
};

export const CHOICE_FILTERS = ['rooms', 'types', 'accesses', 'models', 'firmwares', 'orders', 'tags'] as const;
export type ChoiceFilter = (typeof CHOICE_FILTERS)[number];

export function filterDevices(
  devices: readonly CachedDevice[],
  filter: DeviceFilter,
  context: FilterContext = NOTHING_BESIDE,
): readonly CachedDevice[] {
  return countFilters(filter) === 0 ? devices : devices.filter((device) => fitsFilter(device, filter, context));
}

function fitsFilter(device: CachedDevice, filter: DeviceFilter, context: FilterContext): boolean {
  const { battery, seen, states, needs, heard, jobs, facts } = filter;
  if (battery !== null && !isInBand(device.batteryPercent, battery)) return false;
  if (seen !== null && !isSeenSo(device, seen, context.nowMs)) return false;
  for (const name of CHOICE_FILTERS)
    if (filter[name].length > 0 && !valuesOf(device, name).some((value) => filter[name].includes(value))) return false;
  if (states.length > 0 && !states.includes(context.wordOf(device))) return false;
  if (needs.length > 0 && !needs.some((need) => isInNeed(device, need, context))) return false;
  if (jobs.length > 0 && !isInJob(device, jobs, context)) return false;
  if (facts.length > 0 && !facts.some((fact) => hasFact(device, fact))) return false;
  // Until telemetry is loaded no device matches.
  return heard.length === 0 || (context.heardOf !== null && heard.includes(context.heardOf(device)));
}

function isInJob({ uniqueId }: CachedDevice, jobs: readonly string[], { jobsOf }: FilterContext): boolean {
  if (jobsOf === null) return false;
  const own = jobsOf(uniqueId);
  return own.length === 0 ? jobs.includes(UNSAID) : own.some((job) => jobs.includes(job));
}

const HOUR_MS = 3_600_000;

function isSeenSo(device: CachedDevice, seen: NonNullable<DeviceFilter['seen']>, nowMs: number): boolean {
  const lastSeen = lastSeenOf(device);
  // Without a report of the backend it is unknown whether the device was seen.
  if (typeof seen === 'string') return lastSeen.kind === seen;
  return lastSeen.kind === 'at' && lastSeen.ms < nowMs - seen.olderThanHours * HOUR_MS;
}

function isInNeed(device: CachedDevice, need: Need, { carries, isDead }: FilterContext): boolean {
  if (need === 'newPackage') return isDead(device.uniqueId);
  return need === 'pending' ? device.pending !== null : needsPackage(device, carries(device.uniqueId));
}

/** Counts every chosen value. */
export function countFilters(filter: DeviceFilter): number {
  return filterParts(filter).length;
}

/** One condition of a filter, and the filter without it. */
export interface FilterPart {
  readonly name: keyof DeviceFilter;
  /** '' for ranges, which have a single value. */
  readonly value: string;
  readonly without: DeviceFilter;
}

const LISTS = [
  'states',
  'needs',
  ...CHOICE_FILTERS,
  'jobs',
  'heard',
  'facts',
] as const satisfies readonly (keyof DeviceFilter)[];

export function filterParts(filter: DeviceFilter): FilterPart[] {
  const parts: FilterPart[] = [];
  for (const name of LISTS)
    for (const value of filter[name])
      parts.push({ name, value, without: { ...filter, [name]: filter[name].filter((one) => one !== value) } });
  for (const name of ['battery', 'seen'] as const)
    if (filter[name] !== null) parts.push({ name, value: '', without: { ...filter, [name]: null } });
  return parts;
}

interface Choice {
  readonly value: string;
  readonly count: number;
}

/** Every value in the list with its number of devices, in the backend's spelling, missing ones last. */
export function choicesOf(devices: readonly CachedDevice[], name: ChoiceFilter): Choice[] {
  const counts = new Map<string, number>();
  for (const device of devices)
    for (const value of valuesOf(device, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const unsaid = (value: string): number => Number(value === UNSAID);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => unsaid(one.value) - unsaid(other.value) || (one.value < other.value ? -1 : 1));
}

const KEYS = { types: 'deviceType', accesses: 'access', models: 'model', firmwares: 'firmware' } as const;

function valuesOf(device: CachedDevice, name: ChoiceFilter): readonly string[] {
  if (name === 'tags') return device.tags.length === 0 ? [UNSAID] : [...new Set(device.tags)];
  if (name === 'rooms') return [roomOf(device.tags) ?? UNSAID];
  return [(name === 'orders' ? orderOf(device) : device[KEYS[name]]) ?? UNSAID];
}
