/** Writes the account's device list. */
import { unwrap } from 'idb';
import type { CachedDevice } from '../../domain/device.ts';
import type { ListedDevices } from '../../use-cases/devices/ports.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import { together } from '../idb/together.ts';
import type { DeviceCache, DeviceChange } from './device-cache.ts';

export const COMPLETED_AT = 'devicesCompletedAtMs';
/** Key of the first rows' IDs in order. Their order cannot be known without reading all rows. */
export const HEAD = 'devicesHead';
/** Key of the time of the last complete read. */
export const READING = 'devicesReading';

const HEAD_ROWS = 100;

interface WritingParts {
  readonly database: AccountDatabase;
  readonly cache: DeviceCache;
  all(): Promise<CachedDevice[]>;
}

export function createDeviceWriting({
  database,
  cache,
  all,
}: WritingParts): Pick<ListedDevices, 'putMany' | 'removeMany' | 'keepOnly' | 'setCompletedAtMs'> {
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
  };
}

/** Returns the change that all of them make, one after the other. */
function asOne(changes: readonly DeviceChange[]): DeviceChange {
  const rows = new Map<string, CachedDevice | null>();
  for (const { put, remove } of changes) {
    for (const row of put) rows.set(row.uniqueId, row);
    for (const uniqueId of remove) rows.set(uniqueId, null);
  }
  return {
    put: [...rows.values()].filter((row) => row !== null),
    remove: [...rows].flatMap(([uniqueId, row]) => (row === null ? [uniqueId] : [])),
  };
}
