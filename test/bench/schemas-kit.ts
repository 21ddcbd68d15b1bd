/**
 * Loaded into the page of the schemas' bench: the readers of stored devices and of telemetry, and bare copies of the
 * same fields.
 */
import * as idb from 'idb';
import type { CachedDevice } from '../../src/domain/device.ts';
import { readPage, type TelemetryPage } from '../../src/domain/telemetry/page.ts';
import type { TelemetryRecord, TelemetryValue } from '../../src/domain/telemetry/record.ts';
import { createRowReader } from '../../src/storage/idb/row-reader.ts';
import { parseDevice, type RowParser } from '../../src/storage/stores/rows.ts';
import { openTelemetryDatabase } from '../../src/storage/telemetry/database.ts';
import { createTelemetryIntake } from '../../src/storage/telemetry/intake.ts';
import { fillDatabase } from './fill-database.ts';

/** Copies every field unchanged. */
const copyDevice: RowParser<CachedDevice> = (raw) => {
  const row = raw as CachedDevice;
  return {
    ok: true,
    row: {
      uniqueId: row.uniqueId,
      deviceType: row.deviceType,
      name: row.name,
      alias: row.alias,
      tags: row.tags,
      notes: row.notes,
      model: row.model,
      mac: row.mac,
      access: row.access,
      firmware: row.firmware,
      batteryPercent: row.batteryPercent,
      lastSeenMs: row.lastSeenMs,
      pending: row.pending,
      attributes: row.attributes,
      readAtMs: row.readAtMs,
      order: row.order,
    },
  };
};

/** Copies every field unchanged, except times, which are stored as numbers. */
function copyPage(raw: unknown): TelemetryPage {
  const { content } = raw as { content: readonly Record<string, TelemetryValue>[] };
  const records: TelemetryRecord[] = content.map(({ trackingId, sourceId, ...fields }) => {
    const values: Record<string, TelemetryValue> = {};
    for (const name in fields)
      values[name] = name.endsWith('imestamp') ? Date.parse(fields[name] as string) : fields[name]!;
    const timeMs = values['timestamp'] as number;
    return { trackingId: trackingId as string, sourceId: sourceId as string, timeMs, values, rest: null, faults: null };
  });
  const facts = { size: null, totalPages: null, number: null, startMs: null, endMs: null };
  return { records, cut: [], skipped: 0, links: [], facts: { ...facts, hasNext: null } };
}

const READERS = { schema: parseDevice, copy: copyDevice } as const;
const PAGES = { schema: readPage, copy: copyPage } as const;
export type Way = keyof typeof READERS;

/** Number of rows read at once, as in the device store. */
const PIECE = 2000;

export const schemasKit = {
  /** Fills a database with this many devices, as the app does. */
  async makeDevices(count: number): Promise<void> {
    const database = await idb.openDB('bench-devices', 1, {
      upgrade(db) {
        db.createObjectStore('devices', { keyPath: 'uniqueId' });
        db.createObjectStore('meta');
      },
    });
    database.close();
    await fillDatabase(count);
  },
  /** Returns how long it takes to read them all, ms. */
  async readDevices(way: Way): Promise<{ ms: number; count: number }> {
    const database = await idb.openDB('bench-devices');
    const reader = createRowReader({} as never, { add: () => undefined } as never, Date.now);
    const beganMs = performance.now();
    const rows: CachedDevice[] = [];
    for (let after: IDBKeyRange | null = null; ;) {
      const raws: unknown[] = await database.getAll('devices', after, PIECE);
      for (const row of reader.many('devices', 'uniqueId', raws, READERS[way])) rows.push(row);
      if (raws.length < PIECE) break;
      after = IDBKeyRange.lowerBound(rows.at(-1)!.uniqueId, true);
    }
    const ms = performance.now() - beganMs;
    database.close();
    return { ms, count: rows.length };
  },
  /** Returns how long it takes to store all pages, ms. */
  async takeTelemetry(way: Way, name: string, pages: readonly string[]): Promise<{ ms: number; count: number }> {
    const database = await openTelemetryDatabase(name);
    const intake = createTelemetryIntake(database, PAGES[way]);
    await intake.setLimit(1_000_000_000);
    const bodies = pages.map((page) => new TextEncoder().encode(page).buffer);
    const beganMs = performance.now();
    for (const body of bodies) await intake.take(body, '', { ms: Date.now(), isChecked: true });
    const { added } = await intake.finish(null);
    const ms = performance.now() - beganMs;
    database.close();
    return { ms, count: added };
  },
};

export interface SchemasWindow {
  schemasKit: typeof schemasKit;
}

(globalThis as unknown as SchemasWindow).schemasKit = schemasKit;
