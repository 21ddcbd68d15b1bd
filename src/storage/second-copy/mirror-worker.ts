/**
 * Reads and writes the second copies. Runs in a dedicated worker, the only place with synchronous file access and
 * flush.
 */
import { isRecord } from '../../domain/record.ts';
import type { MirrorAnswers, MirrorRequest } from './mirror-messages.ts';
import { decodeRecord, encodeNote, encodeRecord, encodeReservation, type MirrorRecord } from './mirror-record.ts';
import { isReceiptFile, mirrorAccountFolder, MIRROR_FOLDER, MIRROR_TALLY_FILE, receiptFile } from '../../names.ts';
import { answerCalls } from '../worker-calls.ts';

declare const self: DedicatedWorkerGlobalScope;

answerCalls(self, answer);

async function answer(request: MirrorRequest): Promise<MirrorAnswers[keyof MirrorAnswers]> {
  if (request.op === 'probe') return probe();
  try {
    return await answerIn(await folderOf(request.folder), request);
  } catch (error) {
    // The folder was removed since it was opened (site data was cleared): try once more in a new one.
    if ((error as DOMException).name !== 'NotFoundError') throw error;
    folders.delete(request.folder);
    return answerIn(await folderOf(request.folder), request);
  }
}

type FolderRequest = Exclude<MirrorRequest, { readonly op: 'probe' }>;

async function answerIn(
  folder: FileSystemDirectoryHandle,
  request: FolderRequest,
): Promise<MirrorAnswers[keyof MirrorAnswers]> {
  switch (request.op) {
    case 'reserve':
      return enqueue(request, () => reserve(folder, request.id));
    case 'note':
      return enqueue(request, () => note(folder, request.id, request.json));
    case 'release':
      return enqueue(request, () => release(folder, request.id));
    case 'write':
      return enqueue(request, () => write(folder, request));
    case 'readAll':
      return readAll(folder);
    case 'names':
      return (await receiptFiles(folder)).map(({ name }) => name);
    case 'remove':
      return remove(folder, request.names);
    case 'readNote':
      return readNote(folder);
    case 'writeNote':
      return writeNote(folder, request.text);
  }
}

/** Requests for the same file run in the order in which they arrived. */
const queues = new Map<string, Promise<unknown>>();

function enqueue<T>(
  { folder, id }: { readonly folder: string; readonly id: string },
  work: () => Promise<T>,
): Promise<T> {
  const name = `${folder}/${id}`;
  const task = (queues.get(name) ?? Promise.resolve()).then(work, work);
  queues.set(name, task);
  const cleanUp = (): void => void (queues.get(name) === task && queues.delete(name));
  task.then(cleanUp, cleanUp);
  return task;
}

async function probe(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return 'createSyncAccessHandle' in FileSystemFileHandle.prototype;
  } catch {
    // Access is denied, or the browser has no private file system.
    return false;
  }
}

/** Caches the folder handles, because looking them up would delay each second copy. */
const folders = new Map<string, Promise<FileSystemDirectoryHandle>>();

function folderOf(name: string): Promise<FileSystemDirectoryHandle> {
  const handle = folders.get(name) ?? openFolder(name);
  folders.set(name, handle);
  handle.catch(() => folders.delete(name));
  return handle;
}

async function openFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle(MIRROR_FOLDER, { create: true });
  return all.getDirectoryHandle(mirrorAccountFolder(name), { create: true });
}

/** Allocates disk space for the response. A file that already holds a record is not changed. */
async function reserve(folder: FileSystemDirectoryHandle, id: string): Promise<null> {
  await withFile(folder, receiptFile(id), async (file) => {
    const found = await decodeRecord(readWhole(file));
    if (found.kind !== 'reserved') return;
    const bytes = encodeReservation();
    if (found.note !== null) bytes.set(fitting(await encodeNote(found.note), bytes.length));
    writeWhole(file, bytes);
  });
  return null;
}

/** A note that does not fit would be cut off, so the reservation is written without it. */
function fitting(note: Uint8Array<ArrayBuffer>, room: number): Uint8Array<ArrayBuffer> {
  return note.length <= room ? note : new Uint8Array();
}

/**
 * Writes the note without a flush. It only guards against a lost database, and a flush would delay the run's strict
 * writes.
 */
async function note(folder: FileSystemDirectoryHandle, id: string, json: string): Promise<null> {
  const bytes = await encodeNote(json);
  await withFile(folder, receiptFile(id), async (file) => {
    if ((await decodeRecord(readWhole(file))).kind === 'reserved') file.write(bytes, { at: 0 });
  });
  return null;
}

async function release(folder: FileSystemDirectoryHandle, id: string): Promise<null> {
  if (!(await exists(folder, receiptFile(id)))) return null;
  let isFree = false;
  await withFile(folder, receiptFile(id), async (file) => {
    isFree = (await decodeRecord(readWhole(file))).kind === 'reserved';
  });
  return isFree ? remove(folder, [receiptFile(id)]) : null;
}

