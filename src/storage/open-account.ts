/** Opens everything that is stored for one account, after reconciling the two copies of its receipts. */
import type { Account } from '../domain/account.ts';
import { coalesced } from '../domain/coalesced.ts';
import { templateSchema } from '../domain/job/template.ts';
import { type Receipt, isRemovable } from '../domain/receipt.ts';
import { storeAccount } from './accounts/account-databases.ts';
import { createDeviceStore } from './stores/device-store.ts';
import { createJobStore } from './stores/job-store.ts';
import { createMetaRows } from './stores/meta-rows.ts';
import { createEditStore } from './stores/edit-store.ts';
import { copiesAgree, countAccounted, namesAgree } from './second-copy/agree.ts';
import { carryOutDeletion, planDeletion, copiesOf } from './second-copy/delete-delivered.ts';
import { restoreRows, writeMissingCopies, type MergeParts } from './second-copy/merge.ts';
import type { Mirror } from './second-copy/mirror.ts';
import { createPackageStore } from './stores/package-store.ts';
import { createQueueStore } from './stores/queue-store.ts';
import { hasResponse, parseStoredReceipt } from './stores/receipt-row.ts';
import { createReceiptStore } from './stores/receipt-store.ts';
import { isLoss, joinLosses, readLosses } from './second-copy/losses.ts';
import { createRemarks, type Remark, type Remarks } from './second-copy/remarks.ts';
import { notedRuns } from './second-copy/run-notes.ts';
import { createRowReader } from './idb/row-reader.ts';
import { parseDraftRow, parseExtension, parser, parseText } from './stores/rows.ts';
import { createRunStore } from './stores/run-store.ts';
import { adoptAccountRows } from './idb/adopt-rows.ts';
import { openAccountDatabase } from './idb/schema.ts';
import { createSkewStore } from './stores/skew-store.ts';
import { EPOCH, createTally, isEmptied, recount, type TallyKeeper, expectedOf } from './second-copy/emptied.ts';
import { tryRoom } from './try-room.ts';
import { mergeLock } from '../names.ts';
import type { LocalStorage } from './local-storage.ts';

export type AccountStorage = Awaited<ReturnType<typeof openAccountStorage>>;

interface AccountStorageOptions {
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** From `createMirror`; null in the service worker, where nothing is merged, counted or deleted. */
  readonly mirror: Mirror | null;
  /**
   * Stored in its own database too, from where it can be restored when the list of accounts is lost
   * (account-databases.ts).
   */
  readonly account?: Account;
  /** The page's; null in the service worker. */
  readonly localStorage: LocalStorage | null;
  /** `settings.delivery.keepDeliveredDays`. */
  readonly keepDeliveredDays: number;
  /**
   * True when the caller calls `compareCopies` later, which happens only if no receipt can be missing. With 2,000
   * receipts, reading the copies takes half a second, in which nothing would be shown.
   */
  readonly comparesLater?: boolean;
  /** Reports a failure to restore an emptied database while the app is open. */
  readonly onTrouble: (error: unknown) => void;
}

