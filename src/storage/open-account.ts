/** Opens everything that is stored for one account, and puts the two copies of its receipts in order first. */
import type { Account } from '../domain/account.ts';
import { coalesced } from '../domain/coalesced.ts';
import type { Live } from '../domain/live.ts';
import type { Receipt } from '../domain/receipt.ts';
import { noteAccount } from './accounts/account-databases.ts';
import { createDeviceStore, type DeviceStore } from './stores/device-store.ts';
import { createJobStore } from './stores/job-store.ts';
import { createTemplateStore } from './stores/template-store.ts';
import type { JobStore } from '../use-cases/jobs/ports.ts';
import type { TemplateStore } from '../use-cases/jobs/templates.ts';
import { createDraftStore } from './stores/draft-store.ts';
import { createEditStore, type EditStore } from './stores/edit-store.ts';
import { copiesAgree } from './second-copy/agree.ts';
import { carryOutDeletion, planDeletion } from './second-copy/delete-delivered.ts';
import { removeImported } from './second-copy/remove-imported.ts';
import { restoreRows, writeMissingCopies, type MergeParts } from './second-copy/merge.ts';
import type { Mirror } from './second-copy/mirror.ts';
import { createPackageStore, type PackageStore } from './stores/package-store.ts';
import { createQueueStore, type QueueStore } from './stores/queue-store.ts';
import { hasResponse, parseStoredReceipt } from './stores/receipt-row.ts';
import { createReceiptStore, type ReceiptStore } from './stores/receipt-store.ts';
import { isLoss, joinLosses, readLosses } from './second-copy/losses.ts';
import { createRemarks, type Remark, type Remarks } from './second-copy/remarks.ts';
import { notedRuns } from './second-copy/run-notes.ts';
import { createRowReader } from './idb/row-reader.ts';
import { parseText } from './stores/rows.ts';
import { createRunStore, type RunStore } from './stores/run-store.ts';
import { adoptAccountRows } from './idb/adopt-rows.ts';
import { openAccountDatabase } from './idb/schema.ts';
import { createSkewStore, type SkewStore } from './stores/skew-store.ts';
import { EPOCH, createTally, isEmptied, recount, type TallyKeeper } from './second-copy/emptied.ts';
import { tryRoom } from './try-room.ts';
import { mergeLock } from '../names.ts';
import type { DraftStore } from '../use-cases/drafts/ports.ts';
import type { LocalStorage } from './local-storage.ts';

export interface AccountStorage {
  readonly devices: DeviceStore;
  readonly packages: PackageStore;
  readonly runs: RunStore;
  readonly receipts: ReceiptStore;
  readonly edits: EditStore;
  readonly drafts: DraftStore;
  readonly queue: QueueStore;
  readonly skew: SkewStore;
  readonly jobs: JobStore;
  readonly templates: TemplateStore;
  /** Null in the service worker, which only sends. */
  readonly mirror: Mirror | null;
  /** What was found out of order, as codes (remarks.ts); grows while the account is open. */
  readonly remarks: Live<readonly Remark[]>;
  /** A person has read what was lost: it is said no more, in no window. */
  lossesRead(): Promise<void>;
  /** Removes rows that came by a file, and their second copies first; those of a run, and one whose post is under way, stay. Resolves with what was there. */
  removeImported(ids: readonly string[]): Promise<Receipt[]>;
  /** Writes so many bytes, and takes them away again (try-room.ts). Never rejects. */
  tryRoom(bytes: number): Promise<'enough' | 'full' | 'failed'>;
  /** Calls back when the browser has closed the database by itself; what it may have emptied is then put in order by itself. */
  whenCutOff(listener: () => void): () => void;
  /** Closes the mirror as well. */
  close(): void;
}

interface AccountStorageOptions {
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** From `createMirror`; null in the service worker: then nothing is merged, counted or swept. */
  readonly mirror: Mirror | null;
  /** Written into its own database too: that may be all that is left when the list of accounts is lost (account-databases.ts). */
  readonly account?: Account;
  /** The page's; null in the service worker. */
  readonly localStorage: LocalStorage | null;
  /** `settings.delivery.keepDeliveredDays`. */
  readonly keepDeliveredDays: number;
  /** Reports a failure to put an emptied database in order while the app is open. */
  readonly onTrouble: (error: unknown) => void;
}

