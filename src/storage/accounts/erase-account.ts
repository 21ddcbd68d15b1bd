/** Deletes everything that is stored for one account and checks that it is gone. */
import { ifPossible } from '../../domain/unawaited.ts';
import { deleteDB } from 'idb';
import { accountDatabase, MIRROR_FOLDER, mirrorAccountFolder, telemetryDatabase } from '../../names.ts';

/** A window that is closing the account may still have a second copy open, and no event tells when it has closed it. */
const TRIES = 10;
const GAP_MS = 100;

/**
 * Deletes the account's data. Other windows must have closed the account; waits for a window that has not, until the
 * browser closes its connection. Returns the names of what is left; an empty list is the proof.
 */
export async function eraseAccount(accountId: string, localStorage: Storage | null): Promise<string[]> {
  for (const name of await databasesOf(accountId)) await ifPossible(deleteDB(name));
  await removeCopies(accountId);
  for (const key of rowsOf(accountId, localStorage)) localStorage?.removeItem(key);
  return whatIsLeft(accountId, localStorage);
}

async function removeCopies(accountId: string): Promise<void> {
  const folder = await mirrorFolder();
  for (let tried = 1; ; tried += 1) {
    await ifPossible(folder?.removeEntry(mirrorAccountFolder(accountId), { recursive: true }));
    if (tried === TRIES || !(await hasCopies(accountId))) return;
    await new Promise((resolve) => setTimeout(resolve, GAP_MS));
  }
}

async function hasCopies(accountId: string): Promise<boolean> {
  const folder = await mirrorFolder();
  if (folder === null) return false;
  return folder.getDirectoryHandle(mirrorAccountFolder(accountId)).then(
    () => true,
    (error: DOMException) => error.name !== 'NotFoundError',
  );
}

async function whatIsLeft(accountId: string, localStorage: Storage | null): Promise<string[]> {
  return [
    ...(await databasesOf(accountId)),
    ...((await hasCopies(accountId)) ? ['second copies'] : []),
    ...rowsOf(accountId, localStorage),
  ];
}

/** Returns the names of all generations (generations.ts) of the account's two databases. */
async function databasesOf(accountId: string): Promise<string[]> {
  const own = [accountDatabase(accountId), telemetryDatabase(accountId)];
  const all = await indexedDB.databases();
  return all.flatMap(({ name = '' }) =>
    own.some((mine) => name === mine || name.startsWith(`${mine}~`)) ? [name] : [],
  );
}

function rowsOf(accountId: string, localStorage: Storage | null): string[] {
  return Object.keys(localStorage ?? {}).filter((key) => key.includes(accountId));
}

/** Returns the folder of the second copies; null when the browser has none or nothing was copied. */
async function mirrorFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(MIRROR_FOLDER);
  } catch {
    return null;
  }
}
