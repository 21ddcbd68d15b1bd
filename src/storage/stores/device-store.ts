/** The account's device list as this phone last read it. A cache, so writes are not flushed one by one. */
import type { CachedDevice } from '../../domain/device.ts';
import { COMPLETED_AT, createDeviceWriting, HEAD, READING } from './device-writing.ts';
import { createDeviceCache, withReading } from './device-cache.ts';
import { parseDevice, parseListReading, parseNumber, parseTexts } from './rows.ts';
import { together } from '../idb/together.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { ListedDevices } from '../../use-cases/devices/ports.ts';
import type { ListReading } from '../../use-cases/stores.ts';

export type DeviceStore = ListedDevices;

/** Rows per batch. */
const BATCH = 2000;

export function createDeviceStore(database: AccountDatabase, reader: RowReader): DeviceStore {
  const cache = createDeviceCache();
  let reading: Promise<CachedDevice[]> | null = null;
  // Subscribe before any other listener, so that the cache is current when they read.
  database.changes.watch('devices', () => {
    if (!cache.changed()) reading = null;
  });

  const readingFrom = (raw: unknown): ListReading | null => reader.one('meta', READING, raw, parseListReading);

  async function lastReading(): Promise<ListReading | null> {
    return readingFrom(await database.read(['meta'], (tx) => tx.objectStore('meta').get(READING)));
  }

  async function getMany(uniqueIds: readonly string[]): Promise<CachedDevice[]> {
    const [listReading, ...raws] = await database.read(['devices', 'meta'], (tx) =>
      Promise.all([tx.objectStore('meta').get(READING), ...uniqueIds.map((id) => tx.objectStore('devices').get(id))]),
    );
    const rows = raws.flatMap((raw, at) => reader.one('devices', uniqueIds[at]!, raw, parseDevice) ?? []);
    return withReading(rows, readingFrom(listReading));
  }

  const getById = async (uniqueIds: readonly string[]): Promise<ReadonlyMap<string, CachedDevice>> =>
    new Map((await getMany(uniqueIds)).map((row) => [row.uniqueId, row]));

  async function readAll(): Promise<CachedDevice[]> {
    const read = cache.beginReading();
    try {
      return cache.endReading(await readRows(), read);
    } catch (error) {
      cache.failReading(read);
      throw error;
    }
  }

  /**
   * Reads the rows in batches, so that 100,000 devices do not block the screen: it works while the next ones arrive.
   * The cache adds changes written in the meantime.
   */
  async function readRows(): Promise<CachedDevice[]> {
    // Read the time before the rows: a new row may then look older than it is, but never newer.
    const listReading = await lastReading();
    const found: CachedDevice[] = [];
    for (let after: IDBKeyRange | null = null; ;) {
      const from = after;
      const [raws, keys] = await database.read(['devices'], (tx) =>
        Promise.all([tx.objectStore('devices').getAll(from, BATCH), tx.objectStore('devices').getAllKeys(from, BATCH)]),
      );
      for (const row of withReading(reader.many('devices', 'uniqueId', raws, parseDevice), listReading))
        found.push(row);
      if (raws.length < BATCH) return found;
      after = IDBKeyRange.lowerBound(keys.at(-1), true);
    }
  }

  async function all(): Promise<CachedDevice[]> {
    const cached = cache.rows();
    if (cached !== null) return cached;
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return (await reading).slice();
  }

  const writing = createDeviceWriting({ database, cache, all });

  return {
    all,
    async head() {
      const [rawIds, count] = await database.read(['devices', 'meta'], (tx) =>
        Promise.all([tx.objectStore('meta').get(HEAD), tx.objectStore('devices').count()]),
      );
      const ids = reader.one('meta', HEAD, rawIds, parseTexts);
      return ids === null ? null : { devices: await getMany(ids), count };
    },
    get: together(async (uniqueIds) => {
      const rows = await getById(uniqueIds);
      return uniqueIds.map((uniqueId) => rows.get(uniqueId) ?? null);
    }),
    getMany: getById,
    ...writing,
    async completedAtMs() {
      const raw = await database.read(['meta'], (tx) => tx.objectStore('meta').get(COMPLETED_AT));
      return reader.one('meta', COMPLETED_AT, raw, parseNumber);
    },
    short: async () => (await lastReading())?.short ?? null,
    watch: (listener) => database.changes.watch('devices', listener),
  };
}
