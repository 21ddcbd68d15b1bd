/** Reads the rows of a store. Shared by the stores of runs, receipts and packages. */
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { RowStore } from '../../use-cases/stores.ts';
import type { RowParser } from './rows.ts';

interface StoredRows<Row> {
  readonly store: 'runs' | 'receipts' | 'packages';
  readonly parse: RowParser<Row>;
  /** When a row was made; rows are listed oldest first. */
  readonly madeAtMs: (row: Row) => number;
}

export interface RowReads<Row> extends RowStore<Row> {
  get(id: string): Promise<Row | null>;
}

export function createRowReads<Row extends { readonly id: string }>(
  database: AccountDatabase,
  reader: RowReader,
  { store, parse, madeAtMs }: StoredRows<Row>,
): RowReads<Row> {
  // Compares by time; equal times by ID, so that the order is stable.
  const inOrder = (one: Row, other: Row): number => madeAtMs(one) - madeAtMs(other) || (one.id < other.id ? -1 : 1);
  return {
    inOrder,
    async all() {
      const raws = await database.read([store], (tx) => tx.objectStore(store).getAll());
      return reader.many(store, 'id', raws, parse).sort(inOrder);
    },
    ids: () => database.read([store], (tx) => tx.objectStore(store).getAllKeys()),
    async getMany(ids) {
      const raws = await database.read([store], (tx) => Promise.all(ids.map((id) => tx.objectStore(store).get(id))));
      return raws.flatMap((raw, at) => reader.one(store, ids[at]!, raw, parse) ?? []);
    },
    async get(id) {
      const raw = await database.read([store], (tx) => tx.objectStore(store).get(id));
      return reader.one(store, id, raw, parse);
    },
    watch: (listener) => database.changes.watch(store, listener),
  };
}
