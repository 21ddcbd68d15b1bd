/** Telemetry by the hour: the summary of a block, and the fleet's hours for heat maps and small charts. */
import * as z from 'zod/mini';
import { isMainsMark } from '../device.ts';
import { rowObject, type Parsed } from '../schema.ts';
import { BLOCK_MS, wordAt, type TelemetryBlock } from './block.ts';
import { HOUR_MS } from './record-query.ts';

export const HOURS_A_BLOCK = BLOCK_MS / HOUR_MS;

/** A gateway that heard a beacon, and when it last did, Unix ms. */
const gatewayHeard = rowObject({
  sourceId: z.string(),
  count: z.number(),
  lastMs: z.number(),
  // Earlier versions did not store it.
  /** True when that time comes from an unchecked clock. */
  isUnchecked: z.catch(z.boolean(), true),
});
type GatewayHeard = Parsed<typeof gatewayHeard>;

const hourColumn = z.instanceof(Float64Array<ArrayBuffer>).check(z.length(HOURS_A_BLOCK));

/**
 * The hourly summary of one block. Each array has one value for each hour; `battery` and `temperature` are NaN for an
 * hour without a reading.
 */
export const blockHoursSchema = rowObject({
  trackingId: z.string(),
  /** The start of the block, Unix ms. */
  startMs: z.number(),
  /** Number of records in each hour. */
  counts: z.instanceof(Uint32Array<ArrayBuffer>).check(z.length(HOURS_A_BLOCK)),
  /** The last reading of each hour, percent. */
  battery: hourColumn,
  /** The mean of each hour, °C. */
  temperature: hourColumn,
  gateways: z.array(gatewayHeard),
});
export type BlockHours = Parsed<typeof blockHoursSchema>;

export type HoursRow = Pick<BlockHours, 'trackingId' | 'counts' | 'battery' | 'temperature'>;

export type FleetHours = ReturnType<typeof fleetHours>;

/** Summarises a block by the hour; a block of undated records has no hours. */
export function hoursOfBlock(block: TelemetryBlock): BlockHours {
  const counts = new Uint32Array(HOURS_A_BLOCK);
  const battery = new Float64Array(HOURS_A_BLOCK).fill(Number.NaN);
  const sums = new Float64Array(HOURS_A_BLOCK);
  const read = new Uint32Array(HOURS_A_BLOCK);
  const [levels, warmth] = [block.numbers['batteryLevel'], block.numbers['temperature']];
  const cloud = block.numbers['cloudTimestamp'];
  const gateways = new Map<string, { count: number; lastMs: number; isUnchecked: boolean }>();
  for (let index = 0; index < block.count; index += 1) {
    const atMs = block.times[index]!;
    const hour = Math.floor((atMs - block.startMs) / HOUR_MS);
    if (!(hour >= 0 && hour < HOURS_A_BLOCK)) continue;
    counts[hour] = counts[hour]! + 1;
    const level = levels?.[index] ?? Number.NaN;
    if (!Number.isNaN(level)) battery[hour] = level;
    const degrees = warmth?.[index] ?? Number.NaN;
    if (!Number.isNaN(degrees)) {
      sums[hour] = sums[hour]! + degrees;
      read[hour] = read[hour]! + 1;
    }
    const sourceId = wordAt(block.sources, index);
    if (sourceId === null) continue;
    // The records of a block are in order of time, so the last one wins.
    gateways.set(sourceId, {
      count: (gateways.get(sourceId)?.count ?? 0) + 1,
      lastMs: atMs,
      isUnchecked: Number.isNaN(cloud?.[index] ?? Number.NaN),
    });
  }
  return {
    trackingId: block.trackingId,
    startMs: block.startMs,
    counts,
    battery,
    temperature: sums.map((sum, hour) => (read[hour] === 0 ? Number.NaN : sum / read[hour]!)),
    gateways: [...gateways].map(([sourceId, heard]) => ({ sourceId, ...heard })),
  };
}

/** Returns whole hours that cover the range. */
export function fleetHours(blocks: readonly BlockHours[], fromMs: number, toMs: number) {
  const startMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS;
  const hours = Math.max(1, Math.ceil((toMs - startMs) / HOUR_MS));
  const rows = new Map<string, HoursRow>();
  const receptions = new Map<string, GatewayHeard & { readonly trackingId: string }>();
  for (const block of blocks) {
    const first = (block.startMs - startMs) / HOUR_MS;
    for (let at = 0; at < HOURS_A_BLOCK; at += 1) {
      const hour = first + at;
      if (hour < 0 || hour >= hours || block.counts[at] === 0) continue;
      let row = rows.get(block.trackingId);
      if (row === undefined) rows.set(block.trackingId, (row = emptyRow(block.trackingId, hours)));
      row.counts[hour] = block.counts[at]!;
      const level = block.battery[at]!;
      row.battery[hour] = isMainsMark(level) ? Number.NaN : level;
      row.temperature[hour] = block.temperature[at]!;
    }
    for (const gateway of block.gateways) {
      if (gateway.lastMs < startMs) continue;
      const key = JSON.stringify([gateway.sourceId, block.trackingId]);
      const before = receptions.get(key);
      const latest = before === undefined || gateway.lastMs > before.lastMs ? gateway : before;
      receptions.set(key, { ...latest, trackingId: block.trackingId, count: (before?.count ?? 0) + gateway.count });
    }
  }
  return {
    /** The start of the first hour, Unix ms; a whole hour of UTC. */
    startMs,
    /** Number of hours in each row. */
    hours,
    /** Only beacons with a record in the range. */
    rows: [...rows.values()],
    /** Which gateway heard which beacon in the range. */
    heard: [...receptions.values()],
  };
}

function emptyRow(trackingId: string, hours: number): HoursRow {
  return {
    trackingId,
    counts: new Uint32Array(hours),
    battery: new Float64Array(hours).fill(Number.NaN),
    temperature: new Float64Array(hours).fill(Number.NaN),
  };
}

/**
 * True when an hour without a record was requested to its end; otherwise a missing record means nothing. `hourMs`: its
 * start, Unix ms.
 */
export function wasRequested(
  hourMs: number,
  { askedFromMs, askedUntilMs }: { readonly askedFromMs: number | null; readonly askedUntilMs: number | null },
): boolean {
  return askedFromMs !== null && askedUntilMs !== null && askedFromMs <= hourMs && askedUntilMs >= hourMs + HOUR_MS;
}