/** Resolves when the copies are merged. Rejects with StorageError when the database cannot be opened. */
export async function openAccountStorage(accountId: string, options: AccountStorageOptions) {
  const { nowMs, newId, mirror } = options;
  // Only windows start a new database, because they can restore it from the second copies.
  const { database, earlier } = await openAccountDatabase(accountId, mirror !== null);
  const remarks = createRemarks();
  const reader = createRowReader(database, remarks, nowMs);
  // Only one window merges at a time; otherwise another window could take deleted rows for lost ones, or copy them
  // again.
  const { locks } = navigator;
  const lockName = mergeLock(accountId);
  const tally = createTally(accountId, options.localStorage, mirror);
  let isClosed = false;
  /** The next start does what closing cuts off. */
  const onTrouble = (error: unknown): void => {
    if (!isClosed) options.onTrouble(error);
  };
  let counting: ReturnType<typeof setTimeout> | undefined;
  // Delayed: a count that is too low causes no false alarm, and the writes of a running run come first.
  const recountSoon = () => {
    clearTimeout(counting);
    // Under the lock, so that a count read before rows were removed is not written afterwards.
    counting = setTimeout(
      () => void locks.request(lockName, () => recount(database, tally, remarks)).catch(onTrouble),
      RECOUNT_AFTER_MS,
    );
  };
  const receipts = createReceiptStore(database, reader, newId, {
    added() {
      recountSoon();
      if (mirror !== null) void copyAdded(mirror).catch(onTrouble);
    },
    // A failure is repaired at the next start, because the row says that its copy is missing.
    reassigned: async (receipt) => (mirror === null ? undefined : copyReceipt(mirror, receipt).catch(onTrouble)),
  });
  const parts: MergeParts = { accountId, database, reader, receipts, remarks, nowMs, newId };

  async function copyAdded(into: Mirror): Promise<void> {
    await locks.request(lockName, async () => {
      await writeMissingCopies(
        { ...parts, remarks: withoutRemarks('copiesWritten', remarks) },
        into,
        await into.readAll(),
      );
    });
  }

  async function copyReceipt(into: Mirror, receipt: Receipt): Promise<void> {
    await locks.request(lockName, () => into.write(receipt));
    await receipts.update(
      receipt.id,
      (row) => (row.uniqueId === receipt.uniqueId ? { ...row, mirrored: true } : null),
      'relaxed',
    );
  }

  let compare = (): Promise<void> => Promise.resolve();
  const runs = createRunStore(database, reader, newId, recountSoon);
  const packages = createPackageStore(database, reader);
  const storage = {
    devices: createDeviceStore(database, reader),
    packages,
    runs: mirror === null ? runs : notedRuns(runs, packages, mirror),
    receipts,
    edits: createEditStore(database, reader),
    drafts: createMetaRows(database, reader, 'draft', parseDraftRow, 'relaxed'),
    extensions: createMetaRows(database, reader, 'extension', parseExtension, 'relaxed'),
    queue: createQueueStore(database, reader),
    skew: createSkewStore(database, reader, parts.nowMs),
    jobs: createJobStore(database, reader),
    templates: createMetaRows(database, reader, 'template', parser(templateSchema), 'strict'),
    /** Null in the service worker, which only sends. */
    mirror,
    /** What was lost or repaired, as codes (remarks.ts). More may be added while the account is open. */
    remarks: remarks.live,
    /** Compares the copies of the receipts, unless that was done at opening (`comparesLater`). */
    compareCopies: () => compare(),
    /** Marks the losses as read; no window shows them afterwards. */
    async lossesRead(): Promise<void> {
      await database.write(['meta'], (tx) => tx.objectStore('meta').delete(LOSSES));
      remarks.replace(isLoss, []);
    },
    /**
     * Removes imported rows, second copies first, and returns the removed ones. Rows of a run and rows with a post in
     * flight stay.
     */
    removeImported: (ids: readonly string[]): Promise<Receipt[]> =>
      locks.request(lockName, () => removeImported(parts, ids, mirror, tally)),
    /** Writes this many bytes and deletes them again (try-room.ts). Never rejects. */
    tryRoom: (bytes: number) => tryRoom(database, bytes),
    /**
     * Calls back when the browser has closed the database. Any rows that were lost with it are restored automatically.
     * Returns a function that unsubscribes.
     */
    whenCutOff: (listener: () => void) => database.whenCutOff(listener),
    /** Closes the mirror too. */
    close(): void {
      isClosed = true;
      clearTimeout(counting);
      mirror?.close();
      database.close();
    },
  };

  if (options.account !== undefined) await storeAccount(database, options.account);
  if (mirror !== null) compare = await keepInOrder({ parts, storage, mirror, tally, earlier, lockName }, options);
  return storage;
}

interface OrderParts {
  readonly parts: MergeParts;
  readonly storage: AccountStorage;
  readonly mirror: Mirror;
  readonly tally: TallyKeeper;
  readonly earlier: readonly string[];
  readonly lockName: string;
}

/**
 * Merges the two copies now, and again whenever the database turns out to have been emptied while it is open. Returns
 * the function that merges them later, if that is possible and `comparesLater` is set.
 */
