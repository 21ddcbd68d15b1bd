/** Runs in a dedicated worker, where alone a file can be written and flushed to the disk before we go on. */
import type { MirrorAnswers, MirrorRequest } from './mirror-messages.ts';
import { decodeRecord, encodeNote, encodeRecord, encodeReservation, type MirrorRecord } from './mirror-record.ts';
import { isReceiptFile, mirrorAccountFolder, MIRROR_FOLDER, MIRROR_TALLY_FILE, receiptFile } from '../../names.ts';
import { answerCalls } from '../worker-calls.ts';

declare const self: DedicatedWorkerGlobalScope;

answerCalls(self, answer);

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

async function answerIn(
  folder: FileSystemDirectoryHandle,
  request: FolderRequest,
): Promise<MirrorAnswers[keyof MirrorAnswers]> {
  switch (request.op) {
    case 'reserve':
      return inTurn(request, () => reserve(folder, request.id));
    case 'note':
      return inTurn(request, () => note(folder, request.id, request.json));
    case 'release':
      return inTurn(request, () => release(folder, request.id));
    case 'write':
      return inTurn(request, () => write(folder, request));
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

/** What is asked of one file is done in the order in which it was asked. */
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(
  { folder, id }: { readonly folder: string; readonly id: string },
  work: () => Promise<T>,
): Promise<T> {
  const name = `${folder}/${id}`;
  const mine = (turns.get(name) ?? Promise.resolve()).then(work, work);
  turns.set(name, mine);
  const over = (): void => void (turns.get(name) === mine && turns.delete(name));
  mine.then(over, over);
  return mine;
}

async function probe(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return 'createSyncAccessHandle' in FileSystemFileHandle.prototype;
  } catch {
    // Not allowed, or there is no such thing here at all.
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
  const all = await root.getDirectoryHandle(MIRROR_FOLDER, { create: true });
  return all.getDirectoryHandle(mirrorAccountFolder(name), { create: true });
}

/** Takes the room on the disk. A file that holds a record already is left as it is. */
async function reserve(folder: FileSystemDirectoryHandle, id: string): Promise<null> {
  const name = receiptFile(id);
  if (!(await takeSpare(folder, name))) {
    await withFile(folder, name, async (file) => {
      const found = await decodeRecord(readWhole(file));
      if (found.kind !== 'reserved') return;
      const bytes = encodeReservation();
      if (found.note !== null) bytes.set(fitting(await encodeNote(found.note), bytes.length));
      writeWhole(file, bytes);
    });
  }
  spareIn(folder, SPARE_AFTER_RESERVE_MS);
  return null;
}

/** A note that does not fit would be cut off: then the reservation goes without. */
function fitting(note: Uint8Array<ArrayBuffer>, room: number): Uint8Array<ArrayBuffer> {
  return note.length <= room ? note : new Uint8Array();
}

/** Not flushed: it guards against a lost database, and a flush would stand in the way of the run's strict writes. */
async function note(folder: FileSystemDirectoryHandle, id: string, json: string): Promise<null> {
  const bytes = await encodeNote(json);
  const work = async (file: FileSystemSyncAccessHandle): Promise<void> => {
    if (!noted.has(file) && (await decodeRecord(readWhole(file))).kind !== 'reserved') return;
    file.write(bytes, { at: 0 });
    noted.add(file);
  };
  await withFile(folder, receiptFile(id), work, HOLD_AFTER_NOTE_MS);
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
    reservedIn(folder).set(name, spare);
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

const exists = (folder: FileSystemDirectoryHandle, name: string): Promise<boolean> =>
  folder.getFileHandle(name).then(() => true, isGone);

/** What is not there is no trouble. */
function isGone(error: DOMException): false {
  if (error.name === 'NotFoundError') return false;
  throw error;
}

async function write(
  folder: FileSystemDirectoryHandle,
  { id, json, response, uniqueId }: Extract<MirrorRequest, { op: 'write' }>,
): Promise<null> {
  const encoding = encodeRecord(json);
  let isGiven = false;
  const work = async (file: FileSystemSyncAccessHandle): Promise<void> => {
    const bytes = await encoding;
    if (noted.delete(file)) return writeWhole(file, bytes);
    const before = readWhole(file);
    const found = await decodeRecord(before);
    if (found.kind === 'record') {
      // A sound copy of this response is never written over: being cut off in that would cost it.
      const known = ownerOf(found.json);
      isGiven = known.responseBase64 === response && known.uniqueId !== uniqueId;
      if (found.json === json || known.responseBase64 === response) return;
      await withFile(folder, receiptFile(`${id}~${await shortSum(before)}`), async (aside) =>
        writeWhole(aside, before),
      );
    }
    writeWhole(file, bytes);
  };
  // What is written is on the disk by then: to close the file has time until the answer is given.
  await withFile(folder, receiptFile(id), work, 0);
  reservedIn(folder).delete(receiptFile(id));
  if (isGiven) {
    takeHeld(receiptFile(id))?.close();
    await putInPlace(folder, receiptFile(id), await encoding);
  }
  spareIn(folder, SPARE_AFTER_WRITE_MS);
  return null;
}

/** The receipt is another beacon's now: one sound copy or the other is there at any moment. */
async function putInPlace(
  folder: FileSystemDirectoryHandle,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const beside = `given~${name}`;
  await withFile(folder, beside, async (file) => {
    file.truncate(0);
    writeWhole(file, bytes);
  });
  const handle = (await folder.getFileHandle(beside)) as FileSystemFileHandle & Partial<Movable>;
  if (handle.move !== undefined) return handle.move(folder, name);
  await withFile(folder, name, async (file) => writeWhole(file, bytes));
  await remove(folder, [beside]);
}

async function readAll(folder: FileSystemDirectoryHandle): Promise<MirrorAnswers['readAll']> {
  // Asked for at every start: the time to take room for the first run.
  spareIn(folder, 0);
  const handles: FileSystemFileHandle[] = [];
  for await (const handle of folder.values()) {
    if (handle.kind === 'file' && isReceiptFile(handle.name)) handles.push(handle);
  }
  return Promise.all(
    handles.map(async (handle) => {
      try {
        const file = await handle.getFile();
        const record = await decodeRecord(new Uint8Array(await file.arrayBuffer()));
        return { name: handle.name, modifiedMs: file.lastModified, record };
      } catch (error) {
        // Being written just now, or unreadable: the others are read anyway.
        const record: MirrorRecord = { kind: 'torn', detail: (error as DOMException).name };
        return { name: handle.name, modifiedMs: Date.now(), record };
      }
    }),
  );
}

async function remove(folder: FileSystemDirectoryHandle, names: readonly string[]): Promise<null> {
  for (const name of names) {
    takeHeld(name)?.close();
    reservedIn(folder).delete(name);
    await folder.removeEntry(name).catch(isGone);
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

/** Files that were reserved here and are not filled yet: on the way to a receipt's second copy every call counts. */
const reservations = new WeakMap<FileSystemDirectoryHandle, Map<string, FileSystemFileHandle>>();

function reservedIn(folder: FileSystemDirectoryHandle): Map<string, FileSystemFileHandle> {
  const known = reservations.get(folder) ?? new Map<string, FileSystemFileHandle>();
  reservations.set(folder, known);
  return known;
}

/** The file is closed afterwards; with `holdMs` it stays open that long for whoever asks for it here, where all went well. */
async function withFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  work: (file: FileSystemSyncAccessHandle) => Promise<void>,
  holdMs?: number,
): Promise<void> {
  const left = takeHeld(name);
  // One that is open may have been removed with all that the site stores. Where that cannot be found out it is opened anew.
  const isThere = left === undefined || exists(folder, name).catch(() => false);
  const file = left ?? (await openFile(folder, name));
  try {
    await work(file);
  } catch (error) {
    file.close();
    throw error;
  }
  if (!(await isThere)) {
    file.close();
    await withFile(folder, name, work, holdMs);
  } else if (holdMs === undefined) file.close();
  else hold(name, file, holdMs);
}

/** Shorter than another window waits for a file. */
const HOLD_AFTER_NOTE_MS = 400;

/** Files that are left open for what comes next: to open one takes longer than to write and flush it. */
const held = new Map<string, { file: FileSystemSyncAccessHandle; timer: ReturnType<typeof setTimeout> }>();

/** Those of them that hold a note of ours and no more: while a file is open here nobody else can write to it. */
const noted = new WeakSet<FileSystemSyncAccessHandle>();

function hold(name: string, file: FileSystemSyncAccessHandle, ms: number): void {
  held.set(name, { file, timer: setTimeout(() => takeHeld(name)?.close(), ms) });
}

/** It is the caller's to close. */
function takeHeld(name: string): FileSystemSyncAccessHandle | undefined {
  const left = held.get(name);
  clearTimeout(left?.timer);
  held.delete(name);
  return left?.file;
}

/** Another window may hold the file for a moment, which is waited for up to half a second, or have removed it. */
async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemSyncAccessHandle> {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    const reserved = reservedIn(folder).get(name);
    try {
      const handle = reserved ?? (await folder.getFileHandle(name, { create: true }));
      return await handle.createSyncAccessHandle();
    } catch (error) {
      const isHeld = (error as DOMException).name === 'NoModificationAllowedError';
      if (!isHeld && reserved !== undefined) reservedIn(folder).delete(name);
      else if (!isHeld || triesLeft === 0) throw error;
      else await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

function readWhole(file: FileSystemSyncAccessHandle): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(file.getSize());
  return bytes.subarray(0, file.read(bytes, { at: 0 }));
}

function writeWhole(file: FileSystemSyncAccessHandle, bytes: Uint8Array<ArrayBuffer>): void {
  const written = file.write(bytes, { at: 0 });
  if (written !== bytes.length)
    throw new DOMException(`${written} of ${bytes.length} bytes were written`, 'QuotaExceededError');
  file.flush();
}

function ownerOf(json: string): { readonly responseBase64?: unknown; readonly uniqueId?: unknown } {
  try {
    return JSON.parse(json) as { responseBase64?: unknown; uniqueId?: unknown };
  } catch {
    return {};
  }
}

async function shortSum(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(sum.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
