/** Removes imported receipts from both copies. */
import { isRemovable, type Receipt } from '../../domain/receipt.ts';
import { hasResponse } from '../stores/receipt-row.ts';
import { parseText } from '../stores/rows.ts';
import { carryOutDeletion, copiesOf } from './delete-delivered.ts';
import { EPOCH, expectedOf, type TallyKeeper } from './emptied.ts';
import type { MergeParts } from './merge.ts';
import type { Mirror } from './mirror.ts';

/**
 * Removes the imported receipts with these IDs and returns them. The tally is lowered first and the copies are deleted
 * before the rows, so that an interruption is neither reported as a loss nor undone at the next start.
 */
export async function removeImported(
  { database, reader, receipts }: MergeParts,
  ids: readonly string[],
  mirror: Mirror | null,
  tally: TallyKeeper,
): Promise<Receipt[]> {
  const requestedIds = new Set(ids);
  const rows = await receipts.all();
  const removed = rows.filter((row) => requestedIds.has(row.id) && isRemovable(row));
  if (removed.length === 0) return [];
  const epoch = reader.one(
    'meta',
    EPOCH,
    await database.read(['meta'], (tx) => tx.objectStore('meta').get(EPOCH)),
    parseText,
  );
  if (epoch !== null) {
    const expected = expectedOf(rows.filter(hasResponse).length, epoch, await tally.read());
    await tally.write({ epoch, receipts: expected - removed.length });
  }
  const files = mirror !== null && (await mirror.status()) === 'ready' ? await mirror.readAll() : [];
  await carryOutDeletion({ ids: removed.map(({ id }) => id), fileNames: copiesOf(removed, files) }, database, mirror);
  return removed;
}
