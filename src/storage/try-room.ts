/** Tests by writing whether there is enough free space, because the browser's estimate is no guarantee. */
import { ifPossible } from '../domain/unawaited.ts';
import type { AccountDatabase } from './idb/schema.ts';
import { toStorageError } from './idb/storage-error.ts';
import { ROOM_TRIED_FILE } from '../names.ts';

/** Key of the single test row. Each try overwrites it, so an interruption leaves at most one behind. */
const ROW = 'roomTried';
/**
 * Writes and removes a test file. The browser checks the quota of a file while it is written, but of a database by a
 * count that may be half a minute old. The second copies are files too. Does nothing where files are not available.
 */
async function writeFile(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // Rejects where files are not allowed (a private window); there is nothing to test then.
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

/** Maximum number of bytes that one call of getRandomValues fills. */
const PIECE = 65_536;

export async function tryRoom(database: AccountDatabase, bytes: number): Promise<'enough' | 'full' | 'failed'> {
  // Random, because the database compresses repeated bytes.
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
