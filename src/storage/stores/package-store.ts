/** The encrypted packages carried on this phone. Rows are marked, never removed. */
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import { hasNewer, isSameWish } from '../../domain/commands/same-wish.ts';
import { parsePackage } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { PackageStore as PackagePort, RowStore } from '../../use-cases/stores.ts';

export type PackageStore = PackagePort & RowStore<CarriedPackage>;

export function createPackageStore(database: AccountDatabase, reader: RowReader): PackageStore {
  return {
    async all() {
      const raws = await database.read(['packages'], (tx) => tx.objectStore('packages').getAll());
      return reader.many('packages', 'id', raws, parsePackage).sort(inOrder);
    },
    inOrder,
    async getMany(ids) {
      const raws = await database.read(['packages'], (tx) =>
        Promise.all(ids.map((id) => tx.objectStore('packages').get(id))),
      );
      return raws.flatMap((raw, at) => reader.one('packages', ids[at]!, raw, parsePackage) ?? []);
    },
    async get(id) {
      const raw = await database.read(['packages'], (tx) => tx.objectStore('packages').get(id));
      return reader.one('packages', id, raw, parsePackage);
    },
    async ofDevice(uniqueId) {
      const raws = await database.read(['packages'], (tx) =>
        tx.objectStore('packages').index('byDevice').getAll(uniqueId),
      );
      return reader.many('packages', 'id', raws, parsePackage).sort(inOrder);
    },
    async replace(row) {
      const touched = [row.id];
      await database.write(
        ['packages'],
        async (tx) => {
          const store = tx.objectStore('packages');
          const ofDevice = await store.index('byDevice').getAll(row.uniqueId);
          const outdated = reader
            .many('packages', 'id', ofDevice, parsePackage)
            .filter((other) => other.id !== row.id && isSameWish(other, row) && isOpenPackage(other));
          touched.push(...outdated.map(({ id }) => id));
          await Promise.all([...outdated.map((other) => store.put({ ...other, state: 'replaced' })), store.put(row)]);
        },
        'strict',
        { packages: touched },
      );
    },
    async mark(id, state) {
      await database.write(
        ['packages'],
        async (tx) => {
          const store = tx.objectStore('packages');
          const row = reader.one('packages', id, await store.get(id), parsePackage);
          if (row !== null) await store.put({ ...row, state });
        },
        'strict',
        { packages: [id] },
      );
    },
    async bringBack(id) {
      await database.write(
        ['packages'],
        async (tx) => {
          const store = tx.objectStore('packages');
          const row = reader.one('packages', id, await store.get(id), parsePackage);
          if (row?.state !== 'replaced') return;
          const all = reader.many('packages', 'id', await store.index('byDevice').getAll(row.uniqueId), parsePackage);
          if (!hasNewer(row, all)) await store.put({ ...row, state: 'carried' });
        },
        'strict',
        { packages: [id] },
      );
    },
    watch: (listener) => database.changes.watch('packages', listener),
  };
}

/** Compares by time; equal times by ID, so that the order is stable. */
function inOrder(one: CarriedPackage, other: CarriedPackage): number {
  return one.preparedAtMs - other.preparedAtMs || (one.id < other.id ? -1 : 1);
}
