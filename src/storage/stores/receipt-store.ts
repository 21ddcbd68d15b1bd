/**
 * The receipts: written with strict durability, changed in one transaction, never overwritten by an older copy of the
 * row.
 */
import type { Receipt } from '../../domain/receipt.ts';
import { hasResponse, otherResponse, parseStoredReceipt } from './receipt-row.ts';
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
          const other = otherResponse(stored, receipt);
          if (other !== null && !hasResponse(receipt)) return null;
          return Promise.all([
            other && store.put({ ...other, id: otherId }),
            store.put(stored !== null && hasMoreProgress(stored, receipt) ? keepDelivery(stored, receipt) : receipt),
          ]);
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
          const next = { ...changed, id, mirrored: changed.mirrored && !isReassigned };
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
        const storedKeys = new Set(stored.flatMap(receiptKeys));
        const takenIds = new Set(await store.getAllKeys());
        const puts: Promise<unknown>[] = [];
        for (const row of rows) {
          if (!hasResponse(row) || storedKeys.has(receiptKey(row))) continue;
          const id = takenIds.has(row.id) ? newId() : row.id;
          storedKeys.add(receiptKey(row));
          takenIds.add(id);
          puts.push(store.add({ ...row, id, mirrored: false }));
        }
        return (await Promise.all(puts)).length;
      });
      if (added > 0) events.added();
      return added;
    },
  };
}

/**
 * Returns the key by which two rows are recognised as the same receipt, whatever their IDs: account, beacon and
 * response.
 */
export function receiptKey(receipt: Receipt): string {
  return keyFor(receipt, receipt.uniqueId);
}

/**
 * Returns every key of this receipt. A receipt of unsure owner may be stored elsewhere under another candidate, from
 * before it was reassigned.
 */
export function receiptKeys(receipt: Receipt): string[] {
  const beacons = receipt.owner === 'unsure' ? new Set([receipt.uniqueId, ...receipt.candidates]) : [receipt.uniqueId];
  return Array.from(beacons, (uniqueId) => keyFor(receipt, uniqueId));
}

function keyFor({ accountId, responseBase64 }: Receipt, uniqueId: string): string {
  return JSON.stringify([accountId, uniqueId, responseBase64]);
}

function hasMoreProgress(stored: Receipt, given: Receipt): boolean {
  if (stored.responseBase64 !== given.responseBase64) return false;
  return stored.tries > given.tries || (stored.settledAtMs !== null && given.settledAtMs === null);
}

function keepDelivery(stored: Receipt, given: Receipt): Receipt {
  const { state, tries, unanswered, inFlightSinceMs, lastAnswer, nextAtMs, settledAtMs, syncAskedAtMs } = stored;
  return {
    ...given,
    ...(syncAskedAtMs === undefined ? {} : { syncAskedAtMs }),
    mirrored: stored.mirrored || given.mirrored,
    state,
    tries,
    unanswered,
    inFlightSinceMs,
    lastAnswer,
    nextAtMs,
    settledAtMs,
  };
}
