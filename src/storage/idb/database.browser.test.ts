import { expect } from '@open-wc/testing';
import { unwrap, type DBSchema } from 'idb';
import { openDatabase, type Database, type DatabasePlan } from './database.ts';
import { removeDatabase } from '../../../test/support/sample-rows.ts';
import { nextTurn } from '../../../test/support/until.ts';
import { StorageError } from './storage-error.ts';

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

/** Returns the browser's own object, which the next transaction uses as well. */
const connectionOf = (database: Database<Notes>): Promise<IDBDatabase> =>
  database.read(['notes'], async (tx) => unwrap(tx.db));

/** Opens a connection that does not close when another version asks for it. */
function openHolder(): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('notes');
    request.onsuccess = () => resolve(request.result);
  });
}

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
    const holder = await openHolder();
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

  it('stores nothing more of a transaction once it has rejected, and says what failed', async () => {
    const database = await openDatabase<Notes>(plan(1));
    let hasEnded = false;
    const failure = await database
      .write(['notes'], async (tx) => {
        void tx.done.catch(() => (hasEnded = true));
        await tx.objectStore('notes').put(1, 'a');
        throw new DOMException('no room', 'QuotaExceededError');
      })
      .catch((error: unknown) => error);
    expect((failure as StorageError).code).to.equal('full');
    expect(hasEnded).to.equal(true);
    database.close();
  });

  it('rejects when a request failed that nobody has awaited', async () => {
    const database = await openDatabase<Notes>(plan(1));
    await put(database, 1, 'a');
    let announced = 0;
    database.changes.watch('notes', () => (announced += 1));
    const refused = await database
      .write(['notes'], async (tx) => {
        void tx
          .objectStore('notes')
          .add(2, 'a')
          .catch(() => undefined);
      })
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(StorageError);
    const unhandled: unknown[] = [];
    const onUnhandled = (event: PromiseRejectionEvent): void => void unhandled.push(event.reason);
    window.addEventListener('unhandledrejection', onUnhandled);
    const late = await database
      .write(['notes'], async (tx) => {
        await tx
          .objectStore('notes')
          .add(2, 'a')
          .catch(() => undefined);
        // Is read once the failed request has aborted the transaction.
        await get(database, 'a');
        throw new Error('and something else');
      })
      .catch((error: unknown) => error);
    expect((late as StorageError).message).to.match(/^ConstraintError/);
    window.removeEventListener('unhandledrejection', onUnhandled);
    expect(unhandled, 'the failure is reported once').to.deep.equal([]);
    const atOnce = await database
      .writeAtOnce(['notes'], (tx) => [tx.objectStore('notes').put(3, 'b'), tx.objectStore('notes').add(2, 'a')])
      .catch((error: unknown) => error);
    expect(atOnce).to.be.instanceOf(StorageError);
    expect(await get(database, 'b')).to.equal(undefined);
    expect(announced).to.equal(0);
    database.close();
  });

  it('commits what is written at once in the same turn, and then notifies', async () => {
    const database = await openDatabase<Notes>(plan(1));
    const announced: (readonly string[] | null)[] = [];
    database.changes.watch('notes', (ids) => announced.push(ids));
    let tooLate: unknown;
    await database.writeAtOnce(
      ['notes'],
      (tx) => {
        const notes = tx.objectStore('notes');
        void Promise.resolve()
          .then(() => notes.put(2, 'b'))
          .catch((error: unknown) => (tooLate = error));
        return [notes.put(1, 'a')];
      },
      'relaxed',
      { notes: ['a'] },
    );
    expect(tooLate).to.be.instanceOf(DOMException);
    expect(announced).to.deep.equal([['a']]);
    expect(await get(database, 'a')).to.equal(1);
    database.close();
  });

  it('is written to the disk before a write ends, unless the caller needs less', async () => {
    const database = await openDatabase<Notes>(plan(1));
    const asked: string[] = [];
    await database.write(['notes'], async (tx) => asked.push(tx.durability));
    await database.write(['notes'], async (tx) => asked.push(tx.durability), 'relaxed');
    await database.writeAtOnce(['notes'], (tx) => [Promise.resolve(asked.push(tx.durability))]);
    await database.writeAtOnce(['notes'], (tx) => [Promise.resolve(asked.push(tx.durability))], 'relaxed');
    expect(asked).to.deep.equal(['strict', 'relaxed', 'strict', 'relaxed']);
    database.close();
  });

  for (const name of ['AbortError', 'UnknownError'])
    it(`tries again, a limited number of times, after the browser aborted a transaction (${name})`, async () => {
      const database = await openDatabase<Notes>(plan(1));
      const connections = new Set<unknown>();
      let [tries, cutOff] = [0, 0];
      const stop = database.whenCutOff(() => (cutOff += 1));
      const write = (aborts: number) =>
        database.write(['notes'], async (tx) => {
          connections.add(tx.db);
          tries += 1;
          await tx.objectStore('notes').put(tries, 'a');
          if (tries <= aborts) throw new DOMException('as if', name);
        });
      await write(4);
      expect([tries, cutOff, connections.size]).to.deep.equal([5, 4, 5]);
      expect(await get(database, 'a')).to.equal(5);
      stop();
      tries = 0;
      const failure = await write(100).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(StorageError);
      expect([tries, cutOff]).to.deep.equal([5, 4]);
      expect(await get(database, 'a')).to.equal(5);
      database.close();
    });

  it('does not try again what fails for another reason, or after it was closed', async () => {
    const database = await openDatabase<Notes>(plan(1));
    let [tries, cutOff] = [0, 0];
    database.whenCutOff(() => (cutOff += 1));
    for (const error of [
      new DOMException('', 'ConstraintError'),
      new DOMException('', 'QuotaExceededError'),
      Object.assign(new Error('not of the browser'), { name: 'AbortError' }),
    ]) {
      tries = 0;
      const failure = await database
        .write(['notes'], async () => {
          tries += 1;
          throw error;
        })
        .catch((thrown: unknown) => thrown);
      expect(failure).to.be.instanceOf(StorageError);
      expect(tries, error.name).to.equal(1);
    }
    tries = 0;
    await database
      .read(['notes'], async () => {
        tries += 1;
        database.close();
        throw new DOMException('', 'AbortError');
      })
      .catch(() => undefined);
    expect([tries, cutOff]).to.deep.equal([1, 0]);
  });

  it('rejects for a store that it does not have, and keeps its connection', async () => {
    const database = await openDatabase<Notes>(plan(1));
    const connection = await connectionOf(database);
    const failure = await database.read(['absent' as 'notes'], async () => 1).catch((error: unknown) => error);
    expect((failure as StorageError).code).to.equal('damaged');
    expect(await connectionOf(database)).to.equal(connection);
    database.close();
  });

  it('opens one connection, and another one only after the browser has closed it', async () => {
    const database = await openDatabase<Notes>(plan(1));
    let cutOff = 0;
    const stop = database.whenCutOff(() => (cutOff += 1));
    const first = await connectionOf(database);
    expect(await connectionOf(database)).to.equal(first);
    // As after a crash of the browser's storage service, when the event is still on its way.
    first.close();
    const second = await connectionOf(database);
    expect(second).not.to.equal(first);
    expect(cutOff).to.equal(0);
    second.dispatchEvent(new Event('close'));
    expect(cutOff).to.equal(1);
    const third = await connectionOf(database);
    expect(third).not.to.equal(second);
    // A late event of an earlier connection costs nothing.
    second.dispatchEvent(new Event('close'));
    expect(await connectionOf(database)).to.equal(third);
    stop();
    database.close();
    await nextTurn();
    for (const closed of [second, third]) expect(() => closed.transaction(['notes'])).to.throw(DOMException);
    expect(cutOff).to.equal(2);
  });

  it('reports no further change to its listeners after it was closed', async () => {
    const [closed, other] = [await openDatabase<Notes>(plan(1)), await openDatabase<Notes>(plan(1))];
    let [cutOff, announced, heardBy] = [0, 0, 0];
    closed.whenCutOff(() => (cutOff += 1));
    closed.changes.watch('notes', () => (announced += 1));
    const connection = await connectionOf(closed);
    closed.close();
    connection.dispatchEvent(new Event('close'));
    const third = await openDatabase<Notes>(plan(1));
    const heard = new Promise<void>((resolve) => third.changes.watch('notes', () => (heardBy += 1) === 1 && resolve()));
    closed.changes.watch('notes', () => (announced += 1));
    await put(other, 1, 'a');
    await heard;
    expect([cutOff, announced]).to.deep.equal([0, 0]);
    other.close();
    third.close();
  });

  it('can be used again after its reopening was blocked, and holds nothing that it gave up', async () => {
    const database = await openDatabase<Notes>(plan(2, { blockedAfterMs: 30 }));
    await removeDatabase(name);
    const holder = await openHolder();
    const failure = await get(database, 'a').catch((error: unknown) => error);
    expect((failure as StorageError).code).to.equal('blocked');
    holder.close();
    await put(database, 1, 'a');
    expect(await get(database, 'a')).to.equal(1);
    // Waits for every connection that does not close when it is asked to.
    await removeDatabase(name);
    database.close();
  });

  it('is not created when it cannot be set up, and not set up a second time', async () => {
    let setUps = 0;
    const failure = await openDatabase<Notes>(
      plan(1, {
        upgrade(db) {
          const { transaction } = db.createObjectStore('notes');
          if ((setUps += 1) > 1) return;
          void transaction.done.catch(() => undefined);
          transaction.abort();
        },
      }),
    ).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StorageError);
    expect((await indexedDB.databases()).map((one) => one.name)).not.to.include(name);
  });

  it('rejects every call after it was closed', async () => {
    const database = await openDatabase<Notes>(plan(1));
    database.close();
    expect(await get(database, 'a').catch((error: unknown) => error)).to.be.instanceOf(StorageError);
  });
});
