/**
 * Room for a second copy that was taken and flushed beforehand and is held open: a run that reserves it, or writes its
 * receipt there, waits for nothing else. It gets the receipt's name afterwards. Used in the mirror's worker only.
 */
import { SUFFIX, exists, fileName, readWhole, writeWhole } from './mirror-files.ts';
import { RESERVED_BYTES, decodeRecord, encodeReservation } from './mirror-record.ts';

interface Room {
  readonly handle: FileSystemFileHandle & Partial<Movable>;
  /** Open, and so locked against the other windows, until the receipt is in it. */
  readonly file: FileSystemSyncAccessHandle;
}

interface Movable {
  move(to: FileSystemDirectoryHandle, name: string): Promise<void>;
}

const SPARE_PREFIX = 'spare-';
/** When a run does not get as far as its second copy, and when it has. Not beside its strict writes: two flushes at once take far longer than one after the other. */
export const TIDY_AFTER_RESERVE_MS = 5000;
export const TIDY_AFTER_WRITE_MS = 500;

/** By receipt id: what was reserved for it, until it has its name. */
const given = new Map<string, Room>();
let naming: Promise<void> = Promise.resolve();
let spare: { readonly folder: FileSystemDirectoryHandle; readonly room: Room } | null = null;
let tidyTimer: ReturnType<typeof setTimeout> | undefined;
let tidying: Promise<void> = Promise.resolve();

export function isSpare(name: string): boolean {
  return name.startsWith(SPARE_PREFIX);
}

/** The spare room for this receipt; false where there is none. A file of the receipt's own is neither asked for nor touched. */
export function giveSpare(folder: FileSystemDirectoryHandle, id: string): boolean {
  if (given.has(id)) return true;
  if (spare?.folder !== folder) return false;
  given.set(id, spare.room);
  spare = null;
  return true;
}

/** Takes room for the next run when nothing has been asked for so long. */
export function tidyIn(folder: FileSystemDirectoryHandle, ms: number): void {
  clearTimeout(tidyTimer);
  tidyTimer = setTimeout(() => {
    // One at a time: two would take two rooms.
    tidying = tidying.then(() => tidy(folder)).catch(() => undefined);
  }, ms);
}

async function tidy(folder: FileSystemDirectoryHandle): Promise<void> {
  // A full disk is said by the reservation itself.
  if (spare === null) spare = { folder, room: await takeRoom(folder) };
}

/** Until every receipt has its name: what is asked of files comes after. */
export function named(): Promise<void> {
  return naming;
}

/** A kill in between is harmless: under the name it has, the copy is found as well. */
async function giveName(folder: FileSystemDirectoryHandle, id: string, room: Room): Promise<void> {
  // Moving would replace a file of that name.
  if (!(await exists(folder, fileName(id)))) await room.handle.move?.(folder, fileName(id));
}

/** What an earlier window has left, or new room. Whoever holds a file open owns it. */
async function takeRoom(folder: FileSystemDirectoryHandle): Promise<Room> {
  for await (const handle of folder.values()) {
    if (handle.kind !== 'file' || !isSpare(handle.name)) continue;
    const file = await handle.createSyncAccessHandle().catch(() => null);
    if (file === null) continue;
    if ((await decodeRecord(readWhole(file))).kind === 'reserved') return openRoom(handle, file);
    file.close();
  }
  const handle = await folder.getFileHandle(`${SPARE_PREFIX}${crypto.randomUUID()}${SUFFIX}`, { create: true });
  return openRoom(handle, await handle.createSyncAccessHandle());
}

function openRoom(handle: FileSystemFileHandle, file: FileSystemSyncAccessHandle): Room {
  try {
    if (file.getSize() < RESERVED_BYTES) writeWhole(file, encodeReservation());
    return { handle, file };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** True when the receipt had room here: it is flushed. */
export function writeIntoRoom(folder: FileSystemDirectoryHandle, id: string, bytes: Uint8Array<ArrayBuffer>): boolean {
  const room = given.get(id);
  if (room === undefined) return false;
  writeWhole(room.file, bytes);
  room.file.close();
  given.delete(id);
  naming = giveName(folder, id, room).catch(() => undefined);
  return true;
}
