/** Deletes receipts that were delivered long ago (second copy first) and stale reservations. */
import { deliveredLongAgo } from '../../domain/delivery/delivered-long-ago.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import type { Mirror, MirrorFile } from './mirror.ts';
import { receiptKeys, receiptKey } from '../stores/receipt-changes.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import { receiptFile } from '../../names.ts';

/** A reservation without a run is removed after this time. A younger one may belong to a run that is just beginning. */
const STALE_RESERVATION_MS = 24 * 3600_000;

interface DeletionPlan {
  readonly ids: readonly string[];
  readonly fileNames: readonly string[];
}

/**
 * Returns the rows due for deletion (domain/delivery/delivered-long-ago.ts), the files of their copies, and the stale
 * reservations.
 */
export function planDeletion(
  rows: readonly Receipt[],
  runs: readonly Run[],
  files: readonly MirrorFile[],
  nowMs: number,
  keepDays: number,
): DeletionPlan {
  const due = deliveredLongAgo(rows, nowMs, keepDays);
  const needed = new Set(runs.filter((run) => run.outcome === null).map((run) => receiptFile(run.receiptId)));
  const fileNames = files.flatMap((file) => {
    if (file.kind === 'receipt') return [];
    const isStale =
      file.kind === 'reserved' && nowMs - file.modifiedMs >= STALE_RESERVATION_MS && !needed.has(file.name);
    return isStale ? [file.name] : [];
  });
  return { ids: due.map((row) => row.id), fileNames: [...copiesOf(due, files), ...fileNames] };
}

/**
 * Returns the names of the files that hold the responses of these rows. A file is matched by its content, not by its
 * name.
 */
export function copiesOf(rows: readonly Receipt[], files: readonly MirrorFile[]): string[] {
  const responses = new Set(rows.flatMap(receiptKeys));
  return files.flatMap((file) =>
    file.kind === 'receipt' && responses.has(receiptKey(file.receipt)) ? [file.name] : [],
  );
}

/**
 * Deletes the copies before the rows: a row without its copy is complete, but a copy without its row would be restored
 * and sent again.
 */
export async function carryOutDeletion(
  plan: DeletionPlan,
  database: AccountDatabase,
  mirror: Mirror | null,
): Promise<void> {
  if (plan.fileNames.length > 0) await mirror?.remove(plan.fileNames);
  if (plan.ids.length === 0) return;
  await database.write(['receipts'], (tx) => Promise.all(plan.ids.map((id) => tx.objectStore('receipts').delete(id))));
}
