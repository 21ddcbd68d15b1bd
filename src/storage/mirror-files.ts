/** Files of the second copies: their names, and how one is opened, read and flushed. Used in the mirror's worker only. */

export const SUFFIX = '.receipt';

export function fileName(id: string): string {
  return encodeURIComponent(id) + SUFFIX;
}

export async function exists(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  return folder.getFileHandle(name).then(
    () => true,
    (error: DOMException) => {
      if (error.name === 'NotFoundError') return false;
      throw error;
    },
  );
}

/** Another window may hold the file for a moment: waits for it up to half a second. */
export async function withFile(folder: FileSystemDirectoryHandle, name: string, work: (file: FileSystemSyncAccessHandle) => Promise<void>): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  const file = await openFile(handle);
  try {
    await work(file);
  } finally {
    file.close();
  }
}

async function openFile(handle: FileSystemFileHandle): Promise<FileSystemSyncAccessHandle> {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    try {
      return await handle.createSyncAccessHandle();
    } catch (error) {
      if ((error as DOMException).name !== 'NoModificationAllowedError' || triesLeft === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

export function readWhole(file: FileSystemSyncAccessHandle): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(file.getSize());
  return bytes.subarray(0, file.read(bytes, { at: 0 }));
}

export function writeWhole(file: FileSystemSyncAccessHandle, bytes: Uint8Array<ArrayBuffer>): void {
  const written = file.write(bytes, { at: 0 });
  if (written !== bytes.length) throw new DOMException(`${written} of ${bytes.length} bytes were written`, 'QuotaExceededError');
  file.flush();
}
