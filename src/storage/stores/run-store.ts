/** The journal: every run's steps and, in the same transaction, the receipt row that it reserves and fills. */
import type { CarriedPackage, PackageState } from '../../domain/carried-package.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import { hasResponse, otherResponse, padded, parseStoredReceipt } from './receipt-row.ts';
import { parsePackage, parseRun } from './rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';

export interface RunStore {
  all(): Promise<Run[]>;
  get(id: string): Promise<Run | null>;
  /**
   * Strict, one transaction: the run at `intent` and its padded, `reserved` receipt row. `new`: its ids were made for it, so
   * that nothing can lie there yet. Throws StorageError 'full' when the disk is.
   */
  begin(run: Run, reserved: Receipt, which?: 'new' | 'again'): Promise<void>;
  /** Strict: awaited to `complete`. `relaxed` for a step that a strict one follows at once: that one takes it along to the disk. */
  put(run: Run, durability?: 'strict' | 'relaxed'): Promise<void>;
  /**
   * Strict, one transaction: the receipt with its response, the run at its new step/outcome, the package's new state. Asked for
   * and closed in the turn of the call, without a read: a window that dies right after it has kept the response. `again`: an
   * earlier try has not succeeded; then the row is looked at first, which may have come back from its copy and been delivered.
   */
  commitResponse(
    run: Run,
    receipt: Receipt,
    packageState: PackageState,
    known: { readonly package: CarriedPackage | null; readonly again: boolean },
  ): Promise<void>;
  /** Strict, one transaction: ends the run, drops the unused reservation, sets the package's state. */
  end(run: Run, packageState: PackageState | null): Promise<void>;
  watch(listener: () => void): () => void;
}

/** `onCommitted` is called after a response has reached the disk, and is not awaited. */
export function createRunStore(
  database: AccountDatabase,
  reader: RowReader,
  newId: () => string,
  onCommitted: () => void,
): RunStore {
  async function commitAgain(run: Run, receipt: Receipt, marked: CarriedPackage | null): Promise<void> {
    await database.write(['runs', 'receipts', 'packages'], async (tx) => {
      const receipts = tx.objectStore('receipts');
      const [stored] = await Promise.all([
        receipts.get(receipt.id),
        tx.objectStore('runs').put(run),
        marked === null ? null : tx.objectStore('packages').put(marked),
      ]);
      const earlier = otherResponse(stored, receipt);
      await Promise.all([
        // Another response lies in its place: that one keeps a row of its own.
        earlier === null ? null : receipts.put({ ...earlier, id: newId() }),
        isStored(stored, receipt) ? null : receipts.put(receipt),
      ]);
    });
  }

  return {
    async all() {
      const raws = await database.read(['runs'], (tx) => tx.objectStore('runs').getAll());
      return reader.many('runs', 'id', raws, parseRun).sort((a, b) => a.startedAtMs - b.startedAtMs);
    },
    async get(id) {
      const raw = await database.read(['runs'], (tx) => tx.objectStore('runs').get(id));
      return reader.one('runs', id, raw, parseRun);
    },
    async begin(run, reserved, which = 'again') {
      await database.write(['runs', 'receipts'], async (tx) => {
        const receipts = tx.objectStore('receipts');
        if (which === 'new')
          return void (await Promise.all([tx.objectStore('runs').put(run), receipts.add(padded(reserved))]));
        // A run that starts over keeps what its row holds: a response is never replaced by an empty reservation.
        const stored = await receipts.get(reserved.id);
        const isFree = stored === undefined || !holdsResponse(stored);
        return void (await Promise.all([
          tx.objectStore('runs').put(run),
          isFree ? receipts.put(padded(reserved)) : null,
        ]));
      });
    },
    async put(run, durability) {
      await database.write(['runs'], (tx) => tx.objectStore('runs').put(run), durability);
    },
    async commitResponse(run, receipt, packageState, known) {
      const marked = known.package === null ? null : { ...known.package, state: packageState };
      if (known.again) await commitAgain(run, receipt, marked);
      else {
        await database.writeAtOnce(['runs', 'receipts', 'packages'], (tx) => [
          tx.objectStore('receipts').put(receipt),
          tx.objectStore('runs').put(run),
          ...(marked === null ? [] : [tx.objectStore('packages').put(marked)]),
        ]);
      }
      onCommitted();
    },
    async end(run, packageState) {
      await database.write(['runs', 'receipts', 'packages'], async (tx) => {
        const [stored, carried] = await Promise.all([
          tx.objectStore('receipts').get(run.receiptId),
          tx.objectStore('packages').get(run.packageId),
          tx.objectStore('runs').put(run),
        ]);
        const isUnused = stored !== undefined && !holdsResponse(stored);
        const marked = packageState === null ? null : withState(reader, run.packageId, carried, packageState);
        await Promise.all([
          isUnused ? tx.objectStore('receipts').delete(run.receiptId) : null,
          marked === null ? null : tx.objectStore('packages').put(marked),
        ]);
      });
    },
    watch: (listener) => database.changes.watch('runs', listener),
  };
}

function withState(reader: RowReader, id: string, raw: unknown, state: PackageState): CarriedPackage | null {
  const row = reader.one('packages', id, raw, parsePackage);
  return row === null ? null : { ...row, state };
}

/** The same response is there already, brought back from its copy: its delivery may have got further. */
function isStored(stored: unknown, receipt: Receipt): boolean {
  const parsed = parseStoredReceipt(stored);
  return parsed.ok && parsed.row.responseBase64 === receipt.responseBase64;
}

/** In doubt yes: a row that cannot be read may hold one. */
function holdsResponse(raw: unknown): boolean {
  const parsed = parseStoredReceipt(raw);
  return !parsed.ok || hasResponse(parsed.row);
}
