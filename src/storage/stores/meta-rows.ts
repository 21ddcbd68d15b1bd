/** Rows of one kind in the store `meta`, which share a key prefix. */
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { RowParser } from './rows.ts';

interface MetaRows<T> {
  all(): Promise<Map<string, T>>;
  /** null removes the row. */
  put(of: string, row: T | null): Promise<void>;
  /** Also called for rows of other kinds. */
  watch(listener: () => void): () => void;
}

export function createMetaRows<T>(
  database: AccountDatabase,
  reader: RowReader,
  { kind, parse, durability }: { kind: string; parse: RowParser<T>; durability: 'relaxed' | 'strict' },
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
    async put(of, row) {
      await database.write(
        ['meta'],
        async (tx) => {
          const store = tx.objectStore('meta');
          return row === null ? store.delete(prefix + of) : store.put(row, prefix + of);
        },
        durability,
      );
    },
    watch: (listener) => database.changes.watch('meta', listener),
  };
}
