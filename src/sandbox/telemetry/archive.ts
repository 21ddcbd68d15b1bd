/** The two weeks of telemetry behind GET /v3/telemetry: finds, orders and writes out what a query asks, nothing else. */
import { warehouseOf, fleetOf } from '../fleet.ts';
import { visible, type Call } from '../backend/route.ts';
import { DAY_MS } from './noise.ts';
import type { SortKey, TelemetryQuery } from './query.ts';
import { receptions, type Reception } from './reception.ts';
import { telemetryRecord, type TelemetryRecord } from './record.ts';
import { traitsOf, type BeaconTraits } from './traits.ts';

export const KEPT_MS = 14 * DAY_MS;

/** Beacons whose telemetry the account sees, in the order of the fleet. */
export function beaconsOf(call: Call): BeaconTraits[] {
  return [...fleetOf(call.seed), ...warehouseOf(call.seed)].flatMap(({ uniqueId }) => {
    const traits = visible(call, uniqueId, 'BEACON') ? traitsOf(call.seed, uniqueId) : null;
    return traits ? [traits] : [];
  });
}

/** What the query finds, ordered; records are made by `write` only, a page at a time. */
export function search(call: Call, query: TelemetryQuery): Reception[] {
  const fromMs = Math.max(query.fromMs, call.nowMs - KEPT_MS);
  const toMs = Math.min(query.toMs, call.nowMs + 1);
  const { trackingIds, sourceIds } = query;
  const via = sourceIds ? new Set([...sourceIds].filter((id) => visible(call, id, 'GATEWAY'))) : null;
  const found: Reception[] = [];
  for (const traits of beaconsOf(call)) {
    if (trackingIds && !trackingIds.has(traits.trackingId)) continue;
    const joinedMs = (call.namespace.orders[traits.device.orderId]?.ready ?? 0) * 1000;
    for (const reception of receptions(traits, Math.max(fromMs, joinedMs), toMs, via)) {
      if (reception.cloudMs <= call.nowMs) found.push(reception);
    }
  }
  return ordered(found, query.sort);
}

/** The newest reception of each beacon that `search` would find, the newest first. */
export function latest(call: Call, query: TelemetryQuery): Reception[] {
  const newest = new Map<string, Reception>();
  for (const reception of search(call, { ...query, sort: [{ property: 'timestamp', descending: false }] })) {
    newest.set(reception.traits.trackingId, reception);
  }
  return ordered([...newest.values()], [{ property: 'timestamp', descending: true }]);
}

export function write(call: Call, reception: Reception): TelemetryRecord {
  const record = telemetryRecord(reception);
  return call.namespace.options.unknownTelemetryField ? { ...record, barometricPressure: 1013 } : record;
}

type Value = string | number | boolean | undefined;

/** By each key in turn; what lacks a property comes last. Ties keep one order, so that pages never overlap. */
function ordered(found: Reception[], sort: readonly SortKey[]): Reception[] {
  const cheap: Readonly<Record<string, (reception: Reception) => Value>> = {
    timestamp: ({ timestampMs }) => timestampMs,
    cloudTimestamp: ({ cloudMs }) => cloudMs,
    trackingId: ({ traits }) => traits.trackingId,
    sourceId: ({ gateway }) => gateway,
  };
  const records = new Map<Reception, TelemetryRecord>();
  const valueOf = (reception: Reception, property: string): Value => {
    const quick = cheap[property];
    if (quick) return quick(reception);
    let record = records.get(reception);
    if (!record) records.set(reception, (record = telemetryRecord(reception)));
    return record[property];
  };
  return found.sort((a, b) => {
    for (const { property, descending } of sort) {
      const order = compare(valueOf(a, property), valueOf(b, property), descending);
      if (order !== 0) return order;
    }
    return a.sentMs - b.sentMs || a.traits.salt - b.traits.salt || a.rank - b.rank;
  });
}

function compare(a: Value, b: Value, descending: boolean): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}
