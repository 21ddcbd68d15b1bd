/** What is known of each beacon by its telemetry: heard when, by whom, and its last readings. */
import type { Device } from '../device.ts';
import { heardTimeOf, type HeardBy } from './heard-time.ts';
import { isAfter, type Now } from './now.ts';
import type { TelemetryRecord } from './record.ts';

/** A last reading and when it was heard, Unix ms (null for a record without a time that can be believed). */
interface LastReading<T> {
  readonly value: T;
  readonly atMs: number | null;
}

export interface BeaconState {
  readonly trackingId: string;
  /** As telemetry says; null while no record has. */
  readonly uniqueId: string | null;
  readonly lastHeardMs: number | null;
  /** Whose clock `lastHeardMs` is of; null where nobody knows, as in rows of earlier versions. */
  readonly heardBy: HeardBy | null;
  /** When this phone last read a record of it that had no time, or one that had not come yet. Before this, nobody knows of silence. */
  readonly undatedAtMs: number | null;
  /** To when its last record is known, by a question without a range; null where only ranges were asked. Unix ms. */
  readonly latestAtMs: number | null;
  /** From when that question was answered, where the backend has limited it by itself; null where it has not. Unix ms. */
  readonly latestFromMs: number | null;
  /** The gateway that heard it last. */
  readonly lastSourceId: string | null;
  readonly battery: LastReading<number> | null;
  readonly temperature: LastReading<number> | null;
  readonly moving: LastReading<boolean> | null;
  readonly rssi: LastReading<number> | null;
  /** The range it was asked for by name, to the end of the answer; null while only gateways were asked. Unix ms. */
  readonly askedFromMs: number | null;
  readonly askedUntilMs: number | null;
}

export function freshBeacon(trackingId: string): BeaconState {
  return {
    trackingId,
    uniqueId: null,
    lastHeardMs: null,
    heardBy: null,
    undatedAtMs: null,
    latestAtMs: null,
    latestFromMs: null,
    lastSourceId: null,
    battery: null,
    temperature: null,
    moving: null,
    rssi: null,
    askedFromMs: null,
    askedUntilMs: null,
  };
}

/** The state after a record that was read at `now`; records may come in any order. What is later than now is no time to go by. */
export function afterRecord(given: BeaconState, record: TelemetryRecord, now: Now): BeaconState {
  const { values } = record;
  const state = withoutFuture(given, now);
  const { timeMs: saidMs, by } = heardTimeOf(values);
  const timeMs = saidMs === null || isAfter(saidMs, by, now) ? null : saidMs;
  const newer = (before: LastReading<unknown> | null): boolean =>
    before === null || (timeMs ?? Number.NEGATIVE_INFINITY) >= (before.atMs ?? Number.NEGATIVE_INFINITY);
  const number = (before: LastReading<number> | null, name: string): LastReading<number> | null => {
    const value = values[name];
    return typeof value === 'number' && newer(before) ? { value, atMs: timeMs } : before;
  };
  const moving = values['moving'];
  const uniqueId = values['uniqueId'];
  const later = timeMs !== null && timeMs >= (state.lastHeardMs ?? Number.NEGATIVE_INFINITY);
  return {
    ...state,
    uniqueId:
      typeof uniqueId === 'string' && uniqueId !== '' && (later || state.uniqueId === null) ? uniqueId : state.uniqueId,
    lastHeardMs: later ? timeMs : state.lastHeardMs,
    heardBy: later ? by : state.heardBy,
    undatedAtMs: timeMs === null ? Math.max(now.ms, state.undatedAtMs ?? now.ms) : state.undatedAtMs,
    lastSourceId: later && record.sourceId !== null ? record.sourceId : state.lastSourceId,
    battery: number(state.battery, 'batteryLevel'),
    temperature: number(state.temperature, 'temperature'),
    rssi: number(state.rssi, 'rssi'),
    moving: typeof moving === 'boolean' && newer(state.moving) ? { value: moving, atMs: timeMs } : state.moving,
  };
}

/** The state without times that have not come yet, as a sender's clock that is ahead once left them. */
export function withoutFuture(state: BeaconState, now: Now): BeaconState {
  const { lastHeardMs, heardBy, battery, temperature, moving, rssi } = state;
  const past = <T>(reading: LastReading<T> | null): LastReading<T> | null =>
    reading !== null && isAfter(reading.atMs, heardBy, now) ? { ...reading, atMs: null } : reading;
  const isAhead = isAfter(lastHeardMs, heardBy, now);
  const notAfter = (ms: number | null): number | null => (ms === null || !now.isChecked ? ms : Math.min(ms, now.ms));
  return {
    ...state,
    ...(isAhead ? { lastHeardMs: null, heardBy: null } : {}),
    undatedAtMs: isAhead ? now.ms : notAfter(state.undatedAtMs),
    latestAtMs: notAfter(state.latestAtMs),
    askedUntilMs: notAfter(state.askedUntilMs),
    battery: past(battery),
    temperature: past(temperature),
    moving: past(moving),
    rssi: past(rssi),
  };
}

/** After the backend was asked for its last record, without a range. `fromMs`: the backend has looked no further back than this. */
export function afterLatest(state: BeaconState, atMs: number, fromMs: number | null = null): BeaconState {
  const { latestAtMs } = state;
  return latestAtMs !== null && latestAtMs > atMs ? state : { ...state, latestAtMs: atMs, latestFromMs: fromMs };
}

