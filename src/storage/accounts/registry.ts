/** Opens what is stored for the phone as a whole: accounts, app settings and the vaults. */
import type { Live } from '../../domain/live.ts';
import { createAccountCopy } from './account-copy.ts';
import { createAccountStore, type AccountStore } from './account-store.ts';
import { createRemarks, type Remark } from '../second-copy/remarks.ts';
import { createRowReader } from '../idb/row-reader.ts';
import { openRegistryDatabase } from '../idb/schema.ts';
import { createVault, type Vault } from './vault.ts';
import { REGISTRY_DATABASE } from '../../names.ts';

export interface Registry {
  readonly accounts: AccountStore;
  readonly vault: Vault;
  readonly remarks: Live<readonly Remark[]>;
  close(): void;
}

export interface RegistryOptions {
  readonly nowMs: () => number;
  /** The page's, for a second copy of the accounts; null in the service worker. */
  readonly localStorage?: Storage | null;
  /** Another one in tests only. */
  readonly name?: string;
}

/** Rejects with StorageError. */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const { database } = await openRegistryDatabase(options.name);
  const remarks = createRemarks();
  const reader = createRowReader(
    (id, entry) =>
      database.write(['quarantine'], async (tx) => {
        const shelf = tx.objectStore('quarantine');
        if ((await shelf.get(id)) === undefined) await shelf.put(entry, id);
      }),
    remarks,
    options.nowMs,
  );
  const accounts = createAccountStore(
    database,
    reader,
    createAccountCopy(options.localStorage ?? null, options.name ?? REGISTRY_DATABASE),
  );
  const broughtBack = await accounts.bringBack();
  if (broughtBack > 0) remarks.add(`registryEmptied:${broughtBack}`);
  return {
    accounts,
    vault: createVault(database, reader, options.nowMs),
    remarks: remarks.live,
    close: () => database.close(),
  };
}
