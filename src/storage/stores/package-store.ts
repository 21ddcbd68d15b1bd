/** The encrypted packages carried on this phone. Rows are marked, never removed. */
import { isOpenPackage, type CarriedPackage } from '../../domain/carried-package.ts';
import { hasNewer, isSameCommand } from '../../domain/commands/same-command.ts';
import { createRowReads } from './row-reads.ts';
import { parsePackage } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { IDBPObjectStore } from 'idb';
import type { Names } from '../idb/database.ts';
import type { AccountDatabase, AccountSchema } from '../idb/schema.ts';
import { together } from '../idb/together.ts';
import type { PackageStore as PackagePort, RowStore } from '../../use-cases/stores.ts';

export type PackageStore = PackagePort & RowStore<CarriedPackage>;

/** `touched`: the change adds the IDs of the rows that it has modified. */
type Change = (store: PackageRows, touched: string[]) => Promise<unknown>;
type PackageRows = IDBPObjectStore<AccountSchema, Names<AccountSchema>[], 'packages', 'readwrite'>;

export function createPackageStore(database: AccountDatabase, reader: RowReader): PackageStore {
  const write = together<Change, void>((changes) => {
    const touched: string[] = [];
    return database.write(
      ['packages'],
      async (tx) => {
        const store = tx.objectStore('packages');
        for (const change of changes) await change(store, touched);
        return [];
      },
      'strict',
      { packages: touched },
    );
  });

  const reads = createRowReads(database, reader, {
    store: 'packages',
    parse: parsePackage,
    madeAtMs: (row) => row.preparedAtMs,
  });
  return {
    ...reads,
    ofDevice: together(async (uniqueIds) => {
      const found = await database.read(['packages'], (tx) => {
        const index = tx.objectStore('packages').index('byDevice');
        return Promise.all(uniqueIds.map((uniqueId) => index.getAll(uniqueId)));
      });
      return found.map((raws) => reader.many('packages', 'id', raws, parsePackage).sort(reads.inOrder));
    }),
    replace: (row) =>
      write(async (store, touched) => {
        const ofDevice = await store.index('byDevice').getAll(row.uniqueId);
        const outdated = reader
          .many('packages', 'id', ofDevice, parsePackage)
          .filter((other) => other.id !== row.id && isSameCommand(other, row) && isOpenPackage(other));
        touched.push(row.id, ...outdated.map(({ id }) => id));
        return Promise.all([...outdated.map((other) => store.put({ ...other, state: 'replaced' })), store.put(row)]);
      }),
    mark: (id, state, withdrawnAtMs) =>
      write(async (store, touched) => {
        touched.push(id);
        const row = reader.one('packages', id, await store.get(id), parsePackage);
        return row && store.put({ ...row, state, ...(withdrawnAtMs === undefined ? {} : { withdrawnAtMs }) });
      }),
    restoreReplaced: (id) =>
      write(async (store, touched) => {
        touched.push(id);
        const row = reader.one('packages', id, await store.get(id), parsePackage);
        if (row?.state !== 'replaced') return null;
        const all = reader.many('packages', 'id', await store.index('byDevice').getAll(row.uniqueId), parsePackage);
        return hasNewer(row, all) ? null : store.put({ ...row, state: 'carried' });
      }),
  };
}
