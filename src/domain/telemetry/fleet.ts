/** The state of each beacon according to its telemetry: when it was heard, by which gateway, and its last readings. */
import * as z from 'zod/mini';
import { isMainsMark, type Device } from '../device.ts';
import type { Parsed } from '../schema.ts';
import { HEARD_BY, heardTimeOf } from './heard-time.ts';
import { isAfter, type Now } from './now.ts';
import type { TelemetryRecord } from './record.ts';

/** A last reading and when it was heard, Unix ms (null when the record has no plausible time). */
interface LastReading<T> {
  readonly value: T;
  readonly atMs: number | null;
}

const numberOrNull = z.catch(z.nullable(z.number()), null);
const textOrNull = z.catch(z.nullable(z.string()), null);
const readingOrNull = <Value>(value: z.ZodMiniType<Value>) =>
  z.catch(z.nullable(z.object({ value, atMs: numberOrNull })), null);

/** The stored row of a beacon; what cannot be read of it is null. */
export const beaconSchema = z.object({
  trackingId: z.string(),
  /** From telemetry; null until a record contains it. */
  uniqueId: textOrNull,
  lastHeardMs: numberOrNull,
  /** The clock that `lastHeardMs` comes from; null when unknown, as in rows of earlier versions. */
  heardBy: z.catch(z.nullable(z.enum(HEARD_BY)), null),
  /**
   * When this phone last read a record without a time or with one in the future. Silence before this time cannot be
   * concluded.
   */
  undatedAtMs: numberOrNull,
  /**
   * Up to when the last record is known, from a request without a range; null when only ranges were requested. Unix ms.
   */
  latestAtMs: numberOrNull,
  /** The start of that request's answer when the backend limited it, Unix ms; null when it did not. */
  latestFromMs: numberOrNull,
  /** The gateway that heard the beacon last. */
  lastSourceId: textOrNull,
  battery: readingOrNull(z.number()),
  temperature: readingOrNull(z.number()),
  moving: readingOrNull(z.boolean()),
  /** The range that was requested for this beacon by its ID; null when only gateways were requested. Unix ms. */
  askedFromMs: numberOrNull,
  askedUntilMs: numberOrNull,
});
export type BeaconState = Parsed<typeof beaconSchema>;

export function freshBeacon(trackingId: string): BeaconState {
  return beaconSchema.parse({ trackingId });
}

/**
 * Returns the state after a record that was read at `now`. Records may arrive in any order; times in the future are
 * ignored.
 */
export function afterRecord(given: BeaconState, record: TelemetryRecord, now: Now): BeaconState {
  const { values } = record;
  const state = withoutFuture(given, now);
  const { timeMs: statedMs, by } = heardTimeOf(values);
  const timeMs = statedMs === null || isAfter(statedMs, by, now) ? null : statedMs;
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
    moving: typeof moving === 'boolean' && newer(state.moving) ? { value: moving, atMs: timeMs } : state.moving,
  };
}

/** Returns the state without future times, which earlier versions stored when a sender's clock was ahead. */
export function withoutFuture(state: BeaconState, now: Now): BeaconState {
  const { lastHeardMs, heardBy, battery, temperature, moving } = state;
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
  };
}

/**
 * Returns the state without a battery level that stands for external power. The stored state keeps it, so that no older
 * level takes its place.
 */
export function withoutMainsMark(state: BeaconState): BeaconState {
  return isMainsMark(state.battery?.value) ? { ...state, battery: null } : state;
}

/**
 * Returns the state after a request for the last record without a range. `fromMs`: the backend searched no further
 * back.
 */
export function afterLatest(state: BeaconState, atMs: number, fromMs: number | null = null): BeaconState {
  const { latestAtMs } = state;
  return latestAtMs !== null && latestAtMs > atMs ? state : { ...state, latestAtMs: atMs, latestFromMs: fromMs };
}

/** True when the time at which the beacon was heard comes from an unchecked clock. */
export function isHeardUnchecked({ lastHeardMs, heardBy }: BeaconState): boolean {
  return lastHeardMs !== null && heardBy !== 'cloud';
}

/**
 * Returns the state after a range was read to its end for this beacon by its ID. Adjacent ranges are joined; of two
 * separate ones the later is kept.
 */
