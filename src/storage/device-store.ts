/** The account's device list as this phone last read it; a cache, so writes are not flushed one by one. */
import type { CachedDevice } from '../domain/device.ts';
import { parseDevice, parseNumber } from './rows.ts';
import type { RowReader } from './row-reader.ts';
import type { AccountDatabase } from './schema.ts';

const COMPLETED_AT = 'devicesCompletedAtMs';

export interface DeviceStore {
  /** In the order of the list. */
  all(): Promise<CachedDevice[]>;
  get(uniqueId: string): Promise<CachedDevice | null>;
  /** Inserts or replaces by uniqueId, in one transaction. */
  putMany(devices: readonly CachedDevice[]): Promise<void>;
  removeMany(uniqueIds: readonly string[]): Promise<void>;
  /** When the list was last read to its end, Unix ms; null before. */
  completedAtMs(): Promise<number | null>;
  setCompletedAtMs(atMs: number): Promise<void>;
  watch(listener: () => void): () => void;
}

/** Rows read at once. */
const PIECE = 2000;

export function createDeviceStore(database: AccountDatabase, reader: RowReader): DeviceStore {
  return {
    async all() {
      const rows = await database.read(['devices'], async (tx) => {
        const store = tx.objectStore('devices');
        const found: CachedDevice[] = [];
        // In pieces, so that a list of 100,000 does not hold the screen up.
        for (let after: IDBKeyRange | null = null; ;) {
          const raws: unknown[] = await store.getAll(after, PIECE);
          found.push(...reader.many('devices', 'uniqueId', raws, parseDevice));
          if (raws.length < PIECE) return found;
          after = IDBKeyRange.lowerBound((raws.at(-1) as { uniqueId: IDBValidKey }).uniqueId, true);
        }
      });
      return rows.sort((a, b) => a.order - b.order);
    },
    async get(uniqueId) {
      const raw = await database.read(['devices'], (tx) => tx.objectStore('devices').get(uniqueId));
      return reader.one('devices', uniqueId, raw, parseDevice);
    },
    async putMany(devices) {
      if (devices.length === 0) return;
      await database.write(['devices'], (tx) => Promise.all(devices.map((device) => tx.objectStore('devices').put(device))), 'relaxed');
    },
    async removeMany(uniqueIds) {
      if (uniqueIds.length === 0) return;
      await database.write(['devices'], (tx) => Promise.all(uniqueIds.map((id) => tx.objectStore('devices').delete(id))), 'relaxed');
    },
    async completedAtMs() {
      const raw = await database.read(['meta'], (tx) => tx.objectStore('meta').get(COMPLETED_AT));
      return reader.one('meta', COMPLETED_AT, raw, parseNumber);
    },
    async setCompletedAtMs(atMs) {
      await database.write(['meta'], (tx) => tx.objectStore('meta').put(atMs, COMPLETED_AT), 'relaxed');
      // Watchers of the list want to know as well.
      database.changes.announce(['devices']);
    },
    watch: (listener) => database.changes.watch('devices', listener),
  };
}
