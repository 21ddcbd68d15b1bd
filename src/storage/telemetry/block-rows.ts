/** Writes telemetry records into stored blocks, counts them, and removes the oldest blocks above the limit. */
import * as z from 'zod/mini';
import { groupRecords, mergeIntoBlock, blockStart, UNDATED } from '../../domain/telemetry/block.ts';
import {
  afterAsk,
  afterLatest,
  afterRecord,
  freshBeacon,
  trackingKey,
  type BeaconState,
} from '../../domain/telemetry/fleet.ts';
import { hoursOfBlock } from '../../domain/telemetry/hours.ts';
import type { Now } from '../../domain/telemetry/now.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import type { StoredTelemetry } from '../../use-cases/telemetry/offered.ts';
import type { AskedTelemetry } from '../../use-cases/telemetry/ports.ts';
import { numberOrNull, readBeacon, readBlock, type TelemetryDatabase } from './database.ts';

const DEFAULT_LIMIT_BYTES = 100_000_000;
/** Fraction of the limit to which a sweep reduces, so that the next page does not sweep again. */
const SWEEP_TO = 0.9;

/** Writes the records and returns how many were new. */
export async function writeRecords(
  database: TelemetryDatabase,
  records: readonly TelemetryRecord[],
  now: Now,
): Promise<number> {
  let added = 0;
  const groups = [...groupRecords(records).values()];
  const beaconIds = [...new Set(records.map(({ trackingId }) => trackingId))];
  const isOver = await database.write(
    ['blocks', 'hours', 'beacons', 'meta'],
    async (tx) => {
      const [blocks, beacons, meta] = [tx.objectStore('blocks'), tx.objectStore('beacons'), tx.objectStore('meta')];
      const [before, states, totals] = await Promise.all([
        Promise.all(groups.map(([first]) => blocks.get([first!.trackingId, blockStart(first!.timeMs)]))),
        Promise.all(beaconIds.map((id) => beacons.get(id))),
        meta.get('totals').then(readTotals),
      ]);
      let { bytes, records: count } = totals;
      for (const [index, group] of groups.entries()) {
        const old = readBlock(before[index]);
        const merged = mergeIntoBlock(old, group);
        if (merged.added === 0) continue;
        void blocks.put(merged.block);
        if (merged.block.startMs !== UNDATED) void tx.objectStore('hours').put(hoursOfBlock(merged.block));
        bytes += merged.block.bytes - (old?.bytes ?? 0);
        count += merged.added;
        added += merged.added;
      }
      const latest = new Map<string, BeaconState>(
        beaconIds.map((id, index) => [id, readBeacon(states[index]) ?? freshBeacon(id)]),
      );
      for (const record of records)
        latest.set(record.trackingId, afterRecord(latest.get(record.trackingId)!, record, now));
      for (const state of latest.values()) void beacons.put(state);
      await meta.put({ ...totals, bytes, records: count }, 'totals');
      return bytes > totals.limitBytes;
    },
    'relaxed',
  );
  if (isOver) await sweep(database);
  return added;
}

/** Removes the oldest windows first, beginning with records without a time. */
export async function sweep(database: TelemetryDatabase): Promise<void> {
  await database.write(
    ['blocks', 'hours', 'meta'],
    async (tx) => {
      const meta = tx.objectStore('meta');
      let totals = readTotals(await meta.get('totals'));
      if (totals.bytes <= totals.limitBytes) return;
      for (
        let cursor = await tx.objectStore('blocks').index('byStart').openCursor();
        cursor !== null;
        cursor = await cursor.continue()
      ) {
        if (totals.bytes <= totals.limitBytes * SWEEP_TO) break;
        const block = readBlock(cursor.value);
        void cursor.delete();
        void tx.objectStore('hours').delete(cursor.primaryKey);
        totals = {
          ...totals,
          bytes: Math.max(0, totals.bytes - (block?.bytes ?? 0)),
          records: Math.max(0, totals.records - (block?.count ?? 0)),
          sweptUntilMs:
            block === null || block.startMs === UNDATED
              ? totals.sweptUntilMs
              : Math.max(totals.sweptUntilMs ?? block.times.at(-1)!, block.times.at(-1)!),
        };
      }
      await meta.put(totals, 'totals');
    },
    'relaxed',
  );
}

/** Stores with each beacon which range was requested. */
export async function noteAsked(database: TelemetryDatabase, query: AskedTelemetry): Promise<void> {
  await database.write(
    ['beacons'],
    async (tx) => {
      const beacons = tx.objectStore('beacons');
      // A beacon that was heard under another spelling of its ID is the same beacon.
      const storedIds = await beacons.getAllKeys();
      const spelled = new Map(storedIds.map((id) => [trackingKey(id), id]));
      for (const id of storedIds) if (query.trackingIds.includes(id)) spelled.set(trackingKey(id), id);
      const ids = [...new Set(query.trackingIds.map((id) => spelled.get(trackingKey(id)) ?? id))];
      const states = await Promise.all(ids.map((id) => beacons.get(id)));
      for (const [index, id] of ids.entries()) {
        const before = readBeacon(states[index]) ?? freshBeacon(id);
        const { latestAtMs, latestFromMs } = query;
        const state = latestAtMs === null ? before : afterLatest(before, latestAtMs, latestFromMs);
        const startMs = query.startMs ?? state.lastHeardMs;
        const isRange = startMs !== null && startMs < query.endMs;
        if (isRange || state !== before) void beacons.put(isRange ? afterAsk(state, startMs, query.endMs) : state);
      }
    },
    'relaxed',
  );
}

const storedTotals = z.object({
  records: z.catch(z.number(), 0),
  bytes: z.catch(z.number(), 0),
  limitBytes: z.catch(z.number(), DEFAULT_LIMIT_BYTES),
  sweptUntilMs: numberOrNull,
});

export function readTotals(raw: unknown): StoredTelemetry {
  const read = storedTotals.safeParse(raw);
  return read.success ? read.data : storedTotals.parse({});
}
