/** Why the whole queue is paused, and which receipts were exported, kept across restarts. One row each per account. */
import { parsePause, parseTexts } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { QueueStore } from '../../use-cases/outbox/ports.ts';

export type { QueueStore };

export function createQueueStore(database: AccountDatabase, reader: RowReader): QueueStore {
  return {
    async pause() {
      const raw = await database.read(['queue'], (tx) => tx.objectStore('queue').get('pause'));
      return reader.one('queue', 'pause', raw, parsePause);
    },
    async setPause(pause) {
      await database.write(['queue'], async (tx) => {
        const store = tx.objectStore('queue');
        return pause === null ? store.delete('pause') : store.put(pause, 'pause');
      });
    },
    async exported() {
      const raw = await database.read(['queue'], (tx) => tx.objectStore('queue').get('exported'));
      return reader.one('queue', 'exported', raw, parseTexts) ?? [];
    },
    async setExported(ids) {
      await database.write(['queue'], (tx) => tx.objectStore('queue').put(ids, 'exported'));
    },
    watch: (listener) => database.changes.watch('queue', listener),
  };
}
