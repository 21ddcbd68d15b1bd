/** Takes imported receipts out of both copies. */
import { isRemovable, type Receipt } from '../../domain/receipt.ts';
import { hasResponse } from '../stores/receipt-row.ts';
import { parseText } from '../stores/rows.ts';
import { carryOutDeletion, copiesOf } from './delete-delivered.ts';
import { EPOCH, type TallyKeeper } from './emptied.ts';
import type { MergeParts } from './merge.ts';
import type { Mirror } from './mirror.ts';

/** Counted down before it is done, and the copies before the rows: a kill in between must neither look like a loss nor bring them back. */
export async function removeImported(
  { database, reader, receipts }: MergeParts,
  ids: readonly string[],
  mirror: Mirror | null,
  tally: TallyKeeper,
): Promise<Receipt[]> {
  const wanted = new Set(ids);
  const rows = await receipts.all();
  const gone = rows.filter((row) => wanted.has(row.id) && isRemovable(row));
  if (gone.length === 0) return [];
  const epoch = reader.one(
    'meta',
    EPOCH,
    await database.read(['meta'], (tx) => tx.objectStore('meta').get(EPOCH)),
    parseText,
  );
  if (epoch !== null) await tally.write({ epoch, receipts: rows.filter(hasResponse).length - gone.length });
  const files = mirror !== null && (await mirror.status()) === 'ready' ? await mirror.readAll() : [];
  await carryOutDeletion({ ids: gone.map(({ id }) => id), fileNames: copiesOf(gone, files) }, database, mirror);
  return gone;
}