async function keepInOrder(
  { parts, storage, mirror, tally, earlier, lockName }: OrderParts,
  { account, keepDeliveredDays, comparesLater = false, onTrouble }: AccountStorageOptions,
): Promise<() => Promise<void>> {
  const { database, remarks } = parts;
  const { locks } = navigator;
  const epochOfAll = await locks.request(lockName, () =>
    comparesLater && earlier.length === 0 ? epochIfComplete(parts, mirror, tally) : null,
  );
  let epoch =
    epochOfAll ??
    (await locks.request(lockName, () => putInOrder(parts, storage, mirror, tally, earlier, keepDeliveredDays)));
  /** While the database is being restored, the losses are known in memory only. */
  let isRestoring = false;
  const restoreIfLost = coalesced(() =>
    locks.request(lockName, async () => {
      if ((await readEpoch(parts)) === epoch) return;
      isRestoring = true;
      try {
        remarks.add('databaseEmptied');
        if (account !== undefined) await storeAccount(database, account);
        epoch = await putInOrder(parts, storage, mirror, tally, [], keepDeliveredDays);
      } finally {
        isRestoring = false;
      }
    }),
  );
  database.whenCutOff(() => void restoreIfLost().catch(onTrouble));
  // Hide the losses once they were read in another window.
  database.changes.watch('meta', () => {
    if (isRestoring) return;
    void storedLosses(parts).then((losses) => {
      if (losses.length === 0 && !isRestoring) remarks.replace(isLoss, []);
    }, onTrouble);
  });
  return async () => {
    if (epochOfAll === null) return;
    await locks.request(lockName, async () => {
      if ((await readEpoch(parts)) === epoch)
        epoch = await putInOrder(parts, storage, mirror, tally, [], keepDeliveredDays);
    });
  };
}

/** Returns the epoch of the database if it contains every receipt, as far as that is known without the copies' content. */
async function epochIfComplete(parts: MergeParts, mirror: Mirror, tally: TallyKeeper): Promise<string | null> {
  // Read the mirror before the rows (see restoreRows). Without it, putInOrder adds the remark.
  const names = await mirror.names().catch(() => null);
  const [lastTally, epoch] = await Promise.all([tally.read(), readEpoch(parts)]);
  if (names === null || epoch === null || lastTally?.epoch !== epoch || lastTally.receipts > names.length) return null;
  return namesAgree(await readReceipts(parts), names) ? epoch : null;
}

