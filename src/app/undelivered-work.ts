/**
 * Reads what an account stores before it is signed out, removed or connected again: its undelivered work and the access
 * levels of its devices. Loaded on the first of these actions.
 */
import type { Account } from '../domain/account.ts';
import { NO_WORK, undeliveredWork, type UndeliveredWork } from '../domain/undelivered-work.ts';
import { accountDatabase } from '../names.ts';
import { openAccountStorage, type AccountStorage } from '../storage/open-account.ts';
import { createPhotoStore } from '../storage/stores/photo-store.ts';
import type { Surroundings } from './environment.ts';

interface StoredParts extends Pick<Surroundings, 'clock' | 'newId' | 'onTrouble'> {
  readonly account: Account;
  /** The storage of the account while it is open, else null. */
  readonly storage: AccountStorage | null;
}

/** Counts the work that exists only on this phone. */
export function countWork(parts: StoredParts): Promise<UndeliveredWork> {
  return readStored(parts, NO_WORK, async (storage) => {
    const [rows, runRows, editRows, { jobs, tasks }, photos, templates] = await Promise.all([
      storage.receipts.all(),
      storage.runs.all(),
      storage.edits.all(),
      storage.jobs.all(),
      createPhotoStore(parts.account.id, storage.tryRoom).count(),
      storage.templates.all(),
    ]);
    return undeliveredWork(rows, runRows, editRows, { jobs, tasks, photos, templates: [...templates.values()] });
  });
}

/** Returns the access level of each stored device. */
export function savedAccess(parts: StoredParts): Promise<ReadonlyMap<string, string | null>> {
  return readStored(
    parts,
    new Map(),
    async ({ devices }) => new Map((await devices.all()).map(({ uniqueId, access }) => [uniqueId, access])),
  );
}

/** Reads the storage of an account, which is opened for it if needed. `withoutStorage`: it has none on this phone. */
export async function readStored<T>(
  { account, storage, clock, newId, onTrouble }: StoredParts,
  withoutStorage: T,
  read: (storage: AccountStorage) => Promise<T>,
): Promise<T> {
  if (storage !== null) return read(storage);
  // Check first whether the database exists. Opening it would create it again after another window has removed the
  // account.
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  if (!names.some((name) => name.startsWith(accountDatabase(account.id)))) return withoutStorage;
  const opened = await openAccountStorage(account.id, {
    nowMs: clock.nowMs,
    newId,
    mirror: null,
    localStorage: null,
    keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
    onTrouble,
  });
  try {
    return await read(opened);
  } finally {
    opened.close();
  }
}
