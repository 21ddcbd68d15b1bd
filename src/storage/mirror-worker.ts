/** Runs in a dedicated worker, where alone a file can be written and flushed to the disk before we go on. */
import { SUFFIX, fileName, readWhole, withFile, writeWhole } from './mirror-files.ts';
import type { MirrorAnswers, MirrorCall, MirrorReply, MirrorRequest } from './mirror-messages.ts';
import { decodeRecord, encodeRecord, encodeReservation, type MirrorRecord } from './mirror-record.ts';
import { TIDY_AFTER_RESERVE_MS, TIDY_AFTER_WRITE_MS, giveSpare, isSpare, named, tidyIn, writeIntoRoom } from './mirror-room.ts';

declare const self: DedicatedWorkerGlobalScope;

const NOTE_NAME = 'tally.json';

self.addEventListener('message', (event: MessageEvent<MirrorCall>) => {
  const { call, request } = event.data;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no target
  const reply = (message: MirrorReply) => self.postMessage(message);
  answer(request).then(
    (result) => reply({ call, answer: result }),
    (error: DOMException) => reply({ call, error: { name: error.name, message: error.message } }),
  );
});

async function answer(request: MirrorRequest): Promise<MirrorAnswers[keyof MirrorAnswers]> {
  if (request.op === 'probe') return probe();
  await named();
  const known = folders.get(request.folder);
  try {
    return await answerIn(await folderOf(request.folder), request);
  } catch (error) {
    // The folder went from under us (storage was cleared): once more in a new one.
    if (known === undefined || (error as DOMException).name !== 'NotFoundError') throw error;
    folders.delete(request.folder);
    return answerIn(await folderOf(request.folder), request);
  }
}

type FolderRequest = Exclude<MirrorRequest, { readonly op: 'probe' }>;

async function answerIn(folder: FileSystemDirectoryHandle, request: FolderRequest): Promise<MirrorAnswers[keyof MirrorAnswers]> {
  switch (request.op) {
    case 'reserve':
      return reserve(folder, request.id);
    case 'write':
      return write(folder, request.id, request.json, request.response);
    case 'readAll':
      return readAll(folder);
    case 'remove':
      return remove(folder, request.names);
    case 'readNote':
      return readNote(folder);
    case 'writeNote':
      return writeNote(folder, request.text);
  }
}

async function probe(): Promise<boolean> {
  if (typeof navigator.storage?.getDirectory !== 'function') return false;
  if (typeof FileSystemFileHandle === 'undefined' || !('createSyncAccessHandle' in FileSystemFileHandle.prototype)) return false;
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}

/** Found once: on the way to a receipt's second copy every call counts. */
const folders = new Map<string, Promise<FileSystemDirectoryHandle>>();

function folderOf(name: string): Promise<FileSystemDirectoryHandle> {
  const found = folders.get(name) ?? openFolder(name);
  folders.set(name, found);
  found.catch(() => folders.delete(name));
  return found;
}

async function openFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle('fieldkit', { create: true });
  return all.getDirectoryHandle(encodeURIComponent(name), { create: true });
}

/** Takes the room on the disk. A file that holds a record already is left as it is. */
async function reserve(folder: FileSystemDirectoryHandle, id: string): Promise<null> {
  const name = fileName(id);
  if (!giveSpare(folder, id)) {
    await withFile(folder, name, async (file) => {
      const found = await decodeRecord(readWhole(file));
      if (found.kind === 'reserved') writeWhole(file, encodeReservation());
    });
  }
  tidyIn(folder, TIDY_AFTER_RESERVE_MS);
  return null;
}

async function write(folder: FileSystemDirectoryHandle, id: string, json: string, response: string): Promise<null> {
  // Everything that takes time is done before the file is opened.
  const bytes = await encodeRecord(json);
  if (!writeIntoRoom(folder, id, bytes)) await withFile(folder, fileName(id), (file) => fill(folder, id, file, bytes, json, response));
  tidyIn(folder, TIDY_AFTER_WRITE_MS);
  return null;
}

async function fill(
  folder: FileSystemDirectoryHandle, id: string, file: FileSystemSyncAccessHandle, bytes: Uint8Array<ArrayBuffer>, json: string, response: string,
): Promise<void> {
  const before = readWhole(file);
  const found = await decodeRecord(before);
  if (found.kind === 'record') {
    // A sound copy of this response is never written over: being cut off in that would cost it.
    if (found.json === json || responseOf(found.json) === response) return;
    await withFile(folder, `${encodeURIComponent(id)}~${await shortSum(before)}${SUFFIX}`, async (aside) => writeWhole(aside, before));
  }
  writeWhole(file, bytes);
}

async function readAll(folder: FileSystemDirectoryHandle): Promise<MirrorAnswers['readAll']> {
  // Asked for at every start: the time to take room for the first run.
  tidyIn(folder, 0);
  const handles: FileSystemFileHandle[] = [];
  for await (const handle of folder.values()) {
    if (handle.kind === 'file' && handle.name.endsWith(SUFFIX)) handles.push(handle as FileSystemFileHandle);
  }
  const files = await Promise.all(
    handles.map(async (handle) => {
      try {
        const file = await handle.getFile();
        const record = await decodeRecord(new Uint8Array(await file.arrayBuffer()));
        return { name: handle.name, modifiedMs: file.lastModified, record };
      } catch (error) {
        // Being written just now, or unreadable: the others are read all the same.
        const record: MirrorRecord = isSpare(handle.name) ? { kind: 'reserved' } : { kind: 'torn', detail: (error as DOMException).name };
        return { name: handle.name, modifiedMs: Date.now(), record };
      }
    }),
  );
  // Room that nobody has asked for is this worker's own affair.
  return files.filter(({ name, record }) => !isSpare(name) || record.kind !== 'reserved');
}

async function remove(folder: FileSystemDirectoryHandle, names: readonly string[]): Promise<null> {
  for (const name of names) {
    await folder.removeEntry(name).catch((error: DOMException) => {
      if (error.name !== 'NotFoundError') throw error;
    });
  }
  return null;
}

async function readNote(folder: FileSystemDirectoryHandle): Promise<string | null> {
  try {
    const handle = await folder.getFileHandle(NOTE_NAME);
    return await (await handle.getFile()).text();
  } catch {
    return null;
  }
}

async function writeNote(folder: FileSystemDirectoryHandle, text: string): Promise<null> {
  await withFile(folder, NOTE_NAME, async (file) => {
    file.truncate(0);
    writeWhole(file, new TextEncoder().encode(text));
  });
  return null;
}

function responseOf(json: string): unknown {
  try {
    return (JSON.parse(json) as { responseBase64?: unknown }).responseBase64;
  } catch {
    return undefined;
  }
}

async function shortSum(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(sum.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
