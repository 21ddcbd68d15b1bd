/** The journal: each run's steps and, in the same transaction, the receipt row that it reserves and fills. */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import { rowsToCommit } from './receipt-changes.ts';
import { hasResponse, padded, parseStoredReceipt } from './receipt-row.ts';
import { createRowReads } from './row-reads.ts';
import { parsePackage, parseRun } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { RowStore, RunStore as RunPort } from '../../use-cases/stores.ts';

export type RunStore = RunPort & RowStore<Run>;

/** `onCommitted` is called, but not awaited, after a response has been stored on the disk. */
export function createRunStore(
  database: AccountDatabase,
  reader: RowReader,
  newId: () => string,
  onCommitted: () => void,
): RunStore {
  /**
   * The row last requested for each run, so that a repeated write after an aborted transaction does not overwrite it.
   */
  const lastRequested = new Map<string, Run>();

  return {
    ...createRowReads(database, reader, { store: 'runs', parse: parseRun, madeAtMs: (run) => run.startedAtMs }),
    async begin(run, reserved, which = 'again') {
      await database.write(
        ['runs', 'receipts'],
        async (tx) => {
          const receipts = tx.objectStore('receipts');
          if (which === 'new') return Promise.all([tx.objectStore('runs').put(run), receipts.add(padded(reserved))]);
          // A run that starts over must not replace a response by an empty reservation.
          const stored = await receipts.get(reserved.id);
          const isFree = stored === undefined || !holdsResponse(stored);
          return Promise.all([tx.objectStore('runs').put(run), isFree ? receipts.put(padded(reserved)) : null]);
        },
        'strict',
        { ...rowsOf(run), receipts: [reserved.id] },
      );
    },
    async put(run, durability) {
      lastRequested.set(run.id, run);
      await database.writeAtOnce(
        ['runs'],
        (tx) => (lastRequested.get(run.id) === run ? [tx.objectStore('runs').put(run)] : []),
        durability,
        rowsOf(run),
      );
    },
    async commitResponse(run, receipt, packageState, options) {
      lastRequested.set(run.id, run);
      const marked =
        options.package === null || packageState === null ? null : { ...options.package, state: packageState };
      if (options.again) await commitAgain(database, { run, receipt, marked }, newId());
      else {
        await database.writeAtOnce(
          ['runs', 'receipts', 'packages'],
          (tx) => [
            tx.objectStore('receipts').put(receipt),
            tx.objectStore('runs').put(run),
            ...(marked === null ? [] : [tx.objectStore('packages').put(marked)]),
          ],
          'strict',
          { ...rowsOf(run), receipts: [receipt.id] },
        );
      }
      onCommitted();
    },
    async takeBack(run) {
      await database.write(
        ['runs', 'receipts'],
        async (tx) => {
          const rows = tx.objectStore('runs');
          const receipts = tx.objectStore('receipts');
          const [raw, stored] = await Promise.all([rows.get(run.id), receipts.get(run.receiptId)]);
          if ((raw as Partial<Run> | undefined)?.step !== 'intent') return null;
          return Promise.all([rows.delete(run.id), holdsResponse(stored) ? null : receipts.delete(run.receiptId)]);
        },
        'strict',
        rowsOf(run),
      );
    },
    async end(run, packageState) {
      lastRequested.set(run.id, run);
      await database.write(
        ['runs', 'receipts', 'packages'],
        async (tx) => {
          const [stored, carried] = await Promise.all([
            tx.objectStore('receipts').get(run.receiptId),
            tx.objectStore('packages').get(run.packageId),
            tx.objectStore('runs').put(run),
          ]);
          const row = packageState && reader.one('packages', run.packageId, carried, parsePackage);
          return Promise.all([
            holdsResponse(stored) ? null : tx.objectStore('receipts').delete(run.receiptId),
            row && packageState && tx.objectStore('packages').put({ ...row, state: packageState }),
          ]);
        },
        'strict',
        rowsOf(run),
      );
    },
  };
}

/** Repeats a commit that failed, after reading the row. `earlierId`: ID for another response that occupies the row. */
async function commitAgain(
  database: AccountDatabase,
  { run, receipt, marked }: { run: Run; receipt: Receipt; marked: CarriedPackage | null },
  earlierId: string,
): Promise<void> {
  await database.write(
    ['runs', 'receipts', 'packages'],
    async (tx) => {
      const receipts = tx.objectStore('receipts');
      const [stored] = await Promise.all([
        receipts.get(receipt.id),
        tx.objectStore('runs').put(run),
        marked && tx.objectStore('packages').put(marked),
      ]);
      return Promise.all(rowsToCommit(stored, receipt, earlierId).map((row) => receipts.put(row)));
    },
    'strict',
    { ...rowsOf(run), receipts: [receipt.id, earlierId] },
  );
}

/** Returns the IDs of the rows that a write for this run touches, by store. */
function rowsOf({ id, receiptId, packageId }: Run): Record<'runs' | 'receipts' | 'packages', readonly string[]> {
  return { runs: [id], receipts: [receiptId], packages: [packageId] };
}

/** True when in doubt: an unreadable row may contain a response. True for no row at all. */
function holdsResponse(raw: unknown): boolean {
  const parsed = parseStoredReceipt(raw);
  return !parsed.ok || hasResponse(parsed.row);
}
