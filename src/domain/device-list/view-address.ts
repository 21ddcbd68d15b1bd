/**
 * A view of the device list as an address, so that a figure can open the list it counts and a view can be sent as a link:
 * /devices?state=uncertain&needs=package&model=TB15-1&battery=low&q=ward. A name that comes twice means either of its values;
 * a name without a value ("model=") means that the backend says nothing of it.
 */
import type { TrackSummary } from '../track-marks.ts';
import { DEVICE_ORDERS, type DeviceOrder } from './columns.ts';

/** Stands for "the backend says nothing" among the values of a filter; no backend spells a value with it. */
export const UNSAID = '\u0000';

/** What a device waits for: its first package, a new one in place of the one that is dead; `pending`: whatever is pending at the backend. */
export const NEEDS = ['package', 'newPackage', 'pending'] as const;
export type Need = (typeof NEEDS)[number];

/** The words of the track, `nothing` for a device of which none can be said. */
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

/** The place of a word when devices are sorted by it: as the way goes, then what needs a look; null for none. */
export function rankOfState(word: TrackSummary): number | null {
  return word === 'nothing' ? null : STATE_WORDS.indexOf(word);
}

/** Percent at which a battery is called low wherever nobody has set another limit. */
export const LOW_BATTERY_PERCENT = 20;

/** Whole percents, both ends included; `unsaid` for devices that do not say theirs. `low` keeps its word, whatever it will mean. */
type BatteryBand = 'low' | 'unsaid' | { readonly from: number; readonly to: number };

/** Last seen as the backend says: never, not said, or longer ago than so many hours. */
type SeenBand = 'never' | 'unsaid' | { readonly olderThanHours: number };

/** By the telemetry on this phone (domain/telemetry/fleet.ts). */
export const HEARINGS = ['heard', 'silent', 'unasked'] as const;
export type Heard = (typeof HEARINGS)[number];

/** Lists hold either-or values, UNSAID among them where the backend says nothing; an empty list or null asks for nothing. */
export interface DeviceView {
  readonly query: string;
  readonly states: readonly TrackSummary[];
  readonly needs: readonly Need[];
  /** By the room tags of the devices (domain/room.ts). */
  readonly rooms: readonly string[];
  readonly types: readonly string[];
  readonly models: readonly string[];
  readonly firmwares: readonly string[];
  readonly accesses: readonly string[];
  readonly orders: readonly string[];
  readonly tags: readonly string[];
  /** By id; UNSAID for devices that are in none. */
  readonly jobs: readonly string[];
  readonly battery: BatteryBand | null;
  readonly seen: SeenBand | null;
  readonly heard: readonly Heard[];
  /** Null: as the person has it. */
  readonly sort: { readonly by: DeviceOrder; readonly descending: boolean } | null;
}

export const ALL_DEVICES: DeviceView = {
  query: '',
  states: [],
  needs: [],
  rooms: [],
  types: [],
  models: [],
  firmwares: [],
  accesses: [],
  orders: [],
  tags: [],
  jobs: [],
  battery: null,
  seen: null,
  heard: [],
  sort: null,
};

/** Longer texts and more values than these come from no link of ours. */
const MOST_CHARACTERS = 300;
const MOST_VALUES = 50;

const WORDS = {
  state: ['states', STATE_WORDS],
  needs: ['needs', NEEDS],
  heard: ['heard', HEARINGS],
} as const;
const TEXTS = {
  room: 'rooms',
  type: 'types',
  model: 'models',
  firmware: 'firmwares',
  access: 'accesses',
  order: 'orders',
  tag: 'tags',
  job: 'jobs',
} as const;

/** The path of the app at which this view of the devices is; the same view has one address. */
export function viewAddress(view: Partial<DeviceView>): string {
  const search = searchOfView({ ...ALL_DEVICES, ...view });
  return search === '' ? '/devices' : `/devices?${search}`;
}

/** Without the question mark; empty for all devices as they are usually shown. */
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

/** Whatever stands in an address, a whole view comes of it: what cannot be read asks for nothing. */
export function viewOfSearch(text: string): DeviceView {
  const search = new URLSearchParams(text);
  const given = (name: string): string[] =>
    [...new Set(search.getAll(name).filter(({ length }) => length <= MOST_CHARACTERS))].slice(0, MOST_VALUES);
  const words = <W extends string>(name: string, known: readonly W[]): W[] =>
    known.filter((word) => given(name).includes(word));
  const texts = (name: string): string[] => given(name).map((value) => (value === '' ? UNSAID : value));
  return {
    query: (given('q')[0] ?? '').trim(),
    states: words('state', STATE_WORDS),
    needs: words('needs', NEEDS),
    heard: words('heard', HEARINGS),
    rooms: texts('room'),
    types: texts('type'),
    models: texts('model'),
    firmwares: texts('firmware'),
    accesses: texts('access'),
    orders: texts('order'),
    tags: texts('tag'),
    jobs: texts('job'),
    battery: batteryOf(given('battery')[0] ?? null),
    seen: seenOf(given('seen')[0] ?? null),
    sort: sortOf(given('sort')[0] ?? null),
  };
}

/** The whole percent that a battery is counted at; null where a device says none, or one that no battery has. */
export function batteryStep(percent: number | null): number | null {
  if (percent === null || !(percent >= 0 && percent <= 100)) return null;
  return Math.round(percent);
}

/** Whether a battery is within a band. */
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
  const by = DEVICE_ORDERS.find((known) => known === column);
  return by === undefined || text === null ? null : { by, descending: text.startsWith('-') };
}
