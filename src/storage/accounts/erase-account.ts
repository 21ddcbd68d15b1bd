/** Deletes everything that is stored for one account and checks that it is gone. */
import { ifPossible } from '../../domain/unawaited.ts';
import { deleteDB } from 'idb';
import { accountDatabase, MIRROR_FOLDER, mirrorAccountFolder, telemetryDatabase } from '../../names.ts';

/**
 * Deletes the account's data. Other windows must have closed the account; waits for a window that has not, until the
 * browser closes its connection. Returns the names of what is left; an empty list is the proof.
 */
export async function eraseAccount(accountId: string, localStorage: Storage | null): Promise<string[]> {
  for (const name of await databasesOf(accountId)) await ifPossible(deleteDB(name));
  const folder = await mirrorFolder();
  await ifPossible(folder?.removeEntry(mirrorAccountFolder(accountId), { recursive: true }));
  for (const key of rowsOf(accountId, localStorage)) localStorage?.removeItem(key);
  return whatIsLeft(accountId, localStorage);
}

async function whatIsLeft(accountId: string, localStorage: Storage | null): Promise<string[]> {
  const folder = await mirrorFolder();
  const hasCopies = await folder?.getDirectoryHandle(mirrorAccountFolder(accountId)).then(
    () => true,
    (error: DOMException) => error.name !== 'NotFoundError',
  );
  return [
    ...(await databasesOf(accountId)),
    ...(hasCopies === true ? ['second copies'] : []),
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
