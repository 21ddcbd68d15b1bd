/** Which devices of the list are wanted: by state, need, type, model, firmware, access, order, tag, job, battery, last sign of life; several at once. */
import { needsPackage } from '../bulk/needs-package.ts';
import { saidLastSeen, type CachedDevice } from '../device.ts';
import type { TrackSummary } from '../track-marks.ts';
import { roomOf } from '../room.ts';
import { orderOf } from './columns.ts';
import { ALL_DEVICES, UNSAID, isInBand, type DeviceView, type Heard, type Need } from './view-address.ts';

/** All that a view asks for but its search and its order. */
export type DeviceFilter = Omit<DeviceView, 'query' | 'sort'>;

const { query: _, sort: __, ...none } = ALL_DEVICES;
export const NO_FILTER: DeviceFilter = none;

/** What is known of a device beside the list itself. */
export interface FilterContext {
  /** The word that every screen says of it. */
  readonly wordOf: (device: CachedDevice) => TrackSummary;
  /** Whether a package of it is carried here, and whether its newest one is dead. */
  readonly carries: (uniqueId: string) => boolean;
  readonly isDead: (uniqueId: string) => boolean;
  /** By the telemetry on this device; null while that is not read. */
  readonly heardOf: ((device: CachedDevice) => Heard) | null;
  /** Ids of the jobs it is in; null while they are not read. */
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
  const { battery, seen, states, needs, heard, jobs } = filter;
  if (battery !== null && !isInBand(device.batteryPercent, battery)) return false;
  if (seen !== null && !isSeenSo(device, seen, context.nowMs)) return false;
  for (const name of CHOICE_FILTERS)
    if (filter[name].length > 0 && !valuesOf(device, name).some((value) => filter[name].includes(value))) return false;
  if (states.length > 0 && !states.includes(context.wordOf(device))) return false;
  if (needs.length > 0 && !needs.some((need) => isInNeed(device, need, context))) return false;
  if (jobs.length > 0 && !isInJob(device, jobs, context)) return false;
  // Of what is not read yet nothing is said: no device is shown for it.
  return heard.length === 0 || (context.heardOf !== null && heard.includes(context.heardOf(device)));
}

function isInJob({ uniqueId }: CachedDevice, jobs: readonly string[], { jobsOf }: FilterContext): boolean {
  if (jobsOf === null) return false;
  const own = jobsOf(uniqueId);
  return own.length === 0 ? jobs.includes(UNSAID) : own.some((job) => jobs.includes(job));
}

const HOUR_MS = 3_600_000;

function isSeenSo(device: CachedDevice, seen: NonNullable<DeviceFilter['seen']>, nowMs: number): boolean {
  const said = saidLastSeen(device);
  // Of a device that the backend says nothing of nobody knows whether it was heard.
  if (typeof seen === 'string') return said.kind === seen;
  return said.kind === 'at' && said.ms < nowMs - seen.olderThanHours * HOUR_MS;
}

function isInNeed(device: CachedDevice, need: Need, { carries, isDead }: FilterContext): boolean {
  if (need === 'newPackage') return isDead(device.uniqueId);
  return need === 'pending' ? device.pending !== null : needsPackage(device, carries(device.uniqueId));
}

/** Each value that is asked for counts. */
export function countFilters(filter: DeviceFilter): number {
  return filterParts(filter).length;
}

/** One of the things that a filter asks for, and the filter without it. */
export interface FilterPart {
  readonly name: keyof DeviceFilter;
  /** '' for bands, which have one value only. */
  readonly value: string;
  readonly without: DeviceFilter;
}

const LISTS = [
  'states',
  'needs',
  ...CHOICE_FILTERS,
  'jobs',
  'heard',
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

const KEYS = { types: 'deviceType', accesses: 'access', models: 'model', firmwares: 'firmware' } as const;

function valuesOf(device: CachedDevice, name: ChoiceFilter): readonly string[] {
  if (name === 'tags') return device.tags.length === 0 ? [UNSAID] : [...new Set(device.tags)];
  if (name === 'rooms') return [roomOf(device.tags) ?? UNSAID];
  return [(name === 'orders' ? orderOf(device) : device[KEYS[name]]) ?? UNSAID];
}
