/** Reconciles the two copies of each receipt. */
import type { CarriedPackage, PackageState } from '../../domain/carried-package.ts';
import { reservedRow } from '../../domain/provisioning/journal.ts';
import { packageAfterRefusal } from '../../domain/provisioning/after-refusal.ts';
import { restoredReceipt } from '../../domain/new-receipt.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run, RunNote, RunOutcome } from '../../domain/run.ts';
import type { Mirror, MirrorFile } from './mirror.ts';
import { hasResponse, padded, parseStoredReceipt } from '../stores/receipt-row.ts';
import { salvageReceipt } from '../stores/salvage-receipt.ts';
import { receiptKeys, receiptKey } from '../stores/receipt-changes.ts';
import type { ReceiptStore } from '../stores/receipt-store.ts';
import type { Remarks } from './remarks.ts';
import { parsePackage, parseRun } from '../stores/rows.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';

export interface MergeParts {
  readonly accountId: string;
  readonly database: AccountDatabase;
  readonly reader: RowReader;
  readonly receipts: ReceiptStore;
  readonly remarks: Remarks;
  readonly nowMs: () => number;
  readonly newId: () => string;
}

/**
 * Restores receipts and runs that exist only in the mirror, and rebuilds damaged rows. The caller must read the mirror
 * before calling this: a response's commit is always requested before its copy is written, so this transaction then
 * sees every commit whose copy was read.
 */
export async function restoreRows(parts: MergeParts, files: readonly MirrorFile[]): Promise<void> {
  const { accountId, database, reader, remarks, nowMs, newId } = parts;
  // Newest first: when a receipt was reassigned to another beacon, its older copy is then recognised as the same
  // receipt.
  const newestFirst = files.filter((file) => file.kind !== 'torn').toSorted((a, b) => b.modifiedMs - a.modifiedMs);
  const copies = newestFirst.flatMap((file) =>
    file.kind === 'receipt' && file.receipt.accountId === accountId ? [file.receipt] : [],
  );
  const notes = newestFirst.flatMap((file) =>
    file.kind === 'reserved' && file.runNote !== null ? [file.runNote] : [],
  );

  const { restored, repaired, restoredRuns } = await database.write(['receipts', 'runs', 'packages'], async (tx) => {
    const store = tx.objectStore('receipts');
    const raws = await store.getAll();
    const rows = reader.many('receipts', 'id', raws, parseStoredReceipt);
    const runs = reader.many('runs', 'id', await tx.objectStore('runs').getAll(), parseRun);
    const storedKeys = new Set(rows.filter(hasResponse).flatMap(receiptKeys));
    /** Ids of rows whose response must not be overwritten. */
    const takenIds = new Set(rows.filter(hasResponse).map((row) => row.id));
    const counts = { restored: 0, repaired: 0, restoredRuns: [] as string[] };
    const knownRuns = new Set(runs.map(({ id }) => id));

    async function restore(receipt: Receipt): Promise<void> {
      const id = takenIds.has(receipt.id) ? newId() : receipt.id;
      const run = runs.find((candidate) => candidate.id === receipt.runId) ?? null;
      const row: Receipt = { ...receipt, id, runId: run?.id ?? null };
      for (const key of receiptKeys(row)) storedKeys.add(key);
      takenIds.add(id);
      await store.put(row);
      if (run === null || run.outcome !== null || row.owner === 'unsure') return;
      const ended = endedRun(run, row, nowMs());
      await tx.objectStore('runs').put(ended);
      const carried = reader.one(
        'packages',
        run.packageId,
        await tx.objectStore('packages').get(run.packageId),
        parsePackage,
      );
      if (carried !== null)
        await tx.objectStore('packages').put({ ...carried, state: packageStateAfter(ended.outcome, carried) });
    }

    for (const copy of copies) {
      if (!hasResponse(copy) || storedKeys.has(receiptKey(copy))) continue;
      await restore(restoredReceipt(copy));
      counts.restored += 1;
    }
    for (const raw of raws) {
      if (parseStoredReceipt(raw).ok) continue;
      const salvaged = salvageReceipt(raw, accountId, nowMs());
      if (salvaged === null || storedKeys.has(receiptKey(salvaged))) continue;
      await restore(salvaged);
      counts.repaired += 1;
    }
    for (const { run, package: carried } of notes) {
      if (knownRuns.has(run.id) || run.outcome !== null || takenIds.has(run.receiptId)) continue;
      knownRuns.add(run.id);
      await Promise.all([
        tx.objectStore('runs').put(restoredRun(run, nowMs())),
        store.put(padded(reservationOf(run, accountId))),
      ]);
      const isHere = carried === null || (await tx.objectStore('packages').get(carried.id)) !== undefined;
      if (!isHere) await tx.objectStore('packages').put(carried);
      counts.restoredRuns.push(run.uniqueId);
    }
    return counts;
  });
  if (restored > 0) remarks.add(`copiesRestored:${restored}`);
  if (repaired > 0) remarks.add(`rowsRepaired:${repaired}`);
  for (const uniqueId of restoredRuns) remarks.add(`runRestored:${uniqueId}`);
  const torn = files.filter((file) => file.kind === 'torn').length;
  if (torn > 0) remarks.add(`tornCopy:${torn}`);
}

