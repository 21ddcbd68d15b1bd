/** Opens what is stored for the phone as a whole: accounts, app settings and the vaults. */
import type { Live } from '../domain/live.ts';
import { createAccountStore, type AccountStore } from './account-store.ts';
import { createRemarks, type Remark } from './remarks.ts';
import { createRowReader } from './row-reader.ts';
import { openRegistryDatabase } from './schema.ts';
import { createVault, type Vault } from './vault.ts';

export interface Registry {
  readonly accounts: AccountStore;
  readonly vault: Vault;
  readonly remarks: Live<readonly Remark[]>;
  close(): void;
}

/** Rejects with StorageError. `name` is another one in tests only. */
export async function openRegistry(options: { nowMs: () => number; name?: string }): Promise<Registry> {
  const database = await openRegistryDatabase(options.name);
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
  return {
    accounts: createAccountStore(database, reader),
    vault: createVault(database, reader, options.nowMs),
    remarks: remarks.live,
    close: () => database.close(),
  };
}
