/**
 * Caches a store's rows in memory for its listeners: reads all rows once, and after a change only the rows it names.
 */
import { coalesced } from '../domain/coalesced.ts';
import type { RowStore } from './stores.ts';

/** Number of rows from which one read of all rows is faster than single reads. */
const MAX_SINGLE_READS = 100;

export interface CachedRows<Row> {
  /**
   * Returns all rows as they are stored now, also those whose change was not notified yet. A cached row that `isFinal` is
   * not read again.
   */
  allStored(isFinal: (row: Row) => boolean): Promise<Row[]>;
  /**
   * Makes the next read load all rows, because a notification may have been missed, for example while the page was
   * frozen.
   */
  forget(): void;
}

/**
 * Returns the store with a cached `all`. It includes this window's writes at once and another window's after their
 * notification. Code that must not miss another window's write uses `allStored`, or the store itself.
 */
export function createCachedRows<Row extends { readonly id: string }, Store extends RowStore<Row>>(
  store: Store & RowStore<Row>,
): Store & CachedRows<Row> {
  let rows: Row[] = [];
  /** IDs of the rows to read again; null: all rows. */
  let changed: ReadonlySet<string> | null = null;
  const also = (ids: Iterable<string> | null): void => {
    changed = ids === null || changed === null ? null : new Set([...changed, ...ids]);
  };
  // Subscribe before any other listener, so that the changed rows are known when they read. Ends with the store.
  store.watch((ids) => also(ids ?? null));

  const read = coalesced(async () => {
    const requested = changed;
    changed = new Set();
    try {
      if (requested === null) rows = await store.all();
      else if (requested.size > 0) {
        const news = await store.getMany([...requested]);
        rows = [...rows.filter(({ id }) => !requested.has(id)), ...news].sort(store.inOrder);
      }
    } catch (error) {
      also(requested);
      throw error;
    }
  });

  return {
    ...store,
    async all() {
      await read();
      return [...rows];
    },
    async allStored(isFinal) {
      const final = new Map(rows.filter(isFinal).map((row) => [row.id, row]));
      const ids = await store.ids();
      const others = ids.filter((id) => !final.has(id));
      if (others.length > MAX_SINGLE_READS) return store.all();
      const stored = others.length === 0 ? [] : await store.getMany(others);
      return [...ids.flatMap((id) => final.get(id) ?? []), ...stored].sort(store.inOrder);
    },
    forget: () => also(null),
  };
}
