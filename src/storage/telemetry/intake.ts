/** How pages of telemetry become stored blocks: read, gathered, merged in batches, and swept when they outgrow their limit. */
import { handledElsewhere } from '../../domain/unawaited.ts';
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
import { heardTimeOf, sortedTimeOf } from '../../domain/telemetry/heard-time.ts';
import { hoursOfBlock } from '../../domain/telemetry/hours.ts';
import { isEndUnsaid, nextQuery, type TelemetryPage } from '../../domain/telemetry/page.ts';
import type { Now } from '../../domain/telemetry/now.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import { numberOrNull, readBeacon, readBlock, type TelemetryDatabase } from './database.ts';
import type { StoredTelemetry } from '../../use-cases/telemetry/offered.ts';
import type { AskedTelemetry, TakenTelemetry } from '../../use-cases/telemetry/ports.ts';

export interface TelemetryIntake {
  /** Reads one page's bytes; they are on the disk after `finish` at the latest. Rejects with StorageError for a batch before. */
  take(body: ArrayBuffer, askedQuery: string, now: Now): Promise<TakenTelemetry>;
  /** Whatever is being taken ends with the batch at hand; the rest of its page is dropped. */
  leaveOff(): void;
  finish(asked: AskedTelemetry | null): Promise<{ added: number }>;
  totals(): Promise<StoredTelemetry>;
  setLimit(limitBytes: number): Promise<void>;
  clear(): Promise<void>;
}

/** Enough for a page of 2000 to be gathered with its neighbours before its blocks are written. */
const BATCH = 10_000;
const DEFAULT_LIMIT_BYTES = 100_000_000;
/** Ids told of one page: more than a page that was asked for holds. */
const MOST_IDS = 20_000;
/** A sweep makes some room at once, so that the next page does not sweep again. */
const SWEEP_TO = 0.9;

