/** The account's device list as this phone last read it; a cache, so writes are not flushed one by one. */
import type { CachedDevice } from '../../domain/device.ts';
import { createDeviceCache, type DeviceChange } from './device-cache.ts';
import { parseDevice, parseNumber, parseTexts } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { ListedDevices } from '../../use-cases/devices/ports.ts';

export type DeviceStore = ListedDevices;

const COMPLETED_AT = 'devicesCompletedAtMs';
/** Ids of the first rows, in order: their place in the list cannot be known without reading all. */
const HEAD = 'devicesHead';
const HEAD_ROWS = 100;

/** Rows read at once. */
const PIECE = 2000;

export function createDeviceStore(database: AccountDatabase, reader: RowReader): DeviceStore {
  const cache = createDeviceCache();
  let reading: Promise<CachedDevice[]> | null = null;
  // Before anybody else watches: when they ask, the cache knows already.
  database.changes.watch('devices', () => {
    if (!cache.changed()) reading = null;
  });

  async function readAll(): Promise<CachedDevice[]> {
    const mark = cache.beginReading();
    try {
      return cache.endReading(await readRows(), mark);
    } catch (error) {
      cache.failReading();
      throw error;
    }
  }

  /** In pieces with a pause between them, so that a list of 100,000 does not hold the screen up; the cache knows what is written meanwhile. */
  async function readRows(): Promise<CachedDevice[]> {
    const found: CachedDevice[] = [];
    for (let after: IDBKeyRange | null = null; ;) {
      const from = after;
      const raws: unknown[] = await database.read(['devices'], (tx) => tx.objectStore('devices').getAll(from, PIECE));
      for (const row of reader.many('devices', 'uniqueId', raws, parseDevice)) found.push(row);
      if (raws.length < PIECE) return found;
      after = IDBKeyRange.lowerBound((raws.at(-1) as { uniqueId: IDBValidKey }).uniqueId, true);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  async function write(change: DeviceChange): Promise<void> {
    cache.expect(change);
    try {
      await database.write(
        ['devices'],
        (tx) => {
          const store = tx.objectStore('devices');
          return Promise.all([
            ...change.put.map((device) => store.put(device)),
            ...change.remove.map((id) => store.delete(id)),
          ]);
        },
        'relaxed',
      );
    } catch (error) {
      cache.giveUp(change);
      throw error;
    }
  }

  async function all(): Promise<CachedDevice[]> {
    const kept = cache.rows();
    if (kept !== null) return kept;
    if (reading === null) {
      const mine = readAll();
      reading = mine;
      const over = (): void => {
        if (reading === mine) reading = null;
      };
      mine.then(over, over);
    }
    return (await reading).slice();
  }

  return {
    all,
    head: () =>
      database.read(['devices', 'meta'], async (tx) => {
        const ids = reader.one('meta', HEAD, await tx.objectStore('meta').get(HEAD), parseTexts);
        if (ids === null) return null;
        const store = tx.objectStore('devices');
        const [count, ...raws] = await Promise.all([store.count(), ...ids.map((id) => store.get(id))]);
        const rows = raws.flatMap((raw, at) => reader.one('devices', ids[at]!, raw, parseDevice) ?? []);
        return { devices: rows, count };
      }),
    async get(uniqueId) {
      const raw = await database.read(['devices'], (tx) => tx.objectStore('devices').get(uniqueId));
      return reader.one('devices', uniqueId, raw, parseDevice);
    },
    async putMany(devices) {
      if (devices.length > 0) await write({ put: devices, remove: [] });
    },
    async removeMany(uniqueIds) {
      if (uniqueIds.length > 0) await write({ put: [], remove: uniqueIds });
    },
    async keepOnly(uniqueIds) {
      // Nobody expects this change: all who hear of it read anew.
      await database.write(['devices', 'meta'], async (tx) => {
        const store = tx.objectStore('devices');
        const kept = await Promise.all(uniqueIds.map((id) => store.get(id)));
        const meta = tx.objectStore('meta');
        await Promise.all([store.clear(), meta.delete(COMPLETED_AT), meta.delete(HEAD)]);
        await Promise.all(kept.filter((row) => row !== undefined).map((row) => store.put(row)));
      });
    },
    async completedAtMs() {
      const raw = await database.read(['meta'], (tx) => tx.objectStore('meta').get(COMPLETED_AT));
      return reader.one('meta', COMPLETED_AT, raw, parseNumber);
    },
    async setCompletedAtMs(atMs) {
      const head = (await all()).slice(0, HEAD_ROWS).map(({ uniqueId }) => uniqueId);
      await database.write(
        ['meta'],
        (tx) => Promise.all([tx.objectStore('meta').put(atMs, COMPLETED_AT), tx.objectStore('meta').put(head, HEAD)]),
        'relaxed',
      );
      // Watchers of the list want to know as well.
      cache.expect({ put: [], remove: [] });
      database.changes.announce(['devices']);
    },
    watch: (listener) => database.changes.watch('devices', listener),
  };
}
