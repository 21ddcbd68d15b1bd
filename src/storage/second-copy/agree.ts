/** Whether the two copies of the receipts agree: nearly always they do, and what puts them in order is not fetched then. */
import { deliveredLongAgo } from '../../domain/delivery/delivered-long-ago.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { hasResponse } from '../stores/receipt-row.ts';
import { samenessesOf, sameness } from '../stores/receipt-store.ts';
import type { MirrorFile } from './mirror.ts';

interface BothCopies {
  /** Of all rows of receipts, those that can be read. */
  readonly rows: readonly Receipt[];
  readonly allReadable: boolean;
  /** Null where they cannot be read: they say nothing then. */
  readonly files: readonly MirrorFile[] | null;
}

/** Every response is there twice, nothing is reserved or torn, no row is unreadable, and none is to be deleted. */
export function copiesAgree({ rows, allReadable, files }: BothCopies, nowMs: number, keepDays: number): boolean {
  if (!allReadable) return false;
  if (files === null) return true;
  const receipts = files.flatMap((file) => (file.kind === 'receipt' ? [file.receipt] : []));
  const responses = rows.filter(hasResponse);
  const known = new Set(responses.flatMap(samenessesOf));
  const copied = new Set(receipts.map(sameness));
  return (
    receipts.length === files.length &&
    receipts.every((copy) => known.has(sameness(copy))) &&
    responses.every((row) => row.mirrored && copied.has(sameness(row))) &&
    deliveredLongAgo(rows, nowMs, keepDays).length === 0
  );
}
