/** The registry: the accounts on this phone, which one was connected last, and settings of the app itself. */
import type { AccountCopy } from './account-copy.ts';
import { accountsOfDatabases } from './account-databases.ts';
import { parseAccount, parseText } from '../stores/rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { RegistryDatabase } from '../idb/schema.ts';
import type { SessionAccounts } from '../../use-cases/session/ports.ts';

export interface AccountStore extends SessionAccounts {
  /** Restores the accounts of the copy that are missing in the registry. Returns how many. */
  restoreMissing(): Promise<number>;
}

export function createAccountStore(database: RegistryDatabase, reader: RowReader, copy: AccountCopy): AccountStore {
  return {
    all: async () =>
      (await reader.getAll('accounts', 'id', parseAccount)).sort((a, b) => a.createdAtMs - b.createdAtMs),
    get: (id) => reader.get('accounts', id, parseAccount),
    async put(account) {
      await database.write(['accounts'], (tx) => tx.objectStore('accounts').put(account));
      copy.keep(account);
    },
    setting: (name) => reader.get('settings', name, parseText),
    async setSetting(name, value) {
      await database.write(['settings'], async (tx) =>
        value === null ? tx.objectStore('settings').delete(name) : tx.objectStore('settings').put(value, name),
      );
    },
    async remove(id) {
      copy.forget(id);
      await database.write(['accounts', 'vault', 'settings', 'quarantine'], async (tx) => {
        const names = await tx.objectStore('settings').getAllKeys();
        const aside = await tx.objectStore('quarantine').getAllKeys();
        return Promise.all([
          tx.objectStore('accounts').delete(id),
          tx.objectStore('vault').delete(id),
          ...names.filter((name) => name.endsWith(`:${id}`)).map((name) => tx.objectStore('settings').delete(name)),
          ...aside.filter((name) => name.endsWith(`:${id}`)).map((name) => tx.objectStore('quarantine').delete(name)),
        ]);
      });
    },
    async restoreMissing() {
      const copies = copy.all();
      const storedIds = await database.read(['accounts'], (tx) => tx.objectStore('accounts').getAllKeys());
      const found = await accountsOfDatabases(new Set([...storedIds, ...copies.map(({ id }) => id)]));
      const missing = [...copies.filter(({ id }) => !storedIds.includes(id)), ...found];
      if (missing.length > 0)
        await database.write(['accounts'], (tx) =>
          Promise.all(missing.map((account) => tx.objectStore('accounts').put(account))),
        );
      return missing.length;
    },
    watch(listener) {
      const stops = (['accounts', 'settings'] as const).map((store) => database.changes.watch(store, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
