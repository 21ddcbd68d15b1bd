/** Reads the app's stored rows from the profile of a page. */
import type { Page } from 'playwright-core';
import type { Account } from '../../src/domain/account.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import { REGISTRY_DATABASE } from '../../src/names.ts';
import type { VirtualEdit } from '../../src/domain/virtual-edit.ts';

/** Returns the stored runs of a beacon, oldest first. */
export async function storedRuns(page: Page, uniqueId: string): Promise<Run[]> {
  const runs = (await storedRows(page, 'runs')) as Run[];
  return runs.filter((run) => run.uniqueId === uniqueId).sort((a, b) => a.startedAtMs - b.startedAtMs);
}

/** Returns the stored receipts of a beacon, oldest first, without reserved rows. */
export async function storedReceipts(page: Page, uniqueId: string): Promise<Receipt[]> {
  const receipts = (await storedRows(page, 'receipts')) as Receipt[];
  return receipts
    .filter((row) => row.uniqueId === uniqueId && row.state !== 'reserved')
    .sort((a, b) => a.createdAtMs - b.createdAtMs);
}

/** Returns the stored accounts of this profile. */
export async function storedAccounts(page: Page): Promise<Account[]> {
  return (await storedRows(page, 'accounts')) as Account[];
}

/** Returns the stored unsent virtual values of a beacon. */
export async function storedEdit(page: Page, uniqueId: string): Promise<VirtualEdit | null> {
  const edits = (await storedRows(page, 'edits')) as VirtualEdit[];
  return edits.find((row) => row.uniqueId === uniqueId) ?? null;
}

/** Returns the stored drafts: typed but neither saved nor sent. */
export async function storedDrafts(page: Page): Promise<unknown[]> {
  const rows = (await storedRows(page, 'meta')) as { draft?: unknown }[];
  return rows.flatMap((row) => row?.draft ?? []);
}

/** Returns the stored settings of the phone as a whole. */
export function storedSettings(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    (name) =>
      new Promise<Record<string, string>>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const store = opening.result.transaction('settings').objectStore('settings');
          const [keys, values] = [store.getAllKeys(), store.getAll()];
          values.onsuccess = () => {
            opening.result.close();
            resolve(Object.fromEntries(keys.result.map((key, at) => [String(key), String(values.result[at])])));
          };
        };
      }),
    REGISTRY_DATABASE,
  );
}

/** Returns all rows of a store, of all accounts of this profile. */
function storedRows(page: Page, store: string): Promise<unknown[]> {
  return page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const rows: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (!name!.startsWith('fieldkit')) continue;
      const database = await done(indexedDB.open(name!));
      if (database.objectStoreNames.contains(wanted))
        rows.push(...(await done(database.transaction(wanted).objectStore(wanted).getAll())));
      database.close();
    }
    return rows;
  }, store);
}
