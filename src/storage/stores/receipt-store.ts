/**
 * The receipts: written with strict durability, changed in one transaction, never overwritten by an older copy of the
 * row.
 */
import type { Receipt } from '../../domain/receipt.ts';
import { changedRow, rowsToAdd, rowsToPut } from './receipt-changes.ts';
import { parseStoredReceipt } from './receipt-row.ts';
import { createRowReads } from './row-reads.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { OutboxReceipts } from '../../use-cases/outbox/ports.ts';
import type { RowStore } from '../../use-cases/stores.ts';

export type ReceiptStore = OutboxReceipts & RowStore<Receipt>;

interface ReceiptEvents {
  /** Called, but not awaited, after rows have been added. */
  added(): void;
  /** Awaited after a receipt was assigned to another beacon, to update its second copy. Never rejects. */
  reassigned(receipt: Receipt): Promise<void>;
}

export function createReceiptStore(
  database: AccountDatabase,
  reader: RowReader,
  newId: () => string,
  events: ReceiptEvents,
): ReceiptStore {
  const parsed = (id: string, raw: unknown) => reader.one('receipts', id, raw, parseStoredReceipt);
  return {
    ...createRowReads(database, reader, {
      store: 'receipts',
      parse: parseStoredReceipt,
      madeAtMs: (receipt) => receipt.createdAtMs,
    }),
    async put(receipt) {
      const otherId = newId();
      await database.write(
        ['receipts'],
        async (tx) => {
          const store = tx.objectStore('receipts');
          const stored = parsed(receipt.id, await store.get(receipt.id));
          return Promise.all(rowsToPut(stored, receipt, otherId).map((row) => store.put(row)));
        },
        'strict',
        { receipts: [receipt.id, otherId] },
      );
    },
    async update(id, change, durability) {
      let isReassigned = false;
      const row = await database.write(
        ['receipts'],
        async (tx) => {
          const store = tx.objectStore('receipts');
          const stored = parsed(id, await store.get(id));
          const changed = stored === null ? null : change(stored);
          if (stored === null || changed === null) return stored;
          isReassigned = changed.uniqueId !== stored.uniqueId;
          const next = changedRow(stored, changed);
          await store.put(next);
          return next;
        },
        durability,
        { receipts: [id] },
      );
      if (isReassigned && row !== null) await events.reassigned(row);
      return row;
    },
    async addMissing(rows) {
      if (rows.length === 0) return 0;
      const added = await database.write(['receipts'], async (tx) => {
        const store = tx.objectStore('receipts');
        const stored = reader.many('receipts', 'id', await store.getAll(), parseStoredReceipt);
        const added = rowsToAdd(stored, await store.getAllKeys(), rows, newId);
        return (await Promise.all(added.map((row) => store.add(row)))).length;
      });
      if (added > 0) events.added();
      return added;
    },
  };
}
