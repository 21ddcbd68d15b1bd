/**
 * Writes a view of the device list as an address, so that a figure can open the list it counts and a view can be sent
 * as a link: /devices?state=uncertain&needs=package&model=TB15-1&battery=low&q=ward. A repeated name means either of
 * its values; a name without a value ("model=") means that the backend reports none.
 */
import { LOW_BATTERY_PERCENT } from '../low-battery.ts';
import { FACTS, type Fact } from '../device-facts.ts';
import type { TrackSummary } from '../track-marks.ts';
import { DEVICE_ORDERS, type DeviceOrder } from './columns.ts';

/** The filter value for "not reported by the backend", which no backend uses. */
export const UNSAID = '\u0000';

/**
 * What a device needs: its first package, or a new one in place of a dead one. `pending`: anything pending in the
 * backend.
 */
export const NEEDS = ['package', 'newPackage', 'pending'] as const;
export type Need = (typeof NEEDS)[number];

/** The states of the track; `nothing` for a device without one. */
export const STATE_WORDS = [
  'nothing',
  'prepared',
  'waitingForGateway',
  'onThisPhone',
  'written',
  'receipt',
  'sent',
  'verified',
  'applied',
  'uncertain',
  'refused',
  'notVerified',
] as const satisfies readonly TrackSummary[];

/** Sort position of a state: in the order of the track, then those that need attention; null for none. */
export function rankOfState(word: TrackSummary): number | null {
  return word === 'nothing' ? null : STATE_WORDS.indexOf(word);
}

/**
 * Whole percents, inclusive; `unsaid` for devices without a report. `low` is stored as a word, so that its limit can
 * change.
 */
type BatteryBand = 'low' | 'unsaid' | { readonly from: number; readonly to: number };

/** Last seen according to the backend: never, not reported, or longer ago than this many hours. */
type SeenBand = 'never' | 'unsaid' | { readonly olderThanHours: number };

/** From telemetry on this phone (domain/telemetry/fleet.ts). */
export const HEARINGS = ['heard', 'silent', 'unasked'] as const;
export type Heard = (typeof HEARINGS)[number];

/** The lists of a view by their names in an address: of these words, or of texts from the backend. */
const WORDS = {
  state: ['states', STATE_WORDS],
  needs: ['needs', NEEDS],
  heard: ['heard', HEARINGS],
  fact: ['facts', FACTS],
} as const;
const TEXTS = {
  /** By the devices' room tags (domain/room.ts). */
  room: 'rooms',
  type: 'types',
  model: 'models',
  firmware: 'firmwares',
  access: 'accesses',
  order: 'orders',
  tag: 'tags',
  /** By ID; UNSAID for devices in no job. */
  job: 'jobs',
} as const;
type TextLists = Readonly<Record<(typeof TEXTS)[keyof typeof TEXTS], readonly string[]>>;

/**
 * A list matches any of its values, UNSAID for values that the backend does not report. An empty list or null matches
 * everything.
 */
export interface DeviceView extends TextLists {
  readonly query: string;
  readonly states: readonly TrackSummary[];
  readonly needs: readonly Need[];
  readonly battery: BatteryBand | null;
  readonly seen: SeenBand | null;
  readonly heard: readonly Heard[];
  /** Mains power, offline and available upgrades, as the backend states them. */
  readonly facts: readonly Fact[];
  /** Null: the person's own order. */
  readonly sort: { readonly by: DeviceOrder; readonly descending: boolean } | null;
}

/** Limits beyond anything that our own links contain. */
const MAX_CHARACTERS = 300;
const MAX_VALUES = 50;

/** The app's path for this view; equal views have the same address. */
export function viewAddress(view: Partial<DeviceView>): string {
  const search = searchOfView({ ...ALL_DEVICES, ...view });
  return search === '' ? '/devices' : `/devices?${search}`;
}

