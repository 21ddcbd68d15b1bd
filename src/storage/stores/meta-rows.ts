/** Rows of one kind in the store `meta`, which share a key prefix. */
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { RowParser } from './rows.ts';

interface MetaRows<T> {
  all(): Promise<Map<string, T>>;
  get(of: string): Promise<T | null>;
  /** null removes the row. The write needs no further turn of this page, so that a page that is left can still make it. */
  put(of: string, row: T | null): Promise<void>;
  /** Also called for rows of other kinds if the changed rows are not known. */
  watch(listener: (of: readonly string[] | null) => void): () => void;
}

export function createMetaRows<T>(
  database: AccountDatabase,
  reader: RowReader,
  kind: string,
  parse: RowParser<T>,
  durability: 'relaxed' | 'strict',
): MetaRows<T> {
  const prefix = `${kind}:`;
  // `;` sorts directly after all keys with the prefix.
  const range = (): IDBKeyRange => IDBKeyRange.bound(prefix, `${kind};`);
  return {
    all: () =>
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
    get: (of) => reader.get('meta', prefix + of, parse),
    put: (of, row) =>
      database.writeAtOnce(
        ['meta'],
        (tx) => {
          const store = tx.objectStore('meta');
          return [row === null ? store.delete(prefix + of) : store.put(row, prefix + of)];
        },
        durability,
        { meta: [prefix + of] },
      ),
    watch: (listener) =>
      database.changes.watch('meta', (keys) => {
        const own = keys?.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])) ?? null;
        if (own?.length !== 0) listener(own);
      }),
  };
}
