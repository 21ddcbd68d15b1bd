/** Opens what is stored for the whole phone: accounts, app settings and the vaults. */
import { createAccountCopy } from './account-copy.ts';
import { createAccountStore } from './account-store.ts';
import { isLoss, joinLosses, readLosses } from '../second-copy/losses.ts';
import { createRemarks, type Remark } from '../second-copy/remarks.ts';
import { createRowReader } from '../idb/row-reader.ts';
import { openRegistryDatabase } from '../idb/schema.ts';
import { createVault } from './vault.ts';
import { REGISTRY_DATABASE } from '../../names.ts';
import type { LocalStorage } from '../local-storage.ts';

interface RegistryOptions {
  readonly nowMs: () => number;
  /** The page's, for a second copy of the accounts; null in the service worker. */
  readonly localStorage?: LocalStorage | null;
  /** A different name in tests only. */
  readonly name?: string;
}

const LOSSES = 'losses';

/** Opens the registry. Rejects with StorageError. */
export async function openRegistry(options: RegistryOptions) {
  const { database } = await openRegistryDatabase(options.name);
  const remarks = createRemarks();
  const reader = createRowReader(database, remarks, options.nowMs);
  const accounts = createAccountStore(
    database,
    reader,
    createAccountCopy(options.localStorage ?? null, options.name ?? REGISTRY_DATABASE),
  );
  const storedLosses = async (): Promise<Remark[]> => readLosses(await accounts.setting(LOSSES));
  // Only windows restore accounts, because they have the copy and can report it.
  if (options.localStorage != null) {
    const broughtBack = await accounts.restoreMissing();
    let losses = await storedLosses();
    if (broughtBack > 0) {
      losses = joinLosses(losses, [`registryEmptied:${broughtBack}`]);
      await accounts.setSetting(LOSSES, JSON.stringify(losses));
    }
    remarks.replace(isLoss, losses);
    accounts.watch(() => {
      void storedLosses().then(
        (left) => (left.length === 0 ? remarks.replace(isLoss, []) : undefined),
        () => undefined,
      );
    });
  }
  return {
    accounts,
    vault: createVault(database, reader, options.nowMs),
    remarks: remarks.live,
    /** Marks the loss of the list as read; no window shows it afterwards. */
    async lossesRead(): Promise<void> {
      await accounts.setSetting(LOSSES, null);
      remarks.replace(isLoss, []);
    },
    close: () => database.close(),
  };
}
