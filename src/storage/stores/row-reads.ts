/** Reads the rows of a store. Shared by the stores of runs, receipts and packages. */
import { together } from '../idb/together.ts';
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

export function createRowReads<Row extends { readonly id: string }>(
  database: AccountDatabase,
  reader: RowReader,
  { store, parse, madeAtMs }: StoredRows<Row>,
): RowStore<Row> & { get(id: string): Promise<Row | null> } {
  // Compares by time; equal times by ID, so that the order is stable.
  const inOrder = (one: Row, other: Row): number => madeAtMs(one) - madeAtMs(other) || (one.id < other.id ? -1 : 1);
  const readEach = async (ids: readonly string[]): Promise<(Row | null)[]> => {
    const raws = await database.read([store], (tx) => Promise.all(ids.map((id) => tx.objectStore(store).get(id))));
    return raws.map((raw, at) => reader.one(store, ids[at]!, raw, parse));
  };
  const readAll = together<void, Row[]>(async (calls) => {
    const rows = (await reader.getAll(store, 'id', parse)).sort(inOrder);
    return calls.map(() => [...rows]);
  });
  return {
    inOrder,
    all: () => readAll(),
    ids: () => database.read([store], (tx) => tx.objectStore(store).getAllKeys()),
    getMany: async (ids) => (await readEach(ids)).filter((row) => row !== null),
    get: together(readEach),
    watch: (listener) => database.changes.watch(store, listener),
  };
}
