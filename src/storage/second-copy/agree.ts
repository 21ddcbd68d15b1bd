/**
 * Checks whether the two copies of the receipts agree. They nearly always do; the code that repairs them is then never
 * loaded.
 */
import { deliveredLongAgo } from '../../domain/delivery/delivered-long-ago.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { receiptFile } from '../../names.ts';
import { hasResponse } from '../stores/receipt-row.ts';
import { receiptKeys, receiptKey } from '../stores/receipt-changes.ts';
import type { MirrorFile } from './mirror.ts';

interface BothCopies {
  /** All readable receipt rows. */
  readonly rows: readonly Receipt[];
  readonly allReadable: boolean;
  /** Null when the files cannot be read; the check then relies on the rows alone. */
  readonly files: readonly MirrorFile[] | null;
}

/**
 * True when every response exists in both places, no file is reserved or torn, every row is readable and none is due
 * for deletion.
 */
export function copiesAgree({ rows, allReadable, files }: BothCopies, nowMs: number, keepDays: number): boolean {
  if (!allReadable) return false;
  if (files === null) return true;
  const receipts = files.flatMap((file) => (file.kind === 'receipt' ? [file.receipt] : []));
  const responses = rows.filter(hasResponse);
  const storedKeys = new Set(responses.flatMap(receiptKeys));
  const copiedKeys = new Set(receipts.map(receiptKey));
  return (
    receipts.length === files.length &&
    receipts.every((copy) => storedKeys.has(receiptKey(copy))) &&
    responses.every((row) => row.mirrored && copiedKeys.has(receiptKey(row))) &&
    deliveredLongAgo(rows, nowMs, keepDays).length === 0
  );
}

/**
 * True when every response has a second copy by its name and no copy is without its row, so that nothing needs to be
 * restored. `names`: the files of the second copies.
 */
export function namesAgree({ rows, allReadable }: Omit<BothCopies, 'files'>, names: readonly string[]): boolean {
  const expected = new Set(rows.filter(hasResponse).map(({ id }) => receiptFile(id)));
  return allReadable && names.length === expected.size && names.every((name) => expected.has(name));
}

/**
 * Returns how many of the rows that once were here are accounted for: those that are here, and those of which a copy
 * shows that their response is stored in another row. Two rows may hold one response, as when a beacon has refused the
 * same package twice in the same words; only one of them is restored.
 */
export function countAccounted(rows: readonly Receipt[], files: readonly MirrorFile[]): number {
  const responses = rows.filter(hasResponse);
  const storedKeys = new Set(responses.flatMap(receiptKeys));
  const ids = new Set(responses.map(({ id }) => id));
  for (const file of files)
    if (file.kind === 'receipt' && storedKeys.has(receiptKey(file.receipt))) ids.add(file.receipt.id);
  return ids.size;
}
