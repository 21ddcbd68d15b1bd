/** What a person has typed and not sent yet, in the account's own database: it outlives a killed browser, and goes with the account. */
import { parseDraftRow } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { DraftStore } from '../../use-cases/drafts/ports.ts';

const PREFIX = 'draft:';
/** Sorts right behind all that begins with the prefix. */
const RANGE_END = 'draft;';

export function createDraftStore(database: AccountDatabase, reader: RowReader): DraftStore {
  return {
    all: () =>
      database.read(['meta'], async (tx) => {
        const range = IDBKeyRange.bound(PREFIX, RANGE_END, false, true);
        const store = tx.objectStore('meta');
        const [keys, rows] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
        return new Map(
          keys.flatMap((key, at) => {
            const row = reader.one('meta', key, rows[at], parseDraftRow);
            return row === null ? [] : [[key.slice(PREFIX.length), row] as const];
          }),
        );
      }),
    async put(of, kept) {
      await database.write(
        ['meta'],
        async (tx) => {
          const store = tx.objectStore('meta');
          await (kept === null ? store.delete(PREFIX + of) : store.put(kept, PREFIX + of));
        },
        'relaxed',
      );
    },
    watch: (listener) => database.changes.watch('meta', listener),
  };
}
