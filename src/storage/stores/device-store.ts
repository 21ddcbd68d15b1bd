/** The account's device list as this phone last read it. A cache, so writes are not flushed one by one. */
import type { CachedDevice } from '../../domain/device.ts';
import { asOne, createDeviceCache, withReading, type DeviceChange } from './device-cache.ts';
import { parseDevice, parseListReading, parseNumber, parseTexts } from './rows.ts';
import { together } from '../idb/together.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { ListedDevices } from '../../use-cases/devices/ports.ts';
import type { ListReading } from '../../use-cases/stores.ts';
import { unwrap } from 'idb';

/** Rows per batch. */
const BATCH = 2000;

export function createDeviceStore(database: AccountDatabase, reader: RowReader): ListedDevices {
  const cache = createDeviceCache();
  let reading: Promise<CachedDevice[]> | null = null;
  // Subscribe before any other listener, so that the cache is current when they read.
  database.changes.watch('devices', () => {
    if (!cache.changed()) reading = null;
  });

  const lastReading = (): Promise<ListReading | null> => reader.get('meta', READING, parseListReading);

  async function getMany(uniqueIds: readonly string[]): Promise<CachedDevice[]> {
    const [listReading, ...raws] = await database.read(['devices', 'meta'], (tx) =>
      Promise.all([tx.objectStore('meta').get(READING), ...uniqueIds.map((id) => tx.objectStore('devices').get(id))]),
    );
    const rows = raws.flatMap((raw, at) => reader.one('devices', uniqueIds[at]!, raw, parseDevice) ?? []);
    return withReading(rows, reader.one('meta', READING, listReading, parseListReading));
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

  const write = together<DeviceChange, void>(async (changes) => {
    const change = asOne(changes);
    cache.expect(change);
    try {
      await database.write(
        ['devices'],
        async (tx) => {
          // Without idb's promise for each of hundreds of rows: an error of one ends the transaction anyway.
          const store = unwrap(tx.objectStore('devices'));
          for (const device of change.put) store.put(device);
          for (const id of change.remove) store.delete(id);
        },
        'relaxed',
      );
    } catch (error) {
      cache.cancelExpected(change);
      throw error;
    }
    return [];
  });

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
    async putMany(devices) {
      if (devices.length > 0) await write({ put: devices, remove: [] });
    },
    async removeMany(uniqueIds) {
      if (uniqueIds.length > 0) await write({ put: [], remove: uniqueIds });
    },
    async keepOnly(uniqueIds) {
      // This change is not announced to the cache, so every window reads again.
      await database.write(['devices', 'meta'], async (tx) => {
        const store = tx.objectStore('devices');
        const storedRows = await Promise.all(uniqueIds.map((id) => store.get(id)));
        const meta = tx.objectStore('meta');
        return Promise.all([
          store.clear(),
          ...[COMPLETED_AT, HEAD, READING].map((key) => meta.delete(key)),
          ...storedRows.filter((row) => row !== undefined).map((row) => store.put(row)),
        ]);
      });
    },
    async setCompletedAtMs(atMs, reading) {
      const head = (await all()).slice(0, HEAD_ROWS).map(({ uniqueId }) => uniqueId);
      await database.write(
        ['meta'],
        (tx) => {
          const meta = tx.objectStore('meta');
          return Promise.all([meta.put(atMs, COMPLETED_AT), meta.put(head, HEAD), meta.put(reading, READING)]);
        },
        'relaxed',
      );
      // Notify the list's listeners too.
      cache.expect({ put: [], remove: [], reading });
      database.changes.announce(['devices']);
    },
    completedAtMs: () => reader.get('meta', COMPLETED_AT, parseNumber),
    short: async () => (await lastReading())?.short ?? null,
    watch: (listener) => database.changes.watch('devices', listener),
  };
}

const COMPLETED_AT = 'devicesCompletedAtMs';
/** Key of the first rows' IDs in order. Their order cannot be known without reading all rows. */
const HEAD = 'devicesHead';
/** Key of the time of the last complete read. */
const READING = 'devicesReading';

const HEAD_ROWS = 100;
