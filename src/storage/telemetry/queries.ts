/** Queries of stored telemetry: the fleet, series for charts, rows for the table, pieces of a file. */
import { blockStart, recordAt, UNDATED, wordAt, type TelemetryBlock } from '../../domain/telemetry/block.ts';
import { fleetHours, hoursOfBlock, type BlockHours } from '../../domain/telemetry/hours.ts';
import type { BeaconState } from '../../domain/telemetry/fleet.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import { seriesOf } from '../../domain/telemetry/series.ts';
import { csvHead, csvRow, ndjsonRow } from '../../domain/telemetry/table.ts';
import { readBeacon, readBlock, readHours, type TelemetryDatabase } from './database.ts';
import type { TelemetryCursor, TelemetryFilter, TelemetryReader } from '../../use-cases/telemetry/telemetry.ts';
import type { TelemetryStore } from '../../use-cases/telemetry/ports.ts';

type TelemetryQueries = TelemetryReader & Pick<TelemetryStore, 'file'> & { beacons(): Promise<BeaconState[]> };

/** Characters in one piece of a file. */
const PIECE_CHARACTERS = 500_000;
/** Hourly summaries built in one transaction. */
const SUMMARIES_PER_TRANSACTION = 200;

export function createTelemetryQueries(database: TelemetryDatabase): TelemetryQueries {
  /** Calls `take` with each record in order, until it returns false. Returns where to go on; null at the end. */
  async function eachRecord(
    filter: TelemetryFilter,
    cursor: TelemetryCursor | null,
    newestFirst: boolean,
    take: (record: TelemetryRecord) => boolean,
  ): Promise<TelemetryCursor | null> {
    const bounds = boundsOf(filter);
    let at = cursor?.windowMs ?? null;
    for (let including = true; ; including = false) {
      const window = await readWindow(database, filter, bounds, at, including, newestFirst);
      if (window === null) return null;
      at = window.startMs;
      const records = window.blocks.flatMap((block) => matching(block, filter));
      const sign = newestFirst ? -1 : 1;
      records.sort((a, b) => sign * ((a.timeMs ?? 0) - (b.timeMs ?? 0)));
      for (let index = cursor?.windowMs === at ? cursor.skip : 0; index < records.length; index += 1)
        if (!take(records[index]!)) return { windowMs: at, skip: index };
    }
  }

  return {
    async beacons() {
      const raws = await database.read(['beacons'], (tx) => tx.objectStore('beacons').getAll());
      return raws.map(readBeacon).filter((state) => state !== null);
    },
    async series(trackingIds, fields, filter) {
      const range = {
        startMs: filter.startMs ?? 0,
        endMs: filter.endMs ?? 8.64e15,
        sourceIds: filter.sourceIds === null ? null : new Set(filter.sourceIds),
      };
      const [first, last] = [blockStart(range.startMs), blockStart(range.endMs)];
      const all = await database.read(['blocks'], (tx) =>
        Promise.all(
          trackingIds.map((id) => tx.objectStore('blocks').getAll(IDBKeyRange.bound([id, first], [id, last]))),
        ),
      );
      return all.flatMap((raws) => {
        const blocks = raws.map(readBlock).filter((block) => block !== null);
        return fields.map((field) => seriesOf(blocks, field, range)).filter(({ times }) => times.length > 0);
      });
    },
    async hours(startMs, endMs) {
      const range = IDBKeyRange.bound(blockStart(startMs), blockStart(endMs));
      const { keys, cachedHours } = await database.read(['blocks', 'hours'], async (tx) => {
        const [blocks, hours] = [tx.objectStore('blocks').index('byStart'), tx.objectStore('hours').index('byStart')];
        const [primary, rows] = await Promise.all([blocks.getAllKeys(range), hours.getAll(range)]);
        return { keys: primary, cachedHours: rows.map(readHours).filter((row) => row !== null) };
      });
      return fleetHours(await withMissing(database, keys, cachedHours), startMs, endMs);
    },
    async rows(filter, cursor, limit, newestFirst) {
      const rows: TelemetryRecord[] = [];
      const next = await eachRecord(
        filter,
        cursor,
        newestFirst,
        (record) => rows.length < limit && rows.push(record) > 0,
      );
      return { rows, next };
    },
    async file(filter, cursor, format, newestFirst) {
      let text = cursor === null && format.kind === 'csv' ? csvHead(format.columns) : '';
      let rows = 0;
      const next = await eachRecord(filter, cursor, newestFirst, (record) => {
        if (text.length >= PIECE_CHARACTERS) return false;
        text += format.kind === 'csv' ? csvRow(record, format.columns) : ndjsonRow(record);
        rows += 1;
        return true;
      });
      return { bytes: new TextEncoder().encode(text), rows, next };
    },
  };
}