/** Whether what is said of when it was heard rests on a clock that nobody has checked. */
export function isHeardUnchecked({ lastHeardMs, heardBy }: BeaconState): boolean {
  return lastHeardMs !== null && heardBy !== 'cloud';
}

/** After a range was read to its end for this beacon by name. Ranges that touch become one; of two apart the later is kept. */
export function afterAsk(state: BeaconState, startMs: number, endMs: number): BeaconState {
  const { askedFromMs, askedUntilMs } = state;
  if (askedFromMs === null || askedUntilMs === null) return { ...state, askedFromMs: startMs, askedUntilMs: endMs };
  if (startMs <= askedUntilMs && endMs >= askedFromMs) {
    return { ...state, askedFromMs: Math.min(startMs, askedFromMs), askedUntilMs: Math.max(endMs, askedUntilMs) };
  }
  return endMs > askedUntilMs ? { ...state, askedFromMs: startMs, askedUntilMs: endMs } : state;
}

/** The newest time of the backend's own clock among what is known: by then it had come. Unix ms. */
export function newestCloudMs(beacons: readonly BeaconState[]): number | null {
  return beacons.reduce<number | null>(
    (newest, { lastHeardMs, heardBy }) =>
      heardBy === 'cloud' && lastHeardMs !== null && lastHeardMs > (newest ?? Number.NEGATIVE_INFINITY)
        ? lastHeardMs
        : newest,
    null,
  );
}

/** `mac`: the device's own record says it · `telemetry`: learned from a record's `uniqueId` · `typed`: a person said so. */
type TrackingIdOrigin = 'mac' | 'telemetry' | 'typed';

interface KnownTrackingId {
  readonly uniqueId: string;
  readonly trackingId: string;
  readonly from: TrackingIdOrigin;
}

/** uniqueId -> trackingId as typed by a person. */
export type TypedTrackingIds = Readonly<Record<string, string>>;

/** The tracking id of a device, null where it must be learned or asked for. It is never made up from the uniqueId. */
export function trackingIdOf(
  device: Pick<Device, 'uniqueId' | 'mac'>,
  learned: ReadonlyMap<string, string>,
  typed: TypedTrackingIds,
): KnownTrackingId | null {
  const { uniqueId } = device;
  const own = Object.hasOwn(typed, uniqueId) ? typed[uniqueId] : undefined;
  if (own !== undefined) return { uniqueId, trackingId: own, from: 'typed' };
  const heard = learned.get(uniqueId);
  if (heard !== undefined) return { uniqueId, trackingId: heard, from: 'telemetry' };
  const mac = device.mac === null ? null : colonMac(device.mac);
  return mac === null ? null : { uniqueId, trackingId: mac, from: 'mac' };
}

/** By which name telemetry is asked for it; null of a gateway too, which hears and is not heard. */
export function askableId(
  device: Pick<Device, 'uniqueId' | 'mac' | 'deviceType'>,
  learned: ReadonlyMap<string, string>,
  typed: TypedTrackingIds,
): string | null {
  return device.deviceType === 'GATEWAY' ? null : (trackingIdOf(device, learned, typed)?.trackingId ?? null);
}

/** uniqueId -> trackingId, of all beacons whose telemetry named them; of two the one heard last. */
export function learnedTrackingIds(beacons: readonly BeaconState[]): Map<string, string> {
  const learned = new Map<string, { trackingId: string; atMs: number }>();
  for (const { uniqueId, trackingId, lastHeardMs } of beacons) {
    const atMs = lastHeardMs ?? Number.NEGATIVE_INFINITY;
    if (uniqueId !== null && atMs >= (learned.get(uniqueId)?.atMs ?? Number.NEGATIVE_INFINITY))
      learned.set(uniqueId, { trackingId, atMs });
  }
  return new Map([...learned].map(([uniqueId, { trackingId }]) => [uniqueId, trackingId]));
}

/** What is known of a device by telemetry. Sorted out once; the devices are looked up one by one. */
export function beaconByDevice(
  beacons: readonly BeaconState[],
  typed: TypedTrackingIds,
): (device: Pick<Device, 'uniqueId' | 'mac'>) => BeaconState | undefined {
  const byKey = new Map(beacons.map((beacon) => [trackingKey(beacon.trackingId), beacon]));
  const learned = learnedTrackingIds(beacons);
  return (device) => {
    const known = trackingIdOf(device, learned, typed);
    return known === null ? undefined : byKey.get(trackingKey(known.trackingId));
  };
}

/** What two spellings of one tracking id have in common: the case says nothing (interface.md 2.2). */
export function trackingKey(trackingId: string): string {
  return trackingId.toLowerCase();
}

/** Lower case with colons, as tracking ids are (interface.md 2.2, field-facts.md 3); null for what is no MAC. */
export function colonMac(text: string): string | null {
  // As nearly every backend spells it.
  if (/^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/.test(text)) return text;
  const digits = text.trim().toLowerCase().replace(/[:-]/g, '');
  return /^[0-9a-f]{12}$/.test(digits) ? digits.match(/../g)!.join(':') : null;
}
