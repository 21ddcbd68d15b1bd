/** Writes telemetry records into stored blocks and counts them. */
import { groupRecords, mergeIntoBlock, blockStart, UNDATED } from '../../domain/telemetry/block.ts';
import {
  afterQuery,
  afterLatest,
  afterRecord,
  freshBeacon,
  trackingKey,
  type BeaconState,
} from '../../domain/telemetry/fleet.ts';
import { hoursOfBlock } from '../../domain/telemetry/hours.ts';
import type { Now } from '../../domain/telemetry/now.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import type { QueriedTelemetry } from '../../use-cases/telemetry/ports.ts';
import { readBeacon, readBlock, type TelemetryDatabase } from './database.ts';
import { readTotals, sweep } from './limit.ts';

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
      void meta.put({ ...totals, bytes, records: count }, 'totals');
      return bytes > totals.limitBytes;
    },
    'relaxed',
  );
  if (isOver) await sweep(database);
  return added;
}

/** Stores with each beacon which range was requested. */
export async function noteQueried(database: TelemetryDatabase, query: QueriedTelemetry): Promise<void> {
  await database.write(
    ['beacons'],
    async (tx) => {
      const beacons = tx.objectStore('beacons');
      // A beacon that was heard under another spelling of its ID is the same beacon.
      const storedIds = await beacons.getAllKeys();
      const spelled = new Map(storedIds.map((id) => [trackingKey(id), id]));
      const queried = new Set(query.trackingIds);
      for (const id of storedIds) if (queried.has(id)) spelled.set(trackingKey(id), id);
      const ids = [...new Set(query.trackingIds.map((id) => spelled.get(trackingKey(id)) ?? id))];
      const states = await Promise.all(ids.map((id) => beacons.get(id)));
      for (const [index, id] of ids.entries()) {
        const before = readBeacon(states[index]) ?? freshBeacon(id);
        const { latestAtMs, latestFromMs } = query;
        const state = latestAtMs === null ? before : afterLatest(before, latestAtMs, latestFromMs);
        const startMs = query.startMs ?? state.lastHeardMs;
        const isRange = startMs !== null && startMs < query.endMs;
        if (isRange || state !== before) void beacons.put(isRange ? afterQuery(state, startMs, query.endMs) : state);
      }
    },
    'relaxed',
  );
}