/** Resolves when the copies are merged. Rejects with StorageError when the database cannot be opened at all. */
export async function openAccountStorage(accountId: string, options: AccountStorageOptions): Promise<AccountStorage> {
  const { nowMs, newId, mirror } = options;
  // The worker leaves starting over to a window, which has the second copies at hand.
  const { database, earlier } = await openAccountDatabase(accountId, mirror !== null);
  const remarks = createRemarks();
  const reader = createRowReader(
    (id, entry) =>
      database.write(['quarantine'], async (tx) => {
        const quarantined = tx.objectStore('quarantine');
        if ((await quarantined.get(id)) === undefined) await quarantined.put(entry, id);
      }),
    remarks,
    nowMs,
  );
  // One window at a time: what is swept here must not look lost there, nor be copied again.
  const { locks } = navigator;
  const lockName = mergeLock(accountId);
  const tally = createTally(accountId, options.localStorage, mirror);
  let counting: ReturnType<typeof setTimeout> | undefined;
  // In its own time: a count too low is no false alarm, and the writes of a run that goes on come first.
  const recountSoon = () => {
    clearTimeout(counting);
    // Under the lock: a count that was read before rows were removed must not be written after it.
    counting = setTimeout(
      () => void locks.request(lockName, () => recount(database, tally, remarks)).catch(options.onTrouble),
      RECOUNT_AFTER_MS,
    );
  };
  const receipts = createReceiptStore(database, reader, newId, {
    added() {
      recountSoon();
      if (mirror !== null) void copyAdded(mirror).catch(options.onTrouble);
    },
    // What fails is made good at the next start: the row says that its copy is missing.
    given: async (receipt) => (mirror === null ? undefined : copyGiven(mirror, receipt).catch(options.onTrouble)),
  });
  const parts: MergeParts = { accountId, database, reader, receipts, remarks, nowMs, newId };

  async function copyAdded(into: Mirror): Promise<void> {
    await locks.request(lockName, async () => {
      await writeMissingCopies({ ...parts, remarks: quietAbout('copiesWritten', remarks) }, into, await into.readAll());
    });
  }

  async function copyGiven(into: Mirror, receipt: Receipt): Promise<void> {
    await locks.request(lockName, () => into.write(receipt));
    await receipts.update(
      receipt.id,
      (row) => (row.uniqueId === receipt.uniqueId ? { ...row, mirrored: true } : null),
      'relaxed',
    );
  }

  const runs = createRunStore(database, reader, newId, recountSoon);
  const packages = createPackageStore(database, reader);
  const storage: AccountStorage = {
    devices: createDeviceStore(database, reader),
    packages,
    runs: mirror === null ? runs : notedRuns(runs, packages, mirror),
    receipts,
    edits: createEditStore(database, reader),
    drafts: createDraftStore(database, reader),
    queue: createQueueStore(database, reader),
    skew: createSkewStore(database, reader, parts.nowMs),
    jobs: createJobStore(database, reader),
    templates: createTemplateStore(database, reader),
    mirror,
    remarks: remarks.live,
    async lossesRead() {
      await database.write(['meta'], (tx) => tx.objectStore('meta').delete(LOSSES));
      remarks.replace(isLoss, []);
    },
    removeImported: (ids) => locks.request(lockName, () => removeImported(parts, ids, mirror, tally)),
    tryRoom: (bytes) => tryRoom(database, bytes),
    whenCutOff: (listener) => database.whenCutOff(listener),
    close() {
      clearTimeout(counting);
      mirror?.close();
      database.close();
    },
  };

  if (options.account !== undefined) await noteAccount(database, options.account);
  if (mirror !== null) await keepInOrder({ parts, storage, mirror, tally, earlier, lockName }, options);
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

/** Merges the two copies now, and again whenever the database turns out to have been emptied while it is open. */
async function keepInOrder(
  { parts, storage, mirror, tally, earlier, lockName }: OrderParts,
  { account, keepDeliveredDays, onTrouble }: AccountStorageOptions,
): Promise<void> {
  const { database, remarks } = parts;
  const { locks } = navigator;
  let epoch = await locks.request(lockName, () =>
    putInOrder(parts, storage, mirror, tally, earlier, keepDeliveredDays),
  );
  /** What was lost is in memory alone while the emptied database is being put in order. */
  let isPuttingInOrder = false;
  const lookForLoss = coalesced(() =>
    locks.request(lockName, async () => {
      if ((await readEpoch(parts)) === epoch) return;
      isPuttingInOrder = true;
      try {
        remarks.add('databaseEmptied');
        if (account !== undefined) await noteAccount(database, account);
        epoch = await putInOrder(parts, storage, mirror, tally, [], keepDeliveredDays);
      } finally {
        isPuttingInOrder = false;
      }
    }),
  );
  database.whenCutOff(() => void lookForLoss().catch(onTrouble));
  // A loss that was read in another window is no longer shown here either.
  database.changes.watch('meta', () => {
    if (isPuttingInOrder || !remarks.live.value.some(isLoss)) return;
    void keptLosses(parts).then((kept) => {
      if (kept.length === 0 && !isPuttingInOrder) remarks.replace(isLoss, []);
    }, onTrouble);
  });
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
  const isMirrorReady = (await mirror.status()) === 'ready';
  if (!isMirrorReady) remarks.add('noSecondCopy');
  // The mirror before the rows: see restoreRows.
  const files = isMirrorReady
    ? await mirror.readAll().catch(() => {
        remarks.add('secondCopyUnreadable');
        return null;
      })
    : null;

  const known = await tally.read();
  const stored = await readEpoch(parts);
  const wasUsed = known !== null || (files ?? []).some((file) => file.kind === 'receipt');
  if (isEmptied(stored, known, wasUsed)) remarks.add('databaseEmptied');
  const epoch = stored ?? newId();
  if (stored === null) await database.write(['meta'], (tx) => tx.objectStore('meta').put(epoch, EPOCH));

  for (const name of earlier) {
    const note = `adopted:${name}`;
    if ((await database.read(['meta'], (tx) => tx.objectStore('meta').get(note))) !== undefined) continue;
    // Once only: later it would bring back what was swept since.
    if (await adoptAccountRows(database, name))
      await database.write(['meta'], (tx) => tx.objectStore('meta').put(nowMs(), note));
  }
  const read = await readReceipts(parts);
  const isInOrder = copiesAgree({ ...read, files }, nowMs(), keepDays);
  if (!isInOrder) await restoreRows(parts, files ?? []);
  const rows = isInOrder ? read.rows : await receipts.all();
  const present = rows.filter(hasResponse).length;
  if (known !== null && present < known.receipts) remarks.add(`receiptsMissing:${known.receipts - present}`);

  // Before the count outside says that all is well again.
  const earlierLosses = await keptLosses(parts);
  const losses = joinLosses(earlierLosses, remarks.live.value);
  if (losses.length > earlierLosses.length || losses.some((loss) => !earlierLosses.includes(loss)))
    await database.write(['meta'], (tx) => tx.objectStore('meta').put(JSON.stringify(losses), LOSSES));
  remarks.replace(isLoss, losses);

  const plan = isInOrder ? null : planDeletion(rows, await storage.runs.all(), files ?? [], nowMs(), keepDays);
  // Counted down before it is done: a kill in between must not look like a loss.
  await tally.write({ epoch, receipts: present - (plan?.ids.length ?? 0) });
  // Without a look at the mirror the copies would outlive their rows and come back.
  if (files === null || plan === null) return epoch;
  await carryOutDeletion(plan, database, mirror).catch(() => remarks.add('sweepFailed'));
  // After the deletion: a copy written for a row that is about to go would outlive it in the same way.
  await writeMissingCopies(parts, mirror, files).catch(() => remarks.add('secondCopyUnreadable'));
  return epoch;
}

/** Null in a new database. */
async function readEpoch({ database, reader }: Pick<MergeParts, 'database' | 'reader'>): Promise<string | null> {
  const raw = await database.read(['meta'], (tx) => tx.objectStore('meta').get(EPOCH));
  return reader.one('meta', EPOCH, raw, parseText);
}

async function readReceipts({ database, reader }: MergeParts): Promise<{ rows: Receipt[]; allReadable: boolean }> {
  const raws = await database.read(['receipts'], (tx) => tx.objectStore('receipts').getAll());
  const rows = reader.many('receipts', 'id', raws, parseStoredReceipt);
  return { rows, allReadable: rows.length === raws.length };
}

const LOSSES = 'losses';
const RECOUNT_AFTER_MS = 250;

async function keptLosses({ database, reader }: Pick<MergeParts, 'database' | 'reader'>): Promise<Remark[]> {
  const raw = await database.read(['meta'], (tx) => tx.objectStore('meta').get(LOSSES));
  return readLosses(reader.one('meta', LOSSES, raw, parseText));
}

/** A copy that is made because a receipt is new is nothing to remark. */
function quietAbout(code: string, remarks: Remarks): Remarks {
  return { ...remarks, add: (remark) => (remark.startsWith(code) ? undefined : remarks.add(remark)) };
}
