/** What an earlier, damaged generation of an account's database still gives (generations.ts): fetched where there is one. */
import { openAccountNamed, type AccountDatabase } from './schema.ts';

const STORES = ['packages', 'runs', 'receipts', 'edits', 'jobs', 'tasks'] as const;

/**
 * Takes over, once, the rows of an earlier generation that can be read after all (its trouble was a passing one).
 * Rows that are here already win. Resolves with false when it cannot be read.
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
        const taken = new Set((await target.getAllKeys()).map(String));
        const keyPath = String(target.keyPath);
        await Promise.all(
          rows.map((row) =>
            taken.has(String((row as Record<string, unknown>)[keyPath])) ? Promise.resolve() : target.put(row),
          ),
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
