/**
 * The telemetry of one account in a separate database: it can be fetched again, so its failures must not affect
 * receipts.
 */
import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import type { Json } from '../../domain/device.ts';
import { lenientList, rowObject } from '../../domain/schema.ts';
import { FRESH_BUDGET, type RequestBudget } from '../../domain/telemetry/requests-per-minute.ts';
import { BLOCK_MS, UNDATED, withHeardTimes, type TelemetryBlock } from '../../domain/telemetry/block.ts';
import { HOURS_A_BLOCK, type BlockHours } from '../../domain/telemetry/hours.ts';
import type { BeaconState } from '../../domain/telemetry/fleet.ts';
import { openDatabase, type Database } from '../idb/database.ts';
import { telemetryDatabase } from '../../names.ts';

interface TelemetrySchema extends DBSchema {
  /** Key: trackingId and start of the window. */
  blocks: { key: [string, number]; value: unknown; indexes: { byStart: number } };
  /** Hourly summary of each block, written with it. For older blocks it is built on the first query. */
  hours: { key: [string, number]; value: unknown; indexes: { byStart: number } };
  beacons: { key: string; value: unknown };
  meta: { key: string; value: unknown };
  /** A store of its own, because it changes with every request and is of no interest to listeners. */
  budget: { key: string; value: unknown };
}

export type TelemetryDatabase = Database<TelemetrySchema>;

export function openTelemetryDatabase(accountId: string): Promise<TelemetryDatabase> {
  return openDatabase<TelemetrySchema>({
    name: telemetryDatabase(accountId),
    version: 3,
    upgrade(db, oldVersion) {
      if (oldVersion < 1) {
        db.createObjectStore('blocks', { keyPath: ['trackingId', 'startMs'] }).createIndex('byStart', 'startMs');
        db.createObjectStore('beacons', { keyPath: 'trackingId' });
        db.createObjectStore('meta');
      }
      if (oldVersion < 2) db.createObjectStore('budget');
      if (oldVersion < 3)
        db.createObjectStore('hours', { keyPath: ['trackingId', 'startMs'] }).createIndex('byStart', 'startMs');
    },
  });
}

const wordColumn = rowObject({
  words: z.custom<readonly string[]>(Array.isArray),
  at: z.instanceof(Uint32Array),
});
const listOrNull = <Item>() => z.nullable(z.custom<readonly Item[]>(Array.isArray));

const storedBlock = rowObject({
  trackingId: z.string(),
  startMs: z.number().check(z.refine((ms) => ms === UNDATED || ms % BLOCK_MS === 0)),
  count: z.int().check(z.gt(0)),
  bytes: z.number(),
  times: z.instanceof(Float64Array),
  sources: wordColumn,
  numbers: z.record(z.string(), z.instanceof(Float64Array)),
  flags: z.record(z.string(), z.instanceof(Uint8Array)),
  texts: z.record(z.string(), wordColumn),
  rest: listOrNull<Readonly<Record<string, Json>> | null>(),
  faults: listOrNull<readonly string[] | null>(),
});

/** Parses a stored block. Returns null for an invalid one, which is overwritten when its records are fetched again. */
export function readBlock(raw: unknown): TelemetryBlock | null {
  const read = storedBlock.safeParse(raw);
  return read.success && hasOneLength(read.data) ? withHeardTimes(read.data) : null;
}

/** True when each column has as many values as the block has records. */
function hasOneLength({ count, times, sources, numbers, flags, texts, rest, faults }: TelemetryBlock): boolean {
  const columns = [
    times,
    sources.at,
    ...Object.values(numbers),
    ...Object.values(flags),
    ...Object.values(texts).map(({ at }) => at),
  ];
  return [...columns, rest, faults].every((column) => column === null || column.length === count);
}

const hourColumn = z.instanceof(Float64Array<ArrayBuffer>).check(z.length(HOURS_A_BLOCK));
const storedHours = rowObject({
  trackingId: z.string(),
  startMs: z.number(),
  counts: z.instanceof(Uint32Array<ArrayBuffer>).check(z.length(HOURS_A_BLOCK)),
  battery: hourColumn,
  temperature: hourColumn,
  gateways: z.array(
    rowObject({
      sourceId: z.string(),
      count: z.number(),
      lastMs: z.number(),
      // Earlier versions did not store it.
      isUnchecked: z.catch(z.boolean(), true),
    }),
  ),
});

/** Parses a stored hourly summary; null when it is invalid. */
export function readHours(raw: unknown): BlockHours | null {
  const read = storedHours.safeParse(raw);
  return read.success ? read.data : null;
}

export const numberOrNull = z.catch(z.nullable(z.number()), null);
const textOrNull = z.catch(z.nullable(z.string()), null);
const readingOrNull = <Value>(value: z.ZodMiniType<Value>) =>
  z.catch(z.nullable(z.object({ value, atMs: numberOrNull })), null);

const storedBeacon = z.object({
  trackingId: z.string(),
  uniqueId: textOrNull,
  lastHeardMs: numberOrNull,
  heardBy: z.catch(z.nullable(z.enum(['cloud', 'gateway', 'beacon'])), null),
  undatedAtMs: numberOrNull,
  latestAtMs: numberOrNull,
  latestFromMs: numberOrNull,
  lastSourceId: textOrNull,
  battery: readingOrNull(z.number()),
  temperature: readingOrNull(z.number()),
  moving: readingOrNull(z.boolean()),
  rssi: readingOrNull(z.number()),
  askedFromMs: numberOrNull,
  askedUntilMs: numberOrNull,
});

/** Parses a stored beacon state; null when it is invalid. */
export function readBeacon(raw: unknown): BeaconState | null {
  const read = storedBeacon.safeParse(raw);
  return read.success ? read.data : null;
}

const storedBudget = z.object({
  open: lenientList(z.object({ turn: z.string(), takenAtMs: z.number() })),
  overAtMs: lenientList(z.number()),
});

/** Parses the stored budget. Invalid parts are left out, so that they cannot block requests for ever. */
export function readBudget(raw: unknown): RequestBudget {
  const read = storedBudget.safeParse(raw);
  return read.success ? read.data : FRESH_BUDGET;
}