async function putInOrder(
  parts: MergeParts,
  storage: AccountStorage,
  mirror: Mirror,
  tally: TallyKeeper,
  earlier: readonly string[],
  keepDays: number,
): Promise<string> {
  const { database, receipts, remarks, nowMs, newId } = parts;
  /** What is found this time. Earlier losses are not counted again. */
  const found = createRemarks();
  const isMirrorReady = (await mirror.status()) === 'ready';
  if (!isMirrorReady) found.add('noSecondCopy');
  // Read the mirror before the rows (see restoreRows).
  const files = isMirrorReady
    ? await mirror.readAll().catch(() => {
        found.add('secondCopyUnreadable');
        return null;
      })
    : null;

  const lastTally = await tally.read();
  const stored = await readEpoch(parts);
  const wasUsed = lastTally !== null || (files ?? []).some((file) => file.kind === 'receipt');
  const storedBefore = await storedLosses(parts);
  // A database that already reports it was not emptied again: the browser writes localStorage seconds late, so after a
  // kill the tally may still be that of the database before.
  if (isEmptied(stored, lastTally, wasUsed) && !storedBefore.includes('databaseEmptied')) found.add('databaseEmptied');
  const epoch = stored ?? newId();
  if (stored === null) await database.write(['meta'], (tx) => tx.objectStore('meta').put(epoch, EPOCH));

  for (const name of earlier) {
    const note = `adopted:${name}`;
    if ((await database.read(['meta'], (tx) => tx.objectStore('meta').get(note))) !== undefined) continue;
    // Only once; later it would restore rows that have been deleted since.
    if (await adoptAccountRows(database, name))
      await database.write(['meta'], (tx) => tx.objectStore('meta').put(nowMs(), note));
  }
  const read = await readReceipts(parts);
  const isInOrder = copiesAgree({ ...read, files }, nowMs(), keepDays);
  if (!isInOrder) await restoreRows({ ...parts, remarks: found }, files ?? []);
  const rows = isInOrder ? read.rows : await receipts.all();
  const present = rows.filter(hasResponse).length;
  const expected = lastTally?.receipts ?? 0;
  // Without the copies it is not known whether anything is missing. The next start looks again.
  const missing = files === null ? 0 : expected - countAccounted(rows, files);
  if (missing > 0) found.add(`receiptsMissing:${missing}`);

  // Store the losses before the tally is brought up to date. A new database has lost the earlier ones.
  const losses = joinLosses(stored === null ? remarks.live.value : storedBefore, found.live.value);
  if (losses.some((loss) => !storedBefore.includes(loss)))
    await database.write(['meta'], (tx) => tx.objectStore('meta').put(JSON.stringify(losses), LOSSES));
  for (const remark of found.live.value) if (!isLoss(remark)) remarks.add(remark);
  remarks.replace(isLoss, losses);

  const plan = isInOrder ? null : planDeletion(rows, await storage.runs.all(), files ?? [], nowMs(), keepDays);
  // Lower the tally first, so that an interruption does not look like a loss.
  const counted = files === null ? Math.max(present, expected) : present;
  await tally.write({ epoch, receipts: counted - (plan?.ids.length ?? 0) });
  // Without the mirror's files the copies would outlive their rows and be restored later.
  if (files === null || plan === null) return epoch;
  await carryOutDeletion(plan, database, mirror).catch(() => remarks.add('sweepFailed'));
  // After the deletion: a copy written for a row that is about to be deleted would outlive it.
  await writeMissingCopies(parts, mirror, files).catch(() => remarks.add('secondCopyUnreadable'));
  return epoch;
}

/** Returns the stored epoch; null in a new database. */
function readEpoch({ reader }: MergeParts): Promise<string | null> {
  return reader.get('meta', EPOCH, parseText);
}

async function readReceipts({ database, reader }: MergeParts): Promise<{ rows: Receipt[]; allReadable: boolean }> {
  const raws = await database.read(['receipts'], (tx) => tx.objectStore('receipts').getAll());
  const rows = reader.many('receipts', 'id', raws, parseStoredReceipt);
  return { rows, allReadable: rows.length === raws.length };
}

const LOSSES = 'losses';
const RECOUNT_AFTER_MS = 250;

async function storedLosses({ reader }: MergeParts): Promise<Remark[]> {
  return readLosses(await reader.get('meta', LOSSES, parseText));
}

/** Ignores remarks with this code: a copy written for a new receipt is not worth a remark. */
function withoutRemarks(code: string, remarks: Remarks): Remarks {
  return { ...remarks, add: (remark) => (remark.startsWith(code) ? undefined : remarks.add(remark)) };
}

/**
 * Removes the imported receipts with these IDs and returns them. The tally is lowered first and the copies are deleted
 * before the rows, so that an interruption is neither reported as a loss nor undone at the next start.
 */
async function removeImported(
  parts: MergeParts,
  ids: readonly string[],
  mirror: Mirror | null,
  tally: TallyKeeper,
): Promise<Receipt[]> {
  const { database, receipts } = parts;
  const requestedIds = new Set(ids);
  const rows = await receipts.all();
  const removed = rows.filter((row) => requestedIds.has(row.id) && isRemovable(row));
  if (removed.length === 0) return [];
  const epoch = await readEpoch(parts);
  if (epoch !== null) {
    const expected = expectedOf(rows.filter(hasResponse).length, epoch, await tally.read());
    await tally.write({ epoch, receipts: expected - removed.length });
  }
  const files = mirror !== null && (await mirror.status()) === 'ready' ? await mirror.readAll() : [];
  await carryOutDeletion({ ids: removed.map(({ id }) => id), fileNames: copiesOf(removed, files) }, database, mirror);
  return removed;
}