const COPIES_AT_ONCE = 16;

/** Writes the missing second copies and marks the rows that have one. Adds a remark when a copy cannot be written. */
export async function writeMissingCopies(
  parts: MergeParts,
  mirror: Mirror,
  files: readonly MirrorFile[],
): Promise<void> {
  const { database, reader, receipts, remarks } = parts;
  const copiedKeys = new Set(files.flatMap((file) => (file.kind === 'receipt' ? [receiptKey(file.receipt)] : [])));
  const newlyCopied: string[] = [];
  const lost: string[] = [];
  let written = 0;
  let failed = 0;
  const rows = (await receipts.all()).filter(hasResponse);
  const copy = async (row: Receipt): Promise<void> => {
    if (!copiedKeys.has(receiptKey(row))) {
      try {
        await mirror.write(row);
        written += 1;
      } catch {
        failed += 1;
        if (row.mirrored) lost.push(row.id);
        return;
      }
    }
    if (!row.mirrored) newlyCopied.push(row.id);
  };
  // Write several at once, so that one file can be opened while another is flushed.
  for (let at = 0; at < rows.length; at += COPIES_AT_ONCE)
    await Promise.all(rows.slice(at, at + COPIES_AT_ONCE).map(copy));
  await markMirrored(database, reader, newlyCopied, true);
  await markMirrored(database, reader, lost, false);
  if (written > 0) remarks.add(`copiesWritten:${written}`);
  if (failed > 0) remarks.add(`secondCopyMissing:${failed}`);
}

/** Uses one transaction for all rows, because each transaction with strict durability waits for the disk. */
async function markMirrored(
  database: AccountDatabase,
  reader: RowReader,
  ids: readonly string[],
  mirrored: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await database.write(['receipts'], async (tx) => {
    const store = tx.objectStore('receipts');
    const rows = await Promise.all(
      ids.map(async (id) => reader.one('receipts', id, await store.get(id), parseStoredReceipt)),
    );
    await Promise.all(rows.map((row) => (row === null ? Promise.resolve() : store.put({ ...row, mirrored }))));
  });
}

/** The journal may have gone further than the last note, so assume that the beacon was written to. */
function restoredRun(run: Run, atMs: number): Run {
  const step = run.step === 'intent' ? 'writing' : run.step;
  return {
    ...run,
    step,
    writes: Math.max(1, run.writes),
    journal: [...run.journal, { step, atMs, note: 'secondCopyUnknownStep' satisfies RunNote }],
    lastFailure: null,
  };
}

function reservationOf(run: Run, accountId: string): Receipt {
  const row = reservedRow({ id: run.receiptId, accountId, run, values: {}, nowMs: run.startedAtMs });
  return { ...row, updatedSeconds: Math.floor(run.startedAtMs / 1000) };
}

type EndedBy = Extract<RunOutcome, { readonly kind: 'refused' | 'receipt' }>;

function endedRun(run: Run, receipt: Receipt, atMs: number): Run & { readonly outcome: EndedBy } {
  return {
    ...run,
    step: 'receipt',
    journal: [...run.journal, { step: 'receipt', atMs, note: 'secondCopy' satisfies RunNote }],
    outcome:
      receipt.state === 'refused' && receipt.result !== null
        ? { kind: 'refused', receiptId: receipt.id, result: receipt.result }
        : { kind: 'receipt', receiptId: receipt.id },
    endedAtMs: atMs,
    lastFailure: null,
  };
}

/** Returns the package state that the missed commit would have stored. */
function packageStateAfter(outcome: EndedBy, { state }: CarriedPackage): PackageState {
  if (outcome.kind === 'receipt') return 'used';
  return packageAfterRefusal(outcome.result) === 'dead' ? 'dead' : state;
}