export function afterQuery(state: BeaconState, startMs: number, endMs: number): BeaconState {
  const { askedFromMs, askedUntilMs } = state;
  if (askedFromMs === null || askedUntilMs === null) return { ...state, askedFromMs: startMs, askedUntilMs: endMs };
  if (startMs <= askedUntilMs && endMs >= askedFromMs) {
    return { ...state, askedFromMs: Math.min(startMs, askedFromMs), askedUntilMs: Math.max(endMs, askedUntilMs) };
  }
  return endMs > askedUntilMs ? { ...state, askedFromMs: startMs, askedUntilMs: endMs } : state;
}

/** Returns the newest known time of the backend's own clock, Unix ms. The current time cannot be before it. */
export function newestCloudMs(beacons: readonly BeaconState[]): number | null {
  let newest: number | null = null;
  for (const { lastHeardMs, heardBy } of beacons)
    if (heardBy === 'cloud' && lastHeardMs !== null) newest = Math.max(newest ?? lastHeardMs, lastHeardMs);
  return newest;
}

/** Tracking IDs that a person typed, by uniqueId. */
export type TypedTrackingIds = Readonly<Record<string, string>>;

/**
 * Returns the tracking ID of a device: the typed one, else the one from telemetry, else its MAC address; null when it must be learned or entered. It is never derived from the uniqueId.
 */
export function trackingIdOf(
  { uniqueId, mac }: Pick<Device, 'uniqueId' | 'mac'>,
  learned: ReadonlyMap<string, string>,
  typed: TypedTrackingIds,
): string | null {
  const own = Object.hasOwn(typed, uniqueId) ? typed[uniqueId] : undefined;
  return own ?? learned.get(uniqueId) ?? (mac === null ? null : colonMac(mac));
}

/** Returns the ID by which telemetry of a device is requested; also null for a gateway, which sends none itself. */
export function queryableId(
  device: Pick<Device, 'uniqueId' | 'mac' | 'deviceType'>,
  learned: ReadonlyMap<string, string>,
  typed: TypedTrackingIds,
): string | null {
  return device.deviceType === 'GATEWAY' ? null : trackingIdOf(device, learned, typed);
}

/** Returns tracking IDs by uniqueId for all beacons whose telemetry named both; of two beacons, the one heard last. */
export function learnedTrackingIds(beacons: readonly BeaconState[]): Map<string, string> {
  const learned = new Map<string, { trackingId: string; atMs: number }>();
  for (const { uniqueId, trackingId, lastHeardMs } of beacons) {
    const atMs = lastHeardMs ?? Number.NEGATIVE_INFINITY;
    if (uniqueId !== null && atMs >= (learned.get(uniqueId)?.atMs ?? Number.NEGATIVE_INFINITY))
      learned.set(uniqueId, { trackingId, atMs });
  }
  return new Map([...learned].map(([uniqueId, { trackingId }]) => [uniqueId, trackingId]));
}

/** Returns a function that finds the telemetry state of a device. The index is built once. */
export function beaconByDevice(
  beacons: readonly BeaconState[],
  typed: TypedTrackingIds,
): (device: Pick<Device, 'uniqueId' | 'mac'>) => BeaconState | undefined {
  const byKey = new Map(beacons.map((beacon) => [trackingKey(beacon.trackingId), beacon]));
  const learned = learnedTrackingIds(beacons);
  return (device) => {
    const trackingId = trackingIdOf(device, learned, typed);
    return trackingId === null ? undefined : byKey.get(trackingKey(trackingId));
  };
}

/** Returns the same key for all spellings of a tracking ID: upper and lower case are equal (interface.md 2.2). */
export function trackingKey(trackingId: string): string {
  return trackingId.toLowerCase();
}

/**
 * Returns a MAC address in lower case with colons, as tracking IDs are written (interface.md 2.2, field-facts.md 3);
 * null for other text.
 */
export function colonMac(text: string): string | null {
  // The usual spelling needs no conversion.
  if (/^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/.test(text)) return text;
  const digits = text.trim().toLowerCase().replace(/[:-]/g, '');
  return /^[0-9a-f]{12}$/.test(digits) ? digits.match(/../g)!.join(':') : null;
}
