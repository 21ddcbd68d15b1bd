/**
 * Reads and writes the second copies. Runs in a dedicated worker, the only place with synchronous file access and
 * flush.
 */
import { hexOf } from '../../domain/hex.ts';
import { isRecord } from '../../domain/record.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { MirrorFunctions } from './mirror-messages.ts';
import { decodeRecord, encodeNote, encodeRecord, encodeReservation, type MirrorRecord } from './mirror-record.ts';
import { isReceiptFile, mirrorAccountFolder, MIRROR_FOLDER, MIRROR_TALLY_FILE, receiptFile } from '../../names.ts';
import { answerCalls } from '../worker-calls.ts';

declare const self: DedicatedWorkerGlobalScope;

type Folder = FileSystemDirectoryHandle;

const functions: MirrorFunctions = {
  probe,
  reserve: (id) => inOrder(id, (folder) => reserve(folder, id)),
  note: (about) => inOrder(about.run.receiptId, (folder) => note(folder, about.run.receiptId, JSON.stringify(about))),
  release: (id) => inOrder(id, (folder) => release(folder, id)),
  write: (receipt) => inOrder(receipt.id, (folder) => write(folder, receipt)),
  readAll: () => inFolder(readAll),
  names: () => inFolder(async (folder) => (await receiptFiles(folder)).map(({ name }) => name)),
  remove: (names) => inFolder((folder) => remove(folder, names)),
  readNote: () => inFolder(readNote),
  writeNote: (text) => inFolder((folder) => writeNote(folder, text)),
};

answerCalls(self, async () => functions);

/** Cached, because looking it up would delay each second copy. */
let opening: Promise<Folder> | null = null;

function ownFolder(): Promise<Folder> {
  opening ??= openFolder();
  opening.catch(() => (opening = null));
  return opening;
}

async function openFolder(): Promise<Folder> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle(MIRROR_FOLDER, { create: true });
  return all.getDirectoryHandle(mirrorAccountFolder(self.name), { create: true });
}

/** Runs `work` in the folder of the account. */
async function inFolder<T>(work: (folder: Folder) => Promise<T>): Promise<T> {
  try {
    return await work(await ownFolder());
  } catch (error) {
    // The folder was removed since it was opened (site data was cleared): try once more in a new one.
    if ((error as DOMException).name !== 'NotFoundError') throw error;
    opening = null;
    return work(await ownFolder());
  }
}

const queues = new Map<string, Promise<unknown>>();

/** Runs `work` after all earlier work on the same receipt. */
function inOrder<T>(id: string, work: (folder: Folder) => Promise<T>): Promise<T> {
  return inFolder((folder) => {
    const start = (): Promise<T> => work(folder);
    const task = (queues.get(id) ?? Promise.resolve()).then(start, start);
    queues.set(id, task);
    const cleanUp = (): void => void (queues.get(id) === task && queues.delete(id));
    task.then(cleanUp, cleanUp);
    return task;
  });
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

/** Allocates disk space for the response. A file that already holds a record is not changed. */
async function reserve(folder: Folder, id: string): Promise<void> {
  await withFile(folder, receiptFile(id), async (file) => {
    const found = await decodeRecord(readWhole(file));
    if (found.kind !== 'reserved') return;
    const bytes = encodeReservation();
    if (found.note !== null) bytes.set(fitting(await encodeNote(found.note), bytes.length));
    writeWhole(file, bytes);
  });
}

/** A note that does not fit would be cut off, so the reservation is written without it. */
function fitting(note: Uint8Array<ArrayBuffer>, room: number): Uint8Array<ArrayBuffer> {
  return note.length <= room ? note : new Uint8Array();
}

/**
 * Writes the note without a flush. It only guards against a lost database, and a flush would delay the run's strict
 * writes.
 */
async function note(folder: Folder, id: string, json: string): Promise<void> {
  const bytes = await encodeNote(json);
  await withFile(folder, receiptFile(id), async (file) => {
    if ((await decodeRecord(readWhole(file))).kind === 'reserved') file.write(bytes, { at: 0 });
  });
}

async function release(folder: Folder, id: string): Promise<void> {
  if (!(await exists(folder, receiptFile(id)))) return;
  let isFree = false;
  await withFile(folder, receiptFile(id), async (file) => {
    isFree = (await decodeRecord(readWhole(file))).kind === 'reserved';
  });
  if (isFree) await remove(folder, [receiptFile(id)]);
}

/** Every browser with private files has it, but TypeScript does not know it. */
interface Movable {
  move(to: Folder, name: string): Promise<void>;
}

const exists = (folder: Folder, name: string): Promise<boolean> =>
  folder.getFileHandle(name).then(() => true, isMissing);

/** Ignores a missing file or folder; rethrows every other error. */
function isMissing(error: DOMException): false {
  if (error.name === 'NotFoundError') return false;
  throw error;
}

async function write(folder: Folder, receipt: Receipt): Promise<void> {
  const { id, responseBase64, uniqueId } = receipt;
  const name = receiptFile(id);
  // The file is the second copy, so the receipt in it is marked as mirrored.
  const bytes = await encodeRecord(JSON.stringify({ ...receipt, mirrored: true }));
  let isReassigned = false;
  await withFile(folder, name, async (file) => {
    const before = readWhole(file);
    const found = await decodeRecord(before);
    if (found.kind === 'record') {
      // Never overwrite a sound copy of this response: an interruption during the write would lose it.
      const owner = ownerOf(found.json);
      if (owner.responseBase64 === responseBase64) {
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
}

/** Replaces the copy of a receipt that was reassigned to another beacon. At every moment one sound copy exists. */
async function putInPlace(folder: Folder, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const temporary = `given~${name}`;
  await withFile(folder, temporary, async (file) => writeWhole(file, bytes));
  const handle = (await folder.getFileHandle(temporary)) as FileSystemFileHandle & Movable;
  await handle.move(folder, name);
}

async function receiptFiles(folder: Folder): Promise<FileSystemFileHandle[]> {
  const handles: FileSystemFileHandle[] = [];
  for await (const handle of folder.values()) {
    if (handle.kind === 'file' && isReceiptFile(handle.name)) handles.push(handle);
  }
  return handles;
}

async function readAll(folder: Folder): ReturnType<MirrorFunctions['readAll']> {
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

async function remove(folder: Folder, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await folder.removeEntry(name).catch(isMissing);
  }
}

async function readNote(folder: Folder): Promise<string | null> {
  try {
    const handle = await folder.getFileHandle(MIRROR_TALLY_FILE);
    return await (await handle.getFile()).text();
  } catch {
    return null;
  }
}

async function writeNote(folder: Folder, text: string): Promise<void> {
  await withFile(folder, MIRROR_TALLY_FILE, async (file) => {
    file.truncate(0);
    writeWhole(file, new TextEncoder().encode(text));
  });
}

async function withFile(
  folder: Folder,
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
async function openFile(folder: Folder, name: string): Promise<FileSystemSyncAccessHandle> {
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
  return hexOf(sum.subarray(0, 8));
}
