/** The encrypted packages carried on this phone; rows are marked, never removed. */
import type { CarriedPackage, PackageState } from '../../domain/carried-package.ts';
import { isSameWish } from '../../domain/commands/stale.ts';
import { parsePackage } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';

export interface PackageStore {
  all(): Promise<CarriedPackage[]>;
  get(id: string): Promise<CarriedPackage | null>;
  ofDevice(uniqueId: string): Promise<CarriedPackage[]>;
  /** Strict: stores it and marks every other `prepared`/`carried` row of the same device, kind and command `replaced`, in one transaction. */
  replace(row: CarriedPackage): Promise<void>;
  /** Strict. Does nothing when there is no such row. */
  mark(id: string, state: PackageState): Promise<void>;
  watch(listener: () => void): () => void;
}

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
        const outdated = others.filter((other) => other.id !== row.id && isSameWish(other, row) && isOpen(other));
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
    watch: (listener) => database.changes.watch('packages', listener),
  };
}

function isOpen(row: CarriedPackage): boolean {
  return row.state === 'prepared' || row.state === 'carried';
}

function inOrder(rows: CarriedPackage[]): CarriedPackage[] {
  return rows.sort((a, b) => a.preparedAtMs - b.preparedAtMs);
}
