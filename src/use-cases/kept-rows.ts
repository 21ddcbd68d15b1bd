/** The rows of a store in memory, for what watches them: read whole once, and after a change only the rows that it names. */
import { coalesced } from '../domain/coalesced.ts';
import type { RowStore } from './stores.ts';

interface Keeping {
  /** All rows are read again the next time: news may have been missed, as by a page that was frozen. */
  forget(): void;
  close(): void;
}

/**
 * Returns the store with an `all` that answers from memory: true to what this window has written, and to what another one has
 * written as soon as its news has come. Whatever must not miss a write of another window asks the store itself.
 */
export function createKeptRows<Row extends { readonly id: string }, Store extends RowStore<Row>>(
  store: Store & RowStore<Row>,
): Store & Keeping {
  let rows: Row[] = [];
  /** What is to be read again; null: all of them. */
  let changed: ReadonlySet<string> | null = null;
  const also = (ids: Iterable<string> | null): void => {
    changed = ids === null || changed === null ? null : new Set([...changed, ...ids]);
  };
  // Before anybody else watches: when they ask, it is known here what to read.
  const stop = store.watch((ids) => also(ids ?? null));

  const read = coalesced(async () => {
    const asked = changed;
    changed = new Set();
    try {
      if (asked === null) rows = await store.all();
      else if (asked.size > 0) {
        const news = await store.getMany([...asked]);
        rows = [...rows.filter(({ id }) => !asked.has(id)), ...news].sort(store.inOrder);
      }
    } catch (error) {
      also(asked);
      throw error;
    }
  });

  return {
    ...store,
    async all() {
      await read();
      return [...rows];
    },
    forget: () => also(null),
    close: stop,
  };
}
