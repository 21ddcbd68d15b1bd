import { expect } from '@open-wc/testing';
import type { DBSchema } from 'idb';
import { openDatabase, type Database, type DatabasePlan } from './database.ts';
import { removeDatabase } from '../../../test/support/sample-rows.ts';
import { StorageError, toStorageError } from './storage-error.ts';

interface Notes extends DBSchema {
  notes: { key: string; value: unknown };
}

let name = '';
beforeEach(() => {
  name = `notes-${crypto.randomUUID()}`;
});

function plan(version: number, changes: Partial<DatabasePlan<Notes>> = {}): DatabasePlan<Notes> {
  return {
    name,
    version,
    upgrade(db, oldVersion) {
      if (oldVersion < 1) db.createObjectStore('notes');
      if (oldVersion < 2 && version >= 2) (db as unknown as IDBDatabase).createObjectStore('added');
    },
    ...changes,
  };
}

const put = (database: Database<Notes>, value: unknown, key: string) =>
  database.write(['notes'], (tx) => tx.objectStore('notes').put(value, key));
const get = (database: Database<Notes>, key: string) =>
  database.read(['notes'], (tx) => tx.objectStore('notes').get(key));

describe('a database', () => {
  it('lets a newer version upgrade at once and keeps working', async () => {
    const older = await openDatabase<Notes>(plan(1));
    await put(older, 'before', 'a');
    const newer = await openDatabase<Notes>(plan(2));
    await put(newer, 'after', 'b');
    expect(await get(older, 'b')).to.equal('after');
    await put(older, 'still here', 'c');
    expect(await get(newer, 'a')).to.equal('before');
    expect(await get(newer, 'c')).to.equal('still here');
    older.close();
    newer.close();
  });

  it('finishes running transactions before it closes for an upgrade', async () => {
    const older = await openDatabase<Notes>(plan(1));
    const writes = Array.from({ length: 20 }, (_, index) => put(older, index, `${index}`));
    const newer = await openDatabase<Notes>(plan(2));
    await Promise.all(writes);
    expect(await newer.read(['notes'], (tx) => tx.objectStore('notes').count())).to.equal(20);
    older.close();
    newer.close();
  });

  it('rejects with blocked when another window does not close, and opens once it does', async () => {
    const holder = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('notes');
      request.onsuccess = () => resolve(request.result);
    });
    const failure = await openDatabase<Notes>(plan(2, { blockedAfterMs: 30 })).catch((error: unknown) => error);
    expect((failure as StorageError).code).to.equal('blocked');
    holder.close();
    const database = await openDatabase<Notes>(plan(2));
    await put(database, 1, 'a');
    expect(await get(database, 'a')).to.equal(1);
    database.close();
  });

  it('opens again after it was deleted while open', async () => {
    const database = await openDatabase<Notes>(plan(1));
    await put(database, 1, 'a');
    await removeDatabase(name);
    await put(database, 2, 'b');
    expect(await get(database, 'a')).to.equal(undefined);
    expect(await get(database, 'b')).to.equal(2);
    database.close();
  });

  it('stores all of a transaction or nothing', async () => {
    const database = await openDatabase<Notes>(plan(1));
    let announced = 0;
    database.changes.watch('notes', () => (announced += 1));
    const failure = await database
      .write(['notes'], async (tx) => {
        await tx.objectStore('notes').put(1, 'a');
        throw new Error('changed my mind');
      })
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StorageError);
    const refused = await database
      .write(['notes'], async (tx) => {
        await tx.objectStore('notes').put(1, 'b');
        await tx.objectStore('notes').put(() => undefined, 'c');
      })
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(StorageError);
    expect(await database.read(['notes'], (tx) => tx.objectStore('notes').count())).to.equal(0);
    expect(announced).to.equal(0);
    database.close();
  });

  it('rejects after close', async () => {
    const database = await openDatabase<Notes>(plan(1));
    database.close();
    expect(await get(database, 'a').catch((error: unknown) => error)).to.be.instanceOf(StorageError);
  });
});

describe('toStorageError', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [new DOMException('', 'QuotaExceededError'), 'full'],
    [new DOMException('Internal error. Encountered full disk while opening backing store', 'UnknownError'), 'full'],
    [new DOMException('Internal error.', 'UnknownError'), 'damaged'],
    [new DOMException('', 'NotFoundError'), 'damaged'],
    [new DOMException('', 'VersionError'), 'blocked'],
    [new StorageError('absent', 'kept as it is'), 'absent'],
    [new RangeError('x'), 'unknown'],
    ['a string', 'unknown'],
    [null, 'unknown'],
    [{ name: 5, message: {} }, 'unknown'],
  ];
  for (const [cause, code] of cases) {
    it(`maps ${String(cause)} to ${code}`, () => {
      expect(toStorageError(cause).code).to.equal(code);
    });
  }
});
