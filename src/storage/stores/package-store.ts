/** The encrypted packages carried on this phone; rows are marked, never removed. */
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import { hasNewer, isSameWish } from '../../domain/commands/same-wish.ts';
import { parsePackage } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { PackageStore } from '../../use-cases/stores.ts';

export type { PackageStore };

export function createPackageStore(database: AccountDatabase, reader: RowReader): PackageStore {
  return {
    async all() {
      const raws = await database.read(['packages'], (tx) => tx.objectStore('packages').getAll());
      return inOrder(reader.many('packages', 'id', raws, parsePackage));
    },
    async get(id) {
      const raw = await database.read(['packages'], (tx) => tx.objectStore('packages').get(id));
      return reader.one('packages', id, raw, parsePackage);
    },
    async ofDevice(uniqueId) {
      const raws = await database.read(['packages'], (tx) =>
        tx.objectStore('packages').index('byDevice').getAll(uniqueId),
      );
      return inOrder(reader.many('packages', 'id', raws, parsePackage));
    },
    async replace(row) {
      await database.write(['packages'], async (tx) => {
        const store = tx.objectStore('packages');
        const others = reader.many('packages', 'id', await store.index('byDevice').getAll(row.uniqueId), parsePackage);
        const outdated = others.filter(
          (other) => other.id !== row.id && isSameWish(other, row) && isOpenPackage(other),
        );
        await Promise.all([...outdated.map((other) => store.put({ ...other, state: 'replaced' })), store.put(row)]);
      });
    },
    async mark(id, state) {
      await database.write(['packages'], async (tx) => {
        const store = tx.objectStore('packages');
        const row = reader.one('packages', id, await store.get(id), parsePackage);
        if (row !== null) await store.put({ ...row, state });
      });
    },
    async bringBack(id) {
      await database.write(['packages'], async (tx) => {
        const store = tx.objectStore('packages');
        const row = reader.one('packages', id, await store.get(id), parsePackage);
        if (row?.state !== 'replaced') return;
        const all = reader.many('packages', 'id', await store.index('byDevice').getAll(row.uniqueId), parsePackage);
        if (!hasNewer(row, all)) await store.put({ ...row, state: 'carried' });
      });
    },
    watch: (listener) => database.changes.watch('packages', listener),
  };
}

function inOrder(rows: CarriedPackage[]): CarriedPackage[] {
  return rows.sort((a, b) => a.preparedAtMs - b.preparedAtMs);
}
