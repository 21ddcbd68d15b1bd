/**
 * Photos in the origin's private file system, one file a photo. What a photo shows is in the name of its file, so that no
 * row can contradict the folder.
 */
import { photoBudget, type Photo } from '../../domain/job/photo.ts';
import { ifPossible } from '../../domain/unawaited.ts';
import { MIRROR_FOLDER, mirrorAccountFolder, PHOTO_FOLDER, photoFile, photoOfFile } from '../../names.ts';
import type { PhotoStore } from '../../use-cases/jobs/ports.ts';
import { StorageError, toStorageError } from '../idb/storage-error.ts';

/** Stays free after each photo, for the rows and second copies of some 300 receipts, bytes. */
const FREE_FOR_RECEIPTS = 5_000_000;

export function createPhotoStore(
  accountId: string,
  tryRoom: (bytes: number) => Promise<'enough' | 'full' | 'failed'>,
): PhotoStore {
  const folderName = mirrorAccountFolder(accountId);
  const listeners = new Set<() => void>();
  const announce = (): void => listeners.forEach((listener) => listener());
  const photos = async (): Promise<readonly Photo[]> => readPhotos(await subfolder(await allFolders(), folderName));

  return {
    ofJob: async (jobId) =>
      (await photos()).filter((photo) => photo.jobId === jobId).toSorted((a, b) => a.addedAtMs - b.addedAtMs),
    count: async () => (await photos()).length,
    async put(added) {
      const all = await allFolders();
      if (all === null || !('createWritable' in FileSystemFileHandle.prototype))
        throw new StorageError('absent', 'This browser cannot write files of its own');
      const names = new Set((await photos()).map(photoFile));
      const fresh = added.filter((photo) => !names.has(photoFile(photo)));
      if (fresh.length === 0) return;
      const bytes = fresh.reduce((sum, { file }) => sum + file.size, 0);
      const { quota = 0 } = await navigator.storage.estimate();
      if ((await bytesOf(all)) + bytes > photoBudget(quota))
        throw new StorageError('full', 'The photos have reached their budget');
      const room = await tryRoom(bytes + FREE_FOR_RECEIPTS);
      if (room !== 'enough')
        throw new StorageError(room === 'full' ? 'full' : 'unknown', 'No space was left for receipts');
      const own = await all.getDirectoryHandle(folderName, { create: true });
      const folder = await own.getDirectoryHandle(PHOTO_FOLDER, { create: true });
      try {
        for (const photo of fresh) await write(folder, photoFile(photo), photo.file);
      } catch (error) {
        for (const photo of fresh) await ifPossible(folder.removeEntry(photoFile(photo)));
        throw toStorageError(error);
      }
      announce();
    },
    async remove(removed) {
      const folder = await subfolder(await subfolder(await allFolders(), folderName), PHOTO_FOLDER);
      for (const photo of removed) await folder?.removeEntry(photoFile(photo)).catch(ignoreMissing);
      announce();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the folder of all accounts; null when the browser has no private file system. */
async function allFolders(): Promise<FileSystemDirectoryHandle | null> {
  let root: FileSystemDirectoryHandle;
  try {
    root = await navigator.storage.getDirectory();
  } catch {
    // Access is denied, as in a private window: nothing was ever stored here.
    return null;
  }
  return root.getDirectoryHandle(MIRROR_FOLDER, { create: true });
}

function subfolder(folder: FileSystemDirectoryHandle | null, name: string): Promise<FileSystemDirectoryHandle | null> {
  return folder === null ? Promise.resolve(null) : folder.getDirectoryHandle(name).catch(ignoreMissing);
}

function ignoreMissing(error: DOMException): null {
  if (error.name === 'NotFoundError') return null;
  throw toStorageError(error);
}

/** `account`: the folder of an account; null if it has none. */
async function readPhotos(account: FileSystemDirectoryHandle | null): Promise<Photo[]> {
  const found: Photo[] = [];
  for await (const handle of (await subfolder(account, PHOTO_FOLDER))?.values() ?? []) {
    const about = photoOfFile(handle.name);
    if (about === null || handle.kind !== 'file') continue;
    const file = await handle.getFile().catch(ignoreMissing);
    // A browser that was killed while it wrote a photo leaves an empty file.
    if (file !== null && file.size > 0) found.push({ ...about, file });
  }
  return found;
}

async function bytesOf(all: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0;
  for await (const account of all.values())
    if (account.kind === 'directory') for (const { file } of await readPhotos(account)) bytes += file.size;
  return bytes;
}

/** The file has its content only once it is closed. */
async function write(folder: FileSystemDirectoryHandle, name: string, content: Blob): Promise<void> {
  const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await stream.write(content);
  await stream.close();
}
