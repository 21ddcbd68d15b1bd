/**
 * The telemetry of one account in a separate database: it can be fetched again, so its failures must not affect
 * receipts.
 */
import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { lenientList } from '../../domain/schema.ts';
import { FRESH_BUDGET, type RequestBudget } from '../../domain/telemetry/requests-per-minute.ts';
import { blockSchema, withHeardTimes, type TelemetryBlock } from '../../domain/telemetry/block.ts';
import { blockHoursSchema, type BlockHours } from '../../domain/telemetry/hours.ts';
import { beaconSchema, type BeaconState } from '../../domain/telemetry/fleet.ts';
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

/** Parses a stored block. Returns null for an invalid one, which is overwritten when its records are fetched again. */
export function readBlock(raw: unknown): TelemetryBlock | null {
  const read = blockSchema.safeParse(raw);
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

/** Parses a stored hourly summary; null when it is invalid. */
export function readHours(raw: unknown): BlockHours | null {
  return blockHoursSchema.safeParse(raw).data ?? null;
}

/** Parses a stored beacon state; null when it is invalid. */
export function readBeacon(raw: unknown): BeaconState | null {
  return beaconSchema.safeParse(raw).data ?? null;
}

const storedBudget = z.object({
  open: lenientList(z.object({ turn: z.string(), takenAtMs: z.number() })),
  overAtMs: lenientList(z.number()),
});

/** Parses the stored budget. Invalid parts are left out, so that they cannot block requests for ever. */
export function readBudget(raw: unknown): RequestBudget {
  return storedBudget.safeParse(raw).data ?? FRESH_BUDGET;
}
