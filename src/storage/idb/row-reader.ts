/**
 * Reads rows with their parsers. An unreadable row is copied to quarantine and reported as a remark; it is neither
 * deleted nor an error.
 */
import { isRecord } from '../../domain/record.ts';
import type { Remarks } from '../second-copy/remarks.ts';
import type { Names } from './database.ts';
import type { AccountDatabase, AccountSchema, QuarantinedRow, RegistryDatabase } from './schema.ts';
import type { RowParser } from '../stores/rows.ts';

type Store = Names<AccountSchema>;

export type RowReader = ReturnType<typeof createRowReader>;

/** Returns the in-line key of a stored row, or null for a damaged row: the browser may read one as null. */
export function keyOf(raw: unknown, keyPath: string): IDBValidKey | null {
  return isRecord(raw) ? ((raw[keyPath] as IDBValidKey | undefined) ?? null) : null;
}

export function createRowReader(database: AccountDatabase | RegistryDatabase, remarks: Remarks, nowMs: () => number) {
  // Both databases are read alike, by the names of their stores.
  const { read, write } = database as AccountDatabase;
  const noticed = new Set<string>();

  /** Stores a copy under `id` unless one exists. */
  const quarantine = (id: string, entry: QuarantinedRow): Promise<void> =>
    write(['quarantine'], async (tx) => {
      const quarantined = tx.objectStore('quarantine');
      if ((await quarantined.get(id)) === undefined) await quarantined.put(entry, id);
    });

  function notice(entry: QuarantinedRow): void {
    const id = `${entry.store}:${String(entry.rowKey)}`;
    if (noticed.has(id)) return;
    noticed.add(id);
    remarks.add(`damagedRow:${id}`);
    // After a failure the next read tries again; the row itself is still stored.
    quarantine(id, entry).catch(() => noticed.delete(id));
  }

  function one<T>(store: string, key: IDBValidKey, raw: unknown, parse: RowParser<T>): T | null {
    if (raw === undefined) return null;
    const parsed = parse(raw);
    if (parsed.ok) return parsed.row;
    notice({ store, rowKey: key, row: raw, reason: parsed.reason, atMs: nowMs() });
    return null;
  }

  function many<T>(store: string, keyPath: string, raws: readonly unknown[], parse: RowParser<T>): T[] {
    return raws.flatMap((raw) => one(store, keyOf(raw, keyPath) ?? '?', raw, parse) ?? []);
  }

  return {
    /** Returns the row, or null when it is absent or unreadable. The stored row is not changed. */
    one,
    /** Returns the readable rows of a store with in-line keys. */
    many,
    /** Reads one row from the database, in a transaction of its own. Rejects with StorageError. */
    get: async <T>(store: string, key: string, parse: RowParser<T>): Promise<T | null> =>
      one(store, key, await read([store as Store], (tx) => tx.objectStore(store as Store).get(key)), parse),
    /** Reads all rows of a store with in-line keys, as above. */
    getAll: async <T>(store: string, keyPath: string, parse: RowParser<T>): Promise<T[]> =>
      many(store, keyPath, await read([store as Store], (tx) => tx.objectStore(store as Store).getAll()), parse),
  };
}
