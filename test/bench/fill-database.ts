/** Writes a device list of any size directly into the database that the app has created. */
import type { CachedDevice } from '../../src/domain/device.ts';

/** Runs in the page: stores this many devices directly in the app's database. */
export async function fillDatabase(count: number): Promise<void> {
  const names = [
    'Ward 3 entrance',
    'Basement corridor',
    'Loading dock',
    'Lift lobby 4',
    'Pharmacy hatch',
    'Cold store door',
    'Theatre 2',
  ];
  const databases = (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
  const opened = (name: string): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const name of databases) {
    const db = await opened(name);
    if (db.objectStoreNames.contains('devices')) {
      const tx = db.transaction(['devices', 'meta'], 'readwrite', { durability: 'relaxed' });
      const store = tx.objectStore('devices');
      store.clear();
      // The state after a complete refresh.
      const idOf = (at: number): string => `b${at.toString(36).padStart(4, '0')}`;
      tx.objectStore('meta').put(
        Array.from({ length: 100 }, (_, at) => idOf(at)),
        'devicesHead',
      );
      for (let at = 0; at < count; at += 1) {
        const hex = at.toString(16).padStart(6, '0');
        const device: CachedDevice = {
          uniqueId: idOf(at),
          deviceType: 'BEACON',
          name: 'Kontakt',
          alias: `${names[at % names.length]!} ${at}`,
          tags: at % 4 === 0 ? ['floor-2', 'night shift'] : ['floor-1'],
          notes: null,
          model: 'TB15-1',
          mac: `fa:bc:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4)}:7e`,
          access: 'OWNER',
          firmware: '1.12',
          batteryPercent: at % 101,
          lastSeenMs: 1_750_000_000_000 + at,
          pending: at % 1000 === 5 ? { txPower: 5 } : null,
          attributes: {
            txPower: 3,
            interval: 350,
            orderId: 'AB-1204-77',
            proximity: 'f7826da6-4fa2-4e98-8024-bc5b71e0893e',
          },
          readAtMs: 1_750_000_000_000,
          order: at,
        };
        store.put(device);
      }
      await new Promise((resolve, reject) => {
        tx.oncomplete = resolve;
        tx.onabort = () => reject(tx.error);
      });
    }
    db.close();
  }
}
