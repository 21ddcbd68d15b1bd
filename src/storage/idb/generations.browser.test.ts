import { expect } from '@open-wc/testing';
import { deleteDB, openDB } from 'idb';
import { makeAccount } from '../../domain/account.ts';
import { adoptAccountRows } from './adopt-rows.ts';
import { openLatest } from './generations.ts';
import { openRegistry } from '../accounts/registry.ts';
import {
  commitSample,
  NOW_MS,
  openSample,
  rawRows,
  samplePackage,
  sampleReceipt,
  sampleRun,
} from '../../../test/support/sample-rows.ts';
import { openAccountDatabase, openAccountNamed, openRegistryDatabase, type AccountDatabase } from './schema.ts';
import { StorageError } from './storage-error.ts';
import { accountDatabase } from '../../names.ts';

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

/** Creates the state after the first database could not be opened: an empty second one exists beside it. */
async function startOver(): Promise<void> {
  const name = accountDatabase(accountId);
  const opened = await openLatest<never>(name, true, async (candidate) => {
    if (candidate === name) throw new StorageError('damaged', 'as if');
    return { close: () => undefined, name: candidate } as never;
  });
  expect(opened.earlier).to.deep.equal([name]);
  (await openDB(`${name}~2`, 1, { upgrade: (db) => copyShape(db) })).close();
}

function copyShape(db: {
  createObjectStore(
    name: string,
    options?: IDBObjectStoreParameters,
  ): { createIndex(name: string, path: string): unknown };
}): void {
  db.createObjectStore('devices', { keyPath: 'uniqueId' });
  db.createObjectStore('packages', { keyPath: 'id' }).createIndex('byDevice', 'uniqueId');
  db.createObjectStore('runs', { keyPath: 'id' });
  db.createObjectStore('receipts', { keyPath: 'id' }).createIndex('byState', 'state');
  db.createObjectStore('edits', { keyPath: 'uniqueId' });
  for (const store of ['queue', 'skew', 'meta', 'quarantine']) db.createObjectStore(store);
}

describe('a database that cannot be opened', () => {
  it('is replaced by a new one, after some tries, and only when it is damaged', async () => {
    const tried: string[] = [];
    const triedAtMs: number[] = [];
    const opening = (code: 'damaged' | 'full' | 'blocked') => async (name: string) => {
      tried.push(name);
      triedAtMs.push(performance.now());
      if (name === 'base') throw new StorageError(code, 'as if');
      return { name } as unknown as AccountDatabase;
    };
    const { database, earlier } = await openLatest('base', true, opening('damaged'));
    expect(tried).to.deep.equal(['base', 'base', 'base', 'base~2']);
    // A fault that passes has time to pass between the tries.
    expect(triedAtMs[1]! - triedAtMs[0]!).to.be.at.least(50);
    expect(triedAtMs[2]! - triedAtMs[1]!).to.be.at.least(50);
    expect((database as unknown as { name: string }).name).to.equal('base~2');
    expect(earlier).to.deep.equal(['base']);
    for (const code of ['full', 'blocked'] as const) {
      tried.length = 0;
      const failure = await openLatest('base', true, opening(code)).catch((error: unknown) => error);
      expect((failure as StorageError).code).to.equal(code);
      expect(tried).to.deep.equal(['base']);
    }
    const failure = await openLatest('base', false, opening('damaged')).catch((error: unknown) => error);
    expect((failure as StorageError).code).to.equal('damaged');
  });

  it('stays replaced: every window and the worker open the latest generation', async () => {
    await startOver();
    for (const mayStartOver of [true, false]) {
      const { database, earlier } = await openAccountDatabase(accountId, mayStartOver);
      expect(earlier).to.deep.equal([accountDatabase(accountId)]);
      database.close();
    }
  });

  it('is followed by any number of generations, and other names beside it are no generation', async () => {
    const name = `base-${accountId}`;
    const others = ['~3', '~12', '~old', '~', '~1.5', 'x~20'].map((suffix) => name + suffix);
    for (const other of others) (await openDB(other)).close();
    const { database, earlier } = await openLatest<never>(name, true, async (opened) => ({ name: opened }) as never);
    expect((database as unknown as { name: string }).name).to.equal(`${name}~12`);
    expect(earlier).to.have.length(11);
    expect([earlier[0], earlier[1], earlier.at(-1)]).to.deep.equal([name, `${name}~2`, `${name}~11`]);
    for (const other of others) await deleteDB(other);
  });

  it('is read again at the next start when not all of its rows could be read', async () => {
    const earlier = `${accountDatabase(accountId)}~earlier`;
    const incomplete = await openDB(earlier, 2, {
      upgrade(db) {
        db.createObjectStore('packages', { keyPath: 'id' });
      },
    });
    await incomplete.put('packages', samplePackage('1'));
    incomplete.close();
    const { database } = await openAccountDatabase(accountId, true);
    let announced = 0;
    database.changes.watch('packages', () => (announced += 1));
    expect(await adoptAccountRows(database, earlier)).to.equal(false);
    expect(announced, 'what could be read is stored').to.equal(1);
    database.close();
    expect(await rawRows(accountId, 'packages')).to.deep.equal([samplePackage('1')]);
    await deleteDB(earlier);
  });

  it('contributes its rows once, when its fault was temporary', async () => {
    const first = await openSample(accountId);
    const receipt = await commitSample(first, accountId, '1');
    await first.packages.replace(samplePackage('2'));
    await first.mirror!.remove(['rcp-1.receipt']);
    first.close();
    await startOver();

    const second = await openSample(accountId);
    expect(await second.receipts.all()).to.deep.equal([receipt]);
    expect(await second.runs.all()).to.have.length(1);
    expect((await second.packages.all()).map(({ id, state }) => `${id} ${state}`)).to.have.members([
      'pkg-1 used',
      'pkg-2 carried',
    ]);
    expect(second.remarks.value).to.include.members(['databaseEmptied', 'copiesWritten:1']);
    await second.runs.put(sampleRun('9'));
    await second.packages.replace(samplePackage('2', { id: 'pkg-2-new' }));
    second.close();
    const raw = await openDB(`${accountDatabase(accountId)}~2`);
    await raw.delete('receipts', receipt.id);
    raw.close();

    const third = await openSample(accountId);
    expect(
      (await third.receipts.all()).map(({ origin }) => origin),
      'from the mirror, not from the old database',
    ).to.deep.equal(['mirror']);
    expect((await third.packages.get('pkg-2'))?.state).to.equal('replaced');
    third.close();
    expect(await rawRows(accountId, 'receipts')).to.have.length(1);
  });

  it('does not overwrite a newer row with an older one', async () => {
    const first = await openSample(accountId);
    await first.receipts.put(sampleReceipt(accountId, '1'));
    first.close();
    await startOver();
    const raw = await openDB(`${accountDatabase(accountId)}~2`);
    await raw.put('receipts', sampleReceipt(accountId, '1', { state: 'verified', tries: 1, settledAtMs: NOW_MS }));
    raw.close();
    const second = await openSample(accountId);
    expect((await second.receipts.all()).map(({ state }) => state)).to.deep.equal(['verified']);
    second.close();
  });
});

