/** The accounts and settings of the phone: their order, when they are stored, what is removed with an account. */
import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { makeAccount, type Account } from '../../domain/account.ts';
import { accountDatabase } from '../../names.ts';
import { rawRows, removeDatabase } from '../../../test/support/sample-rows.ts';
import { openAccountDatabase, openAccountNamed } from '../idb/schema.ts';
import { accountsOfDatabases, storeAccount } from './account-databases.ts';
import { openRegistry } from './registry.ts';

const accountWith = (id: string, createdAtMs: number): Account =>
  makeAccount(
    { name: `Site ${id}`, baseUrl: 'https://v3.example', legacyBaseUrl: 'https://legacy.example', vendor: 'acme' },
    id,
    'live',
    createdAtMs,
  );

describe('the list of accounts', () => {
  let name = '';
  let registry: Awaited<ReturnType<typeof openRegistry>>;
  let changes = 0;
  let stop: () => void;
  beforeEach(async () => {
    name = `registry-${crypto.randomUUID()}`;
    registry = await openRegistry({ nowMs: () => 1000, name, localStorage });
    changes = 0;
    stop = registry.accounts.watch(() => (changes += 1));
  });
  afterEach(async () => {
    registry.close();
    await removeDatabase(name);
  });

  it('is in the order in which the accounts were added', async () => {
    const added = [accountWith('b', 1), accountWith('d', 2), accountWith('a', 3), accountWith('c', 4)];
    for (const account of added.toReversed()) await registry.accounts.put(account);
    expect(await registry.accounts.all()).to.deep.equal(added);
    expect(await registry.accounts.get('d')).to.deep.equal(added[1]);
    for (const { id } of added) await registry.accounts.remove(id);
  });

  it('is stored, and everybody notified, when the call ends', async () => {
    const { accounts, vault } = registry;
    await accounts.put(accountWith('a', 1));
    expect(changes).to.equal(1);
    await accounts.setSetting('theme', 'sun');
    expect(changes).to.equal(2);
    await accounts.setSetting('theme', null);
    expect(changes).to.equal(3);
    expect(await accounts.setting('theme')).to.equal(null);
    expect(registry.remarks.value, 'no setting is damaged').to.deep.equal([]);
    let sealed = 0;
    vault.watch(() => (sealed += 1));
    await vault.seal('a', 'key', 'ladder on four legs');
    expect(sealed).to.equal(1);
    await vault.forget('a');
    expect(sealed).to.equal(2);
    await accounts.remove('a');
    // The stores of the accounts and of the settings.
    expect(changes).to.equal(5);
    stop();
    await accounts.setSetting('theme', 'sun');
    expect(changes, 'after unsubscribing').to.equal(5);
  });

  it('has the accounts of its copy again when the call to restore them ends', async () => {
    await registry.accounts.put(accountWith('a', 1));
    const raw = await openDB(name);
    await raw.clear('accounts');
    raw.close();
    changes = 0;
    expect(await registry.accounts.restoreMissing()).to.equal(1);
    expect(changes).to.equal(1);
    expect(await registry.accounts.restoreMissing()).to.equal(0);
    expect(changes).to.equal(1);
    await registry.accounts.remove('a');
  });

  it('loses with an account all that belongs to it, and nothing of another account', async () => {
    const { accounts, vault } = registry;
    for (const id of ['gone', 'stays']) {
      await accounts.put(accountWith(id, 1));
      await vault.seal(id, `key of ${id}`, 'ladder on four legs');
      await accounts.setSetting(`locked:${id}`, 'yes');
      await accounts.setSetting(`removing:${id}`, 'yes');
    }
    await accounts.setSetting('theme', 'sun');
    const raw = await openDB(name);
    for (const id of ['gone', 'stays']) await raw.put('quarantine', { row: id }, `vault:${id}`);
    await accounts.remove('gone');
    for (const [store, left] of [
      ['accounts', ['stays']],
      ['vault', ['stays']],
      ['settings', ['locked:stays', 'removing:stays', 'theme']],
      ['quarantine', ['vault:stays']],
    ] as const)
      expect(await raw.getAllKeys(store), store).to.deep.equal(left);
    raw.close();
    registry.close();
    await removeDatabase(name);
    registry = await openRegistry({ nowMs: () => 1000, name, localStorage });
    expect(
      (await registry.accounts.all()).map(({ id }) => id),
      'brought back from the copy',
    ).to.deep.equal(['stays']);
    await registry.accounts.remove('stays');
  });
});

describe('an account in its own database', () => {
  const account = (): Account => accountWith(crypto.randomUUID(), 1);
  const made: string[] = [];
  afterEach(async () => {
    for (const name of made.splice(0)) await removeDatabase(name);
  });

  async function storedAs(name: string, text: unknown): Promise<void> {
    made.push(name);
    const database = await openAccountNamed(name);
    await database.write(['meta'], (tx) => tx.objectStore('meta').put(text, 'account'));
    database.close();
  }

  async function databaseNames(): Promise<string[]> {
    return (await indexedDB.databases()).map(({ name = '' }) => name).sort();
  }

  it('is found in its latest generation, unless the account is known', async () => {
    const [lost, known] = [account(), account()];
    await storedAs(`${accountDatabase(lost.id)}~12`, JSON.stringify(lost));
    await storedAs(accountDatabase(known.id), JSON.stringify(known));
    const found = (await accountsOfDatabases(new Set([known.id]))).map(({ id }) => id);
    expect(found).to.include(lost.id);
    expect(found).not.to.include(known.id);
  });

  it('is not searched for in other databases, and none is created by the search', async () => {
    const { id, ...rest } = account();
    for (const name of [
      `other-fieldkit-${id}`,
      `fieldkit-${id}x`,
      `fieldkit-${id}~`,
      `fieldkit-${id}~2x`,
      `fieldkit-telemetry-${id}`,
    ])
      await storedAs(name, JSON.stringify({ id, ...rest }));
    const before = await databaseNames();
    expect((await accountsOfDatabases(new Set())).filter((found) => found.id === id)).to.deep.equal([]);
    expect(await databaseNames()).to.deep.equal(before);
    expect(before, 'by an earlier search').not.to.include(accountDatabase(''));
  });

  it('is left out when it is damaged or the account of another database, and hides no other', async () => {
    const [first, damaged, absent, foreign, last] = Array.from({ length: 5 }, account) as [
      Account,
      Account,
      Account,
      Account,
      Account,
    ];
    await storedAs(accountDatabase(first.id), JSON.stringify(first));
    await storedAs(accountDatabase(damaged.id), '{"id":');
    await storedAs(accountDatabase(absent.id), 7);
    await storedAs(accountDatabase(foreign.id), JSON.stringify(first));
    await storedAs(accountDatabase(last.id), JSON.stringify(last));
    const found = await accountsOfDatabases(new Set());
    const own = [first, damaged, absent, foreign, last].map(({ id }) => id);
    expect(found.filter((account) => own.includes(account.id))).to.have.deep.members([first, last]);
  });

  it('is stored when it has changed, and not written again at each start', async () => {
    const own = account();
    made.push(accountDatabase(own.id));
    const { database } = await openAccountDatabase(own.id, true);
    let changes = 0;
    database.changes.watch('meta', () => (changes += 1));
    for (const [change, expected] of [
      [own, 1],
      [own, 1],
      [{ ...own, name: 'New name' }, 2],
    ] as const) {
      await storeAccount(database, change);
      expect(changes).to.equal(expected);
    }
    database.close();
    expect(await rawRows(own.id, 'meta')).to.deep.equal([JSON.stringify({ ...own, name: 'New name' })]);
  });
});