/** `readPage` makes a page of parsed JSON, null for what is none. */
export function createTelemetryIntake(
  database: TelemetryDatabase,
  readPage: (raw: unknown) => TelemetryPage | null,
): TelemetryIntake {
  let gathered: TelemetryRecord[] = [];
  let writing: Promise<void> = Promise.resolve();
  let added = 0;
  let isLeft = false;
  /** When the page at hand was read. */
  let readAt: Now = { ms: 0, isChecked: false };

  /** One batch is written while the next is gathered; a failure is told by whoever waits for it next. */
  async function writeGathered(): Promise<void> {
    await writing;
    const [batch, now] = [gathered, readAt];
    gathered = [];
    if (batch.length === 0) return;
    writing = write(batch, now);
    void handledElsewhere(writing);
  }

  async function write(records: readonly TelemetryRecord[], now: Now): Promise<void> {
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
    if (isOver) await sweep();
  }

  /** Oldest windows first; what has no time goes before all. */
  async function sweep(): Promise<void> {
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

  return {
    async take(body, askedQuery, now) {
      const page = readPage(parsed(body));
      if (page === null) return { kind: 'notAPage' };
      isLeft = false;
      readAt = now;
      // In batches whatever a page holds: one of a million records is neither one transaction nor the arguments of one call.
      for (let at = 0; at < page.records.length && !isLeft; at += BATCH) {
        gathered = gathered.concat(page.records.slice(at, at + BATCH));
        if (gathered.length >= BATCH) await writeGathered();
      }
      const sorted = page.records.map(({ values }) => sortedTimeOf(values));
      return {
        kind: 'page',
        records: page.records.length,
        faulty: page.records.reduce((sum, { faults }) => sum + (faults === null ? 0 : 1), 0),
        cut: page.cut.slice(0, 100),
        skipped: page.skipped.slice(0, 100),
        facts: page.facts,
        nextQuery: nextQuery(page, askedQuery),
        trackingIds: distinct(page.records, MOST_IDS),
        oldestMs: sorted.reduce<number | null>(
          (oldest, atMs) => (atMs === null ? oldest : Math.min(oldest ?? atMs, atMs)),
          null,
        ),
        newestFirst: sorted.every(
          (atMs, index) => index === 0 || atMs === null || atMs <= (sorted[index - 1] ?? Number.POSITIVE_INFINITY),
        ),
        newestCloudMs: newestCloudMs(page.records),
        undated: page.records.reduce((sum, { timeMs }) => sum + (timeMs === null ? 1 : 0), 0),
        endUnsaid: isEndUnsaid(page, askedQuery),
      };
    },
    leaveOff: () => void (isLeft = true),
    async finish(asked) {
      try {
        await writeGathered();
        await writing;
      } finally {
        // What failed once is not held against the next ask.
        writing = Promise.resolve();
      }
      if (asked !== null) {
        await database.write(
          ['beacons'],
          async (tx) => {
            const beacons = tx.objectStore('beacons');
            // A beacon that was heard under another spelling of its id is the same.
            const kept = await beacons.getAllKeys();
            const spelled = new Map(kept.map((id) => [trackingKey(id), id]));
            for (const id of kept) if (asked.trackingIds.includes(id)) spelled.set(trackingKey(id), id);
            const ids = [...new Set(asked.trackingIds.map((id) => spelled.get(trackingKey(id)) ?? id))];
            const states = await Promise.all(ids.map((id) => beacons.get(id)));
            for (const [index, id] of ids.entries()) {
              const before = readBeacon(states[index]) ?? freshBeacon(id);
              const { latestAtMs, latestFromMs } = asked;
              const state = latestAtMs === null ? before : afterLatest(before, latestAtMs, latestFromMs);
              const startMs = asked.startMs ?? state.lastHeardMs;
              const isRange = startMs !== null && startMs < asked.endMs;
              if (isRange || state !== before)
                void beacons.put(isRange ? afterAsk(state, startMs, asked.endMs) : state);
            }
          },
          'relaxed',
        );
      }
      const total = added;
      added = 0;
      return { added: total };
    },
    totals: async () => readTotals(await database.read(['meta'], (tx) => tx.objectStore('meta').get('totals'))),
    async setLimit(limitBytes) {
      await database.write(['meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        await meta.put({ ...readTotals(await meta.get('totals')), limitBytes }, 'totals');
      });
      await sweep();
    },
    async clear() {
      gathered = [];
      await database.write(['blocks', 'hours', 'beacons', 'meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        const { limitBytes } = readTotals(await meta.get('totals'));
        await Promise.all([
          tx.objectStore('blocks').clear(),
          tx.objectStore('hours').clear(),
          tx.objectStore('beacons').clear(),
        ]);
        await meta.put({ records: 0, bytes: 0, limitBytes, sweptUntilMs: null }, 'totals');
      });
    },
  };
}

/** The backend's own clock was there by then. */
function newestCloudMs(records: readonly TelemetryRecord[]): number | null {
  let newest: number | null = null;
  for (const { values } of records) {
    const { timeMs, by } = heardTimeOf(values);
    if (by === 'cloud' && timeMs !== null && timeMs > (newest ?? Number.NEGATIVE_INFINITY)) newest = timeMs;
  }
  return newest;
}

function distinct(records: readonly TelemetryRecord[], most: number): string[] {
  const ids = new Set<string>();
  for (const { trackingId } of records) {
    ids.add(trackingId);
    if (ids.size === most) break;
  }
  return [...ids];
}

function parsed(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return null;
  }
}

const storedTotals = z.object({
  records: z.catch(z.number(), 0),
  bytes: z.catch(z.number(), 0),
  limitBytes: z.catch(z.number(), DEFAULT_LIMIT_BYTES),
  sweptUntilMs: numberOrNull,
});

function readTotals(raw: unknown): StoredTelemetry {
  const read = storedTotals.safeParse(raw);
  return read.success ? read.data : storedTotals.parse({});
}