/** Without the question mark; empty for all devices in the usual order. */
export function searchOfView(view: DeviceView): string {
  const search = new URLSearchParams();
  for (const [name, [key]] of Object.entries(WORDS))
    for (const value of new Set<string>(view[key])) search.append(name, value);
  for (const [name, key] of Object.entries(TEXTS))
    for (const value of new Set(view[key])) search.append(name, value === UNSAID ? '' : value);
  if (view.battery !== null) search.append('battery', batteryText(view.battery));
  if (view.seen !== null)
    search.append('seen', typeof view.seen === 'string' ? seenWord(view.seen) : String(view.seen.olderThanHours));
  if (view.sort !== null) search.append('sort', `${view.sort.descending ? '-' : ''}${view.sort.by}`);
  if (view.query.trim() !== '') search.append('q', view.query.trim());
  return search.toString();
}

/** Always returns a complete view; unreadable parts are ignored. */
export function viewOfSearch(text: string): DeviceView {
  const search = new URLSearchParams(text);
  const valuesOf = (name: string): string[] =>
    [...new Set(search.getAll(name).filter(({ length }) => length <= MAX_CHARACTERS))].slice(0, MAX_VALUES);
  const words = <W extends string>(name: string, allowed: readonly W[]): W[] =>
    allowed.filter((word) => valuesOf(name).includes(word));
  const texts = (name: string): string[] => valuesOf(name).map((value) => (value === '' ? UNSAID : value));
  const lists = Object.entries(TEXTS).map(([name, key]) => [key, texts(name)] as const);
  return {
    ...(Object.fromEntries(lists) as unknown as TextLists),
    query: (valuesOf('q')[0] ?? '').trim(),
    states: words('state', STATE_WORDS),
    needs: words('needs', NEEDS),
    heard: words('heard', HEARINGS),
    facts: words('fact', FACTS),
    battery: batteryOf(valuesOf('battery')[0] ?? null),
    seen: seenOf(valuesOf('seen')[0] ?? null),
    sort: sortOf(valuesOf('sort')[0] ?? null),
  };
}

export const ALL_DEVICES: DeviceView = viewOfSearch('');

/** The whole percent that a battery counts as; null when it is missing or impossible. */
export function batteryStep(percent: number | null): number | null {
  if (percent === null || !(percent >= 0 && percent <= 100)) return null;
  return Math.round(percent);
}

/** True when a battery is in this range. */
export function isInBand(percent: number | null, band: BatteryBand): boolean {
  const step = batteryStep(percent);
  if (band === 'unsaid' || step === null) return band === 'unsaid' && step === null;
  return band === 'low' ? step <= LOW_BATTERY_PERCENT : step >= band.from && step <= band.to;
}

function batteryText(band: BatteryBand): string {
  if (band === 'unsaid') return '';
  if (band === 'low') return band;
  return band.from === 0 ? String(band.to) : `${band.from}-${band.to}`;
}

function batteryOf(text: string | null): BatteryBand | null {
  if (text === null) return null;
  if (text === '') return 'unsaid';
  if (text === 'low') return text;
  const parts = /^(?:(\d{1,3})-)?(\d{1,3})$/.exec(text);
  if (parts === null) return null;
  const [from, to] = [Number(parts[1] ?? 0), Number(parts[2])];
  return from <= to && to <= 100 ? { from, to } : null;
}

function seenWord(seen: 'never' | 'unsaid'): string {
  return seen === 'never' ? seen : '';
}

function seenOf(text: string | null): SeenBand | null {
  if (text === null) return null;
  if (text === '') return 'unsaid';
  if (text === 'never') return text;
  return /^[1-9]\d{0,5}$/.test(text) ? { olderThanHours: Number(text) } : null;
}

function sortOf(text: string | null): DeviceView['sort'] {
  const column = text?.replace(/^-/, '');
  const by = DEVICE_ORDERS.find((order) => order === column);
  return by === undefined || text === null ? null : { by, descending: text.startsWith('-') };
}
