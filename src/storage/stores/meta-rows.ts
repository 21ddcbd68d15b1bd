/** Rows of one kind in the store `meta`, which share a key prefix. */
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { RowParser } from './rows.ts';

export function createMetaRows<T>(
  database: AccountDatabase,
  reader: RowReader,
  kind: string,
  parse: RowParser<T>,
  durability: 'relaxed' | 'strict',
) {
  const prefix = `${kind}:`;
  // `;` sorts directly after all keys with the prefix.
  const range = (): IDBKeyRange => IDBKeyRange.bound(prefix, `${kind};`);
  return {
    all: (): Promise<Map<string, T>> =>
      database.read(['meta'], async (tx) => {
        const store = tx.objectStore('meta');
        const [keys, rows] = await Promise.all([store.getAllKeys(range()), store.getAll(range())]);
        return new Map(
          keys.flatMap((key, at) => {
            const row = reader.one('meta', key, rows[at], parse);
            return row === null ? [] : [[key.slice(prefix.length), row] as const];
          }),
        );
      }),
    get: (of: string) => reader.get('meta', prefix + of, parse),
    /** null removes the row. The write needs no further turn of this page, so that a page that is left can still make it. */
    put: (of: string, row: T | null) =>
      database.writeAtOnce(
        ['meta'],
        (tx) => {
          const store = tx.objectStore('meta');
          return [row === null ? store.delete(prefix + of) : store.put(row, prefix + of)];
        },
        durability,
        { meta: [prefix + of] },
      ),
    /** Also called for rows of other kinds if the changed rows are not known. */
    watch: (listener: (of: readonly string[] | null) => void) =>
      database.changes.watch('meta', (keys) => {
        const own = keys?.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])) ?? null;
        if (own?.length !== 0) listener(own);
      }),
  };
}
