/** Finds out whether there is room by writing: what a browser estimates is no promise. */
import { ifPossible } from '../domain/unawaited.ts';
import type { AccountDatabase } from './idb/schema.ts';
import { toStorageError } from './idb/storage-error.ts';
import { ROOM_TRIED_FILE } from '../names.ts';

/** One row, written over by the next try: a kill in between leaves no more than one behind. */
const ROW = 'roomTried';
/**
 * A file is counted as it is written; of a database the browser may go by what it counted half a minute ago. The second copies are
 * files too. Without files there are none.
 */
async function writeFile(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // Rejects where files are not allowed (a private window): there is nothing to try then.
  const root = await (navigator.storage as StorageManager | undefined)?.getDirectory?.().catch(() => undefined);
  if (root === undefined || !('createWritable' in FileSystemFileHandle.prototype)) return;
  try {
    const file = await (await root.getFileHandle(ROOM_TRIED_FILE, { create: true })).createWritable();
    await file.write(bytes);
    await file.close();
  } finally {
    await ifPossible(root.removeEntry(ROOM_TRIED_FILE));
  }
}

/** As much as one call gives. */
const PIECE = 65_536;

export async function tryRoom(database: AccountDatabase, bytes: number): Promise<'enough' | 'full' | 'failed'> {
  // Random, because the database compresses what repeats.
  const filled = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += PIECE) crypto.getRandomValues(filled.subarray(at, at + PIECE));
  try {
    await database.write(['meta'], (tx) => tx.objectStore('meta').put(filled, ROW));
    await writeFile(filled);
    return 'enough';
  } catch (error) {
    return toStorageError(error).code === 'full' ? 'full' : 'failed';
  } finally {
    await ifPossible(database.write(['meta'], (tx) => tx.objectStore('meta').delete(ROW)));
  }
}
