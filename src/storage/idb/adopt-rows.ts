/** Reads an earlier, damaged generation of an account's database (generations.ts). Loaded only when there is one. */
import { keyOf } from './row-reader.ts';
import { openAccountNamed, type AccountDatabase } from './schema.ts';

const STORES = ['packages', 'runs', 'receipts', 'edits', 'jobs', 'tasks'] as const;

/**
 * Copies the readable rows of an earlier generation into the current database. Existing rows are not overwritten.
 * Returns false when the earlier generation cannot be read.
 */
export async function adoptAccountRows(into: AccountDatabase, earlier: string): Promise<boolean> {
  let from: AccountDatabase;
  try {
    from = await openAccountNamed(earlier);
  } catch {
    return false;
  }
  try {
    for (const store of STORES) {
      const rows = await from.read([store], (tx) => tx.objectStore(store).getAll());
      await into.write([store], async (tx) => {
        const target = tx.objectStore(store);
        const existingKeys = new Set((await target.getAllKeys()).map(String));
        const keyPath = String(target.keyPath);
        return Promise.all(
          rows.map((row) => {
            const key = keyOf(row, keyPath);
            return key === null || existingKeys.has(String(key)) ? Promise.resolve() : target.put(row);
          }),
        );
      });
    }
    return true;
  } catch {
    return false;
  } finally {
    from.close();
  }
}
