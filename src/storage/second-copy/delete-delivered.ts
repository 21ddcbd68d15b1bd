/** Deletes receipts that were delivered long ago, their second copies first, and files that were reserved for nothing. */
import { deliveredLongAgo } from '../../domain/delivery/delivered-long-ago.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import type { Mirror, MirrorFile } from './mirror.ts';
import { samenessesOf, sameness } from '../stores/receipt-store.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import { receiptFile } from '../../names.ts';

/** A reservation without a run is removed after this time: one that is younger may belong to a run that begins just now. */
const STALE_RESERVATION_MS = 24 * 3600_000;

interface DeletionPlan {
  readonly ids: readonly string[];
  readonly fileNames: readonly string[];
}

/** Rows that are to go (domain/delivery/delivered-long-ago.ts), with the files of their copies; and files reserved for nothing. */
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

/** The files that hold the responses of these rows, whatever they are called. */
export function copiesOf(rows: readonly Receipt[], files: readonly MirrorFile[]): string[] {
  const responses = new Set(rows.flatMap(samenessesOf));
  return files.flatMap((file) => (file.kind === 'receipt' && responses.has(sameness(file.receipt)) ? [file.name] : []));
}

/** Mirror first: a row without its copy is whole, a copy without its row would be sent again. */
export async function carryOutDeletion(
  plan: DeletionPlan,
  database: AccountDatabase,
  mirror: Mirror | null,
): Promise<void> {
  if (plan.fileNames.length > 0) await mirror?.remove(plan.fileNames);
  if (plan.ids.length === 0) return;
  await database.write(['receipts'], (tx) => Promise.all(plan.ids.map((id) => tx.objectStore('receipts').delete(id))));
}
