/** The two weeks of telemetry behind GET /v3/telemetry: finds, sorts and writes the records of a query. */
import { deviceAt, furtherIdOf, storedCount } from '../fleet.ts';
import { visible, type Call } from '../backend/route.ts';
import { DAY_MS, HOUR_MS } from './noise.ts';
import type { SortKey, TelemetryQuery } from './query.ts';
import { LONGEST_WAY_MS, receptions, type Reception } from './reception.ts';
import { propertyOf, telemetryRecord, type TelemetryRecord } from './record.ts';
import { traitsOf, type BeaconTraits } from './traits.ts';

const RETENTION_MS = 14 * DAY_MS;

/**
 * Returns the beacons whose telemetry the account may read, in the order of the fleet. Of those made on demand only the
 * ones that the tracking IDs name, since the records of a million would be too many.
 */
export function beaconsOf(call: Call, trackingIds: TelemetryQuery['trackingIds']): BeaconTraits[] {
  const stored = Array.from(
    { length: storedCount(call.seed) },
    (_, position) => deviceAt(call.seed, position).uniqueId,
  );
  const further = [...(trackingIds ?? [])].flatMap((trackingId) => furtherIdOf(trackingId) ?? []);
  return [...stored, ...further].flatMap((uniqueId) => {
    const traits = visible(call, uniqueId, 'BEACON') ? traitsOf(call.seed, uniqueId) : null;
    return traits ? [traits] : [];
  });
}

/** Returns what a query may find: the stored part of its time, the beacons since they joined, and the gateways. */
function scopeOf(call: Call, { fromMs, toMs, trackingIds, sourceIds }: TelemetryQuery) {
  const storedMs = Math.max(fromMs, call.nowMs - RETENTION_MS);
  return {
    fromMs: storedMs,
    toMs: Math.min(toMs, call.nowMs + 1),
    via: sourceIds && new Set([...sourceIds].filter((id) => visible(call, id, 'GATEWAY'))),
    requested: beaconsOf(call, trackingIds)
      .filter(({ trackingId }) => !trackingIds || trackingIds.has(trackingId))
      .map((traits) => ({
        traits,
        sinceMs: Math.max(storedMs, (call.namespace.orders[traits.device.orderId]?.ready ?? 0) * 1000),
      })),
  };
}

/** Returns the sorted receptions of a query. The caller makes records of them, one page at a time. */
export function search(call: Call, query: TelemetryQuery): readonly Reception[] {
  const { fromMs, toMs, via, requested } = scopeOf(call, query);
  // Someone who reads many pages sends the same query for each. Once all of its records have arrived, the result cannot
  // change.
  const settled = toMs + LONGEST_WAY_MS <= call.nowMs;
  const beacons = requested.map(({ traits, sinceMs }) => [traits.trackingId, sinceMs]);
  const key = settled ? JSON.stringify([call.seed, fromMs, toMs, query.sort, via && [...via], beacons]) : null;
  if (key !== null && remembered?.key === key) return remembered.found;
  const found: Reception[] = [];
  for (const { traits, sinceMs } of requested) {
    for (const reception of receptions(traits, sinceMs, toMs, via))
      if (reception.cloudMs <= call.nowMs) found.push(reception);
  }
  const sorted = ordered(found, query.sort);
  if (key !== null && sorted.length <= REMEMBERED_AT_MOST) remembered = { key, found: sorted };
  return sorted;
}

/** The result of the last query, so that its next pages need no search. */
let remembered: { readonly key: string; readonly found: readonly Reception[] } | null = null;
const REMEMBERED_AT_MOST = 300_000;

/** Returns the newest reception of each beacon that `search` would find, newest first. */
export function latest(call: Call, query: TelemetryQuery): readonly Reception[] {
  const { toMs, via, requested } = scopeOf(call, query);
  const newest = requested.flatMap(({ traits, sinceMs }) => newestOf(call, traits, sinceMs, toMs, via) ?? []);
  return ordered(newest, [{ property: 'timestamp', descending: true }]);
}

/** Searches backwards in growing steps, because most beacons were received a moment ago. */
function newestOf(
  call: Call,
  traits: BeaconTraits,
  fromMs: number,
  toMs: number,
  via: ReadonlySet<string> | null,
): Reception | null {
  for (const backMs of [HOUR_MS / 6, HOUR_MS, DAY_MS, RETENTION_MS]) {
    const sinceMs = Math.max(fromMs, toMs - backMs);
    let newest: Reception | null = null;
    for (const reception of receptions(traits, sinceMs, toMs, via)) {
      if (reception.cloudMs <= call.nowMs && (newest === null || reception.timestampMs >= newest.timestampMs))
        newest = reception;
    }
    if (newest !== null || sinceMs === fromMs) return newest;
  }
  return null;
}

export function write(call: Call, reception: Reception): TelemetryRecord {
  const { unknownTelemetryField, telemetryTimes, trackingIdCase } = call.namespace.options;
  const whole = telemetryRecord(reception);
  const fields =
    telemetryTimes === 'none'
      ? Object.fromEntries(Object.entries(whole).filter(([name]) => !/timestamp$/i.test(name)))
      : whole;
  const trackingId =
    trackingIdCase === 'upper' ? reception.traits.trackingId.toUpperCase() : reception.traits.trackingId;
  return { ...fields, trackingId, ...(unknownTelemetryField ? { barometricPressure: 1013 } : {}) };
}

/**
 * Sorts by each key in turn; receptions without the property come last. Ties have a fixed order, so that pages never
 * overlap.
 */
function ordered(found: Reception[], sort: readonly SortKey[]): Reception[] {
  const [only] = sort;
  if (sort.length === 1 && only?.property === 'timestamp') {
    const sign = only.descending ? -1 : 1;
    return found.sort((a, b) => sign * (a.timestampMs - b.timestampMs) || tie(a, b));
  }
  const rows = found.map((reception) => ({
    reception,
    keys: sort.map(({ property }) => propertyOf(reception, property)),
  }));
  rows.sort((a, b) => {
    for (const [index, { descending }] of sort.entries()) {
      const order = compare(a.keys[index], b.keys[index], descending);
      if (order !== 0) return order;
    }
    return tie(a.reception, b.reception);
  });
  return rows.map(({ reception }) => reception);
}

function tie(a: Reception, b: Reception): number {
  return a.sentMs - b.sentMs || a.traits.salt - b.traits.salt || a.rank - b.rank;
}

type Value = string | number | boolean | undefined;

function compare(a: Value, b: Value, descending: boolean): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}
