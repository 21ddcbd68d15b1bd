/** Unsent edits of virtual values, one row per device. */
import { parseEdit } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { OutboxEdits } from '../../use-cases/outbox/ports.ts';

export function createEditStore(database: AccountDatabase, reader: RowReader): OutboxEdits {
  return {
    all: async () =>
      (await reader.getAll('edits', 'uniqueId', parseEdit)).sort((a, b) => a.createdAtMs - b.createdAtMs),
    get: (uniqueId) => reader.get('edits', uniqueId, parseEdit),
    async update(uniqueId, change) {
      return database.write(['edits'], async (tx) => {
        const store = tx.objectStore('edits');
        const changed = change(reader.one('edits', uniqueId, await store.get(uniqueId), parseEdit));
        await (changed === null ? store.delete(uniqueId) : store.put(changed));
        return changed;
      });
    },
    watch: (listener) => database.changes.watch('edits', listener),
  };
}
