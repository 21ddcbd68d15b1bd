/** Finds out whether there is room by writing: what a browser estimates is no promise. */
import type { AccountDatabase } from './idb/schema.ts';
import { toStorageError } from './idb/storage-error.ts';

/** One row, written over by the next try: a kill in between leaves no more than one behind. */
const ROW = 'roomTried';
/** As much as one call gives. */
const PIECE = 65_536;

export async function tryRoom(database: AccountDatabase, bytes: number): Promise<'enough' | 'full' | 'failed'> {
  // Random, because the database compresses what repeats.
  const filled = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += PIECE) crypto.getRandomValues(filled.subarray(at, at + PIECE));
  try {
    await database.write(['meta'], (tx) => tx.objectStore('meta').put(filled, ROW));
    return 'enough';
  } catch (error) {
    return toStorageError(error).code === 'full' ? 'full' : 'failed';
  } finally {
    await database.write(['meta'], (tx) => tx.objectStore('meta').delete(ROW)).catch(() => undefined);
  }
}
