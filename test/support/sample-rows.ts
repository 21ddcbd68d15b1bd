/** Rows for tests of storage: a package, a run and a receipt of one ID belong together, and are made at `NOW_MS`. */
import { deleteDB, openDB } from 'idb';
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import { createMirror, type Mirror } from '../../src/storage/second-copy/mirror.ts';
import { openAccountStorage, type AccountStorage } from '../../src/storage/open-account.ts';
import { StorageError } from '../../src/storage/idb/storage-error.ts';
import { accountDatabase } from '../../src/names.ts';
import { fixturePackage, fixtureReceipt, fixtureRun } from './fixture-rows.ts';

export { createPhotoStore } from '../../src/storage/stores/photo-store.ts';

export const NOW_MS = 1_750_000_000_000;

/** Returns the run of package `pkg-<id>` at beacon `dev-<id>`, with `rcp-<id>` reserved. */
export const sampleRun = (id: string, changes: Partial<Run> = {}): Run =>
  fixtureRun(`dev-${id}`, {
    id,
    packageId: `pkg-${id}`,
    packageToken: 7,
    receiptId: `rcp-${id}`,
    startedAtMs: NOW_MS,
    ...changes,
  });

export const samplePackage = (id: string, changes: Partial<CarriedPackage> = {}): CarriedPackage =>
  fixturePackage(`dev-${id}`, {
    id: `pkg-${id}`,
    token: 7,
    preparedAtMs: NOW_MS,
    fetchedAtMs: NOW_MS,
    ...changes,
  });

/** Returns a waiting receipt with a response of `dev-<id>`; with `reserved`, an empty one. */
export const sampleReceipt = (accountId: string, id: string, changes: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt(`dev-${id}`, {
    id: `rcp-${id}`,
    accountId,
    runId: id,
    responseBase64: btoa(`response of ${id}`),
    token: 7,
    updatedSeconds: NOW_MS / 1000,
    createdAtMs: NOW_MS,
    mirrored: false,
    ...changes,
  });

export const RESERVED: Partial<Receipt> = { responseBase64: '', state: 'reserved' };

export function sampleMirror(accountId: string): Mirror {
  return createMirror({ accountId, trustUrl: (url) => url });
}

interface SampleOptions extends Pick<
  Partial<Parameters<typeof openAccountStorage>[1]>,
  'mirror' | 'comparesLater' | 'account' | 'onTrouble'
> {
  readonly nowMs?: number;
}

export function openSample(
  accountId: string,
  { nowMs = NOW_MS, ...options }: SampleOptions = {},
): Promise<AccountStorage> {
  const mirror = options.mirror === undefined ? sampleMirror(accountId) : options.mirror;
  return openAccountStorage(accountId, {
    newId: () => crypto.randomUUID(),
    localStorage: mirror === null ? null : localStorage,
    keepDeliveredDays: 30,
    onTrouble: reportError,
    ...options,
    nowMs: () => nowMs,
    mirror,
  });
}

/** Does the work with the opened account, and closes it. Returns what the work returned. */
export async function withStorage<T>(
  opening: Promise<AccountStorage>,
  work: (storage: AccountStorage) => Promise<T> | T,
): Promise<T> {
  const storage = await opening;
  try {
    return await work(storage);
  } finally {
    storage.close();
  }
}

/** Returns the error of a call that storage must reject. */
export async function failureOf(call: Promise<unknown>): Promise<StorageError> {
  const failure = await call.then(
    () => 'no failure',
    (error: unknown) => error,
  );
  if (failure instanceof StorageError) return failure;
  throw new Error(`expected a StorageError, not: ${String(failure)}`);
}

/** Commits a receipt as a run does: reserved, then filled, then mirrored and marked. */
export async function commitSample(
  storage: AccountStorage,
  accountId: string,
  id: string,
  changes: Partial<Receipt> = {},
): Promise<Receipt> {
  const receipt = sampleReceipt(accountId, id, changes);
  const run = sampleRun(id);
  await storage.packages.replace(samplePackage(id));
  await storage.runs.begin(run, sampleReceipt(accountId, id, RESERVED));
  await storage.mirror?.reserve(receipt.id);
  await storage.runs.commitResponse(
    { ...run, step: 'receipt', outcome: { kind: 'receipt', receiptId: receipt.id }, endedAtMs: NOW_MS },
    receipt,
    'used',
    { package: samplePackage(id), again: false },
  );
  await storage.mirror?.write(receipt);
  await storage.receipts.put({ ...receipt, mirrored: true });
  return { ...receipt, mirrored: true };
}

/** Returns the stored rows, without using the app's code. */
export async function rawRows(
  accountId: string,
  store: string,
  databaseName = accountDatabase(accountId),
): Promise<Record<string, unknown>[]> {
  const db = await openDB(databaseName);
  const rows = (await db.getAll(store)) as Record<string, unknown>[];
  db.close();
  return rows;
}

export async function putRaw(accountId: string, store: string, row: unknown, key?: string): Promise<void> {
  const db = await openDB(accountDatabase(accountId));
  await db.put(store, row, key);
  db.close();
}

export async function removeRaw(accountId: string, store: string, key: string): Promise<void> {
  const db = await openDB(accountDatabase(accountId));
  await db.delete(store, key);
  db.close();
}

export function removeDatabase(name: string): Promise<void> {
  return deleteDB(name);
}

export async function mirrorFolder(accountId: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return (await root.getDirectoryHandle('fieldkit', { create: true })).getDirectoryHandle(accountId, { create: true });
}

/** Replaces a file's content, as a power cut might leave it. */
export async function overwriteFile(
  accountId: string,
  name: string,
  change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): Promise<void> {
  const handle = await (await mirrorFolder(accountId)).getFileHandle(name);
  const before = new Uint8Array(await (await handle.getFile()).arrayBuffer());
  const stream = await handle.createWritable();
  await stream.write(change(before));
  await stream.close();
}
