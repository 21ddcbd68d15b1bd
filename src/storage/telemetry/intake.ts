/**
 * Turns pages of telemetry into stored blocks: reads them, collects records, merges them in batches, and removes old
 * blocks above the limit.
 */
import { parseExactly } from '../../domain/file-json.ts';
import { handledElsewhere } from '../../domain/unawaited.ts';
import type { TelemetryPage } from '../../domain/telemetry/page.ts';
import { summaryOf, type PageSummary } from '../../domain/telemetry/page-summary.ts';
import type { Now } from '../../domain/telemetry/now.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import type { StoredTelemetry } from '../../use-cases/telemetry/telemetry.ts';
import type { QueriedTelemetry } from '../../use-cases/telemetry/ports.ts';
import { readTotals, sweep } from './limit.ts';
import { type TelemetryDatabase, readBeacon, readBlock } from './database.ts';
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

/** Records per batch: several pages of 2000 are collected before their blocks are written. */
const BATCH = 10_000;
/** Creates the intake. `readPage` converts parsed JSON to a page, or null when it is not one. */
export function createTelemetryIntake(database: TelemetryDatabase, readPage: (raw: unknown) => TelemetryPage | null) {
  let gathered: TelemetryRecord[] = [];
  let writing: Promise<void> = Promise.resolve();
  let added = 0;
  let isLeft = false;
  /** Time at which the current page was read. */
  let readAt: Now = { ms: 0, isChecked: false };

  /** Writes one batch while the next one is collected. A failure is reported to the next caller that waits for it. */
  async function writeGathered(): Promise<void> {
    await writing;
    const [batch, now] = [gathered, readAt];
    gathered = [];
    if (batch.length === 0) return;
    writing = writeRecords(database, batch, now).then((count) => {
      added += count;
    });
    void handledElsewhere(writing);
  }

  return {
    /**
     * Reads one page. Its records are on the disk after `finish` at the latest. Rejects with StorageError if an earlier
     * batch failed.
     */
    async take(body: ArrayBuffer, requestedQuery: string, now: Now): Promise<PageSummary | null> {
      const page = readPage(parsed(body));
      if (page === null) return null;
      isLeft = false;
      readAt = now;
      // In batches, because a page may contain a million records: too many for one transaction or one function call.
      for (let at = 0; at < page.records.length && !isLeft; at += BATCH) {
        gathered = gathered.concat(page.records.slice(at, at + BATCH));
        if (gathered.length >= BATCH) await writeGathered();
      }
      return summaryOf(page, requestedQuery);
    },
    /** Stops after the current batch; the rest of the page is dropped. */
    async leaveOff(): Promise<void> {
      isLeft = true;
    },
    async finish(query: QueriedTelemetry | null): Promise<{ added: number }> {
      try {
        await writeGathered();
        await writing;
      } finally {
        // After a failure the next request starts afresh.
        writing = Promise.resolve();
      }
      if (query !== null) await noteQueried(database, query);
      const total = added;
      added = 0;
      return { added: total };
    },
    totals: async (): Promise<StoredTelemetry> =>
      readTotals(await database.read(['meta'], (tx) => tx.objectStore('meta').get('totals'))),
    async setLimit(limitBytes: number): Promise<void> {
      await database.write(['meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        void meta.put({ ...readTotals(await meta.get('totals')), limitBytes }, 'totals');
      });
      await sweep(database);
    },
    async clear(): Promise<void> {
      gathered = [];
      await database.write(['blocks', 'hours', 'beacons', 'meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        const { limitBytes } = readTotals(await meta.get('totals'));
        for (const store of ['blocks', 'hours', 'beacons'] as const) void tx.objectStore(store).clear();
        void meta.put({ records: 0, bytes: 0, limitBytes, sweptUntilMs: null }, 'totals');
      });
    },
  };
}

function parsed(body: ArrayBuffer): unknown {
  try {
    return parseExactly(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

/** Writes the records and returns how many were new. */
async function writeRecords(
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
async function noteQueried(database: TelemetryDatabase, query: QueriedTelemetry): Promise<void> {
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