/** Every browser with private files has it, but TypeScript does not know it. */
interface Movable {
  move(to: FileSystemDirectoryHandle, name: string): Promise<void>;
}

const exists = (folder: FileSystemDirectoryHandle, name: string): Promise<boolean> =>
  folder.getFileHandle(name).then(() => true, isMissing);

/** Ignores a missing file or folder; rethrows every other error. */
function isMissing(error: DOMException): false {
  if (error.name === 'NotFoundError') return false;
  throw error;
}

async function write(
  folder: FileSystemDirectoryHandle,
  { id, json, response, uniqueId }: Extract<MirrorRequest, { op: 'write' }>,
): Promise<null> {
  const name = receiptFile(id);
  const bytes = await encodeRecord(json);
  let isReassigned = false;
  await withFile(folder, name, async (file) => {
    const before = readWhole(file);
    const found = await decodeRecord(before);
    if (found.kind === 'record') {
      // Never overwrite a sound copy of this response: an interruption during the write would lose it.
      const owner = ownerOf(found.json);
      if (owner.responseBase64 === response) {
        isReassigned = owner.uniqueId !== uniqueId;
        return;
      }
      await withFile(folder, receiptFile(`${id}~${await shortSum(before)}`), async (aside) =>
        writeWhole(aside, before),
      );
    }
    writeWhole(file, bytes);
  });
  if (isReassigned) await putInPlace(folder, name, bytes);
  return null;
}

/** Replaces the copy of a receipt that was reassigned to another beacon. At every moment one sound copy exists. */
async function putInPlace(
  folder: FileSystemDirectoryHandle,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const temporary = `given~${name}`;
  await withFile(folder, temporary, async (file) => writeWhole(file, bytes));
  const handle = (await folder.getFileHandle(temporary)) as FileSystemFileHandle & Movable;
  await handle.move(folder, name);
}

async function receiptFiles(folder: FileSystemDirectoryHandle): Promise<FileSystemFileHandle[]> {
  const handles: FileSystemFileHandle[] = [];
  for await (const handle of folder.values()) {
    if (handle.kind === 'file' && isReceiptFile(handle.name)) handles.push(handle);
  }
  return handles;
}

async function readAll(folder: FileSystemDirectoryHandle): Promise<MirrorAnswers['readAll']> {
  // Earlier versions reserved space in this file.
  await folder.removeEntry('spare.room').catch(isMissing);
  return Promise.all(
    (await receiptFiles(folder)).map(async (handle) => {
      try {
        const file = await handle.getFile();
        const record = await decodeRecord(new Uint8Array(await file.arrayBuffer()));
        return { name: handle.name, modifiedMs: file.lastModified, record };
      } catch (error) {
        // The file is being written or cannot be read; the others are still returned.
        const record: MirrorRecord = { kind: 'torn', detail: (error as DOMException).name };
        return { name: handle.name, modifiedMs: Date.now(), record };
      }
    }),
  );
}

async function remove(folder: FileSystemDirectoryHandle, names: readonly string[]): Promise<null> {
  for (const name of names) {
    await folder.removeEntry(name).catch(isMissing);
  }
  return null;
}

async function readNote(folder: FileSystemDirectoryHandle): Promise<string | null> {
  try {
    const handle = await folder.getFileHandle(MIRROR_TALLY_FILE);
    return await (await handle.getFile()).text();
  } catch {
    return null;
  }
}

async function writeNote(folder: FileSystemDirectoryHandle, text: string): Promise<null> {
  await withFile(folder, MIRROR_TALLY_FILE, async (file) => {
    file.truncate(0);
    writeWhole(file, new TextEncoder().encode(text));
  });
  return null;
}

async function withFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  work: (file: FileSystemSyncAccessHandle) => Promise<void>,
): Promise<void> {
  const file = await openFile(folder, name);
  try {
    await work(file);
  } finally {
    file.close();
  }
}

/** Opens the file; retries for up to half a second while another window has it open. */
async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemSyncAccessHandle> {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    try {
      const handle = await folder.getFileHandle(name, { create: true });
      return await handle.createSyncAccessHandle();
    } catch (error) {
      if ((error as DOMException).name !== 'NoModificationAllowedError' || triesLeft === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

function readWhole(file: FileSystemSyncAccessHandle): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(file.getSize());
  file.read(bytes, { at: 0 });
  return bytes;
}

function writeWhole(file: FileSystemSyncAccessHandle, bytes: Uint8Array<ArrayBuffer>): void {
  const written = file.write(bytes, { at: 0 });
  if (written !== bytes.length)
    throw new DOMException(`${written} of ${bytes.length} bytes were written`, 'QuotaExceededError');
  file.flush();
}

function ownerOf(json: string): { readonly responseBase64?: unknown; readonly uniqueId?: unknown } {
  try {
    const copy: unknown = JSON.parse(json);
    return isRecord(copy) ? copy : {};
  } catch {
    return {};
  }
}

async function shortSum(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(sum.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
