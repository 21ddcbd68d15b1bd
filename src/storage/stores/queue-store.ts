/**
 * Why the whole queue is paused, the wait that the backend requires, and which receipts were exported, kept across
 * restarts. One row each per account.
 */
import { parsePause, parseTexts, parseWait } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { QueueStore } from '../../use-cases/outbox/ports.ts';

export function createQueueStore(database: AccountDatabase, reader: RowReader): QueueStore {
  return {
    pause: () => reader.get('queue', 'pause', parsePause),
    async setPause(pause) {
      await database.write(['queue'], async (tx) => {
        const store = tx.objectStore('queue');
        return pause === null ? store.delete('pause') : store.put(pause, 'pause');
      });
    },
    wait: () => reader.get('queue', 'wait', parseWait),
    async setWait(wait) {
      await database.write(['queue'], (tx) => tx.objectStore('queue').put(wait, 'wait'));
    },
    exported: async () => (await reader.get('queue', 'exported', parseTexts)) ?? [],
    async setExported(ids) {
      await database.write(['queue'], (tx) => tx.objectStore('queue').put(ids, 'exported'));
    },
    watch: (listener) => database.changes.watch('queue', listener),
  };
}
