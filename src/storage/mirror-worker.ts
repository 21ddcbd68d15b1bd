/** Runs in a dedicated worker, where alone a file can be written and flushed to the disk before we go on. */
import type { MirrorAnswers, MirrorCall, MirrorReply, MirrorRequest } from './mirror-messages.ts';
import { decodeRecord, encodeRecord, encodeReservation, type MirrorRecord } from './mirror-record.ts';

declare const self: DedicatedWorkerGlobalScope;

const NOTE_NAME = 'tally.json';
const SUFFIX = '.receipt';

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

function fileName(id: string): string {
  return encodeURIComponent(id) + SUFFIX;
}

/** Takes the room on the disk. A file that holds a record already is left as it is. */
async function reserve(folder: FileSystemDirectoryHandle, id: string): Promise<null> {
  const name = fileName(id);
  if (!(await takeSpare(folder, name))) {
    await withFile(folder, name, async (file) => {
      const found = await decodeRecord(readWhole(file));
      if (found.kind === 'reserved') writeWhole(file, encodeReservation());
    });
  }
  spareIn(folder, SPARE_AFTER_RESERVE_MS);
  return null;
}

/** Room that was taken and flushed beforehand, so that a run need not wait for it; one a folder, for the first who asks. */
const SPARE_NAME = 'spare.room';

interface Movable {
  move(to: FileSystemDirectoryHandle, name: string): Promise<void>;
}

/** The spare room that this worker has made in a folder. */
const spares = new WeakMap<FileSystemDirectoryHandle, FileSystemFileHandle & Movable>();

async function takeSpare(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  const spare = spares.get(folder);
  spares.delete(folder);
  try {
    // Moving would replace a file of that name.
    if (spare === undefined || (await exists(folder, name))) return false;
    await spare.move(folder, name);
    return true;
  } catch {
    // Another window has taken it, or this browser cannot move files: room is taken on the spot.
    return false;
  }
}

/** When a run does not get as far as its second copy, and when it has. */
const SPARE_AFTER_RESERVE_MS = 5000;
const SPARE_AFTER_WRITE_MS = 500;
let spareTimer: ReturnType<typeof setTimeout> | undefined;

/** Not beside the strict writes of a run: two flushes at once take far longer than one after the other. */
function spareIn(folder: FileSystemDirectoryHandle, ms: number): void {
  clearTimeout(spareTimer);
  spareTimer = setTimeout(() => void makeSpare(folder), ms);
}

async function makeSpare(folder: FileSystemDirectoryHandle): Promise<void> {
  if (spares.has(folder) || !('move' in FileSystemFileHandle.prototype)) return;
  try {
    await withFile(folder, SPARE_NAME, async (file) => writeWhole(file, encodeReservation()));
    spares.set(folder, (await folder.getFileHandle(SPARE_NAME)) as FileSystemFileHandle & Movable);
  } catch {
    // A full disk is said by the reservation itself.
  }
}

async function exists(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  return folder.getFileHandle(name).then(
    () => true,
    (error: DOMException) => {
      if (error.name === 'NotFoundError') return false;
      throw error;
    },
  );
}

async function write(folder: FileSystemDirectoryHandle, id: string, json: string, response: string): Promise<null> {
  // Everything that takes time is done before the file is opened.
  const bytes = await encodeRecord(json);
  await withFile(folder, fileName(id), async (file) => {
    const before = readWhole(file);
    const found = await decodeRecord(before);
    if (found.kind === 'record') {
      // A sound copy of this response is never written over: being cut off in that would cost it.
      if (found.json === json || responseOf(found.json) === response) return;
      await withFile(folder, `${encodeURIComponent(id)}~${await shortSum(before)}${SUFFIX}`, async (aside) => writeWhole(aside, before));
    }
    writeWhole(file, bytes);
  });
  spareIn(folder, SPARE_AFTER_WRITE_MS);
  return null;
}

async function readAll(folder: FileSystemDirectoryHandle): Promise<MirrorAnswers['readAll']> {
  // Asked for at every start: the time to take room for the first run.
  spareIn(folder, 0);
  const handles: FileSystemFileHandle[] = [];
  for await (const handle of folder.values()) {
    if (handle.kind === 'file' && handle.name.endsWith(SUFFIX)) handles.push(handle as FileSystemFileHandle);
  }
  return Promise.all(
    handles.map(async (handle) => {
      try {
        const file = await handle.getFile();
        const record = await decodeRecord(new Uint8Array(await file.arrayBuffer()));
        return { name: handle.name, modifiedMs: file.lastModified, record };
      } catch (error) {
        // Being written just now, or unreadable: the others are read all the same.
        const record: MirrorRecord = { kind: 'torn', detail: (error as DOMException).name };
        return { name: handle.name, modifiedMs: Date.now(), record };
      }
    }),
  );
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

/** Another window may hold the file for a moment: waits for it up to half a second. */
async function withFile(folder: FileSystemDirectoryHandle, name: string, work: (file: FileSystemSyncAccessHandle) => Promise<void>): Promise<void> {
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

function readWhole(file: FileSystemSyncAccessHandle): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(file.getSize());
  return bytes.subarray(0, file.read(bytes, { at: 0 }));
}

function writeWhole(file: FileSystemSyncAccessHandle, bytes: Uint8Array<ArrayBuffer>): void {
  const written = file.write(bytes, { at: 0 });
  if (written !== bytes.length) throw new DOMException(`${written} of ${bytes.length} bytes were written`, 'QuotaExceededError');
  file.flush();
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