describe('the stores of a database', () => {
  /** Returns the key path and the indexes of each store. */
  async function shapeOf(name: string): Promise<Record<string, unknown>> {
    const db = await openDB(name);
    const { version, objectStoreNames } = db;
    const stores = Array.from(objectStoreNames, (store) => {
      const { keyPath, indexNames } = db.transaction(store).store;
      return [store, [keyPath, ...indexNames]] as const;
    });
    db.close();
    return { version, ...Object.fromEntries(stores) };
  }

  const OF_ACCOUNT = {
    version: 2,
    devices: ['uniqueId'],
    packages: ['id', 'byDevice'],
    runs: ['id'],
    receipts: ['id', 'byState'],
    edits: ['uniqueId'],
    jobs: ['id'],
    tasks: ['id', 'byJob'],
    queue: [null],
    skew: [null],
    meta: [null],
    quarantine: [null],
  };

  it('are those that other versions of the app read as well, in a new database and in one of the first version', async () => {
    (await openAccountDatabase(accountId, true)).database.close();
    expect(await shapeOf(accountDatabase(accountId))).to.deep.equal(OF_ACCOUNT);
    const older = accountDatabase(crypto.randomUUID());
    (await openDB(older, 1, { upgrade: (db) => copyShape(db) })).close();
    (await openAccountNamed(older)).close();
    expect(await shapeOf(older)).to.deep.equal(OF_ACCOUNT);
    const registry = `registry-${accountId}`;
    (await openRegistryDatabase(registry)).database.close();
    expect(await shapeOf(registry)).to.deep.equal({
      version: 1,
      accounts: ['id'],
      vault: ['accountId'],
      settings: [null],
      quarantine: [null],
    });
    for (const name of [accountDatabase(accountId), older, registry]) await deleteDB(name);
  });
});

describe('the accounts', () => {
  it('are restored from their copy when the registry was lost, without any key', async () => {
    const name = `registry-${accountId}`;
    const account = makeAccount(
      { name: 'Wing', baseUrl: 'https://a.example', legacyBaseUrl: 'https://b.example', vendor: 'v' },
      accountId,
      'live',
      NOW_MS,
    );
    const first = await openRegistry({ nowMs: () => NOW_MS, localStorage, name });
    await first.accounts.put({ ...account, name: 'Older name' });
    await first.accounts.put(account);
    first.close();
    await deleteDB(name);
    localStorage.setItem(`${name}-account-odd`, '{"id":"odd"}');
    const second = await openRegistry({ nowMs: () => NOW_MS, localStorage, name });
    expect(await second.accounts.all()).to.deep.equal([account]);
    second.close();
    const other = await openRegistry({ nowMs: () => NOW_MS, localStorage, name: `${name}-other` });
    expect(await other.accounts.all()).to.deep.equal([]);
    other.close();
  });
});