/** Builds the hourly summary of blocks without a readable one. */
async function withMissing(
  database: TelemetryDatabase,
  keys: readonly (readonly [string, number])[],
  stored: readonly BlockHours[],
): Promise<readonly BlockHours[]> {
  const summarised = new Set(stored.map(({ trackingId, startMs }) => `${startMs} ${trackingId}`));
  const missing = keys.filter(([trackingId, startMs]) => !summarised.has(`${startMs} ${trackingId}`));
  const made: BlockHours[] = [];
  for (let at = 0; at < missing.length; at += SUMMARIES_PER_TRANSACTION) {
    await database.write(
      ['blocks', 'hours'],
      async (tx) => {
        const store = tx.objectStore('blocks');
        const raws = await Promise.all(
          missing.slice(at, at + SUMMARIES_PER_TRANSACTION).map(([id, startMs]) => store.get([id, startMs])),
        );
        for (const block of raws.map(readBlock)) {
          if (block === null) continue;
          const hours = hoursOfBlock(block);
          made.push(hours);
          void tx.objectStore('hours').put(hours);
        }
      },
      'relaxed',
    );
  }
  return [...stored, ...made];
}

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** Returns the range of window starts. Records without a time belong to no range. */
function boundsOf({ startMs, endMs, undatedOnly }: TelemetryFilter): Bounds {
  if (undatedOnly === true) return { lower: UNDATED, upper: UNDATED };
  return { lower: blockStart(startMs), upper: blockStart(endMs ?? 8.64e15) };
}

/** Returns the next window with blocks after `after` (or at it, to continue inside it); null at the end. */
async function readWindow(
  database: TelemetryDatabase,
  filter: TelemetryFilter,
  { lower, upper }: Bounds,
  after: number | null,
  including: boolean,
  newestFirst: boolean,
): Promise<{ startMs: number; blocks: TelemetryBlock[] } | null> {
  const [from, to] = after === null ? [lower, upper] : newestFirst ? [lower, after] : [after, upper];
  const open = !including;
  if (from > to || (from === to && open)) return null;
  const range = IDBKeyRange.bound(from, to, open && !newestFirst, open && newestFirst);
  return database.read(['blocks'], async (tx) => {
    const store = tx.objectStore('blocks');
    const index = store.index('byStart');
    const cursor = await index.openKeyCursor(range, newestFirst ? 'prevunique' : 'nextunique');
    if (cursor === null) return null;
    const startMs = cursor.key;
    const raws =
      filter.trackingIds === null || filter.trackingIds.length > 200
        ? await index.getAll(IDBKeyRange.only(startMs))
        : await Promise.all(filter.trackingIds.map((id) => store.get([id, startMs])));
    return { startMs, blocks: raws.map(readBlock).filter((block) => block !== null) };
  });
}

function matching(block: TelemetryBlock, filter: TelemetryFilter): TelemetryRecord[] {
  if (filter.trackingIds !== null && !filter.trackingIds.includes(block.trackingId)) return [];
  const records: TelemetryRecord[] = [];
  for (let index = 0; index < block.count; index += 1) {
    const at = block.times[index]!;
    if (
      filter.undatedOnly !== true &&
      ((filter.startMs !== null && !(at >= filter.startMs)) || (filter.endMs !== null && !(at <= filter.endMs)))
    )
      continue;
    if (filter.sourceIds !== null && !filter.sourceIds.includes(wordAt(block.sources, index) ?? '')) continue;
    records.push(recordAt(block, index));
  }
  return records;
}
