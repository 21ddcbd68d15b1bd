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
    async wait() {
      const raw = await database.read(['queue'], (tx) => tx.objectStore('queue').get('wait'));
      return reader.one('queue', 'wait', raw, parseWait);
    },
    async setWait(wait) {
      await database.write(['queue'], (tx) => tx.objectStore('queue').put(wait, 'wait'));
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
