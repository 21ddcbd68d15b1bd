/** A run with the receipt row that it reserves and fills, on a real database. */
import { expect } from '@open-wc/testing';
import {
  commitSample,
  NOW_MS,
  openSample,
  putRaw,
  rawRows,
  removeRaw,
  RESERVED,
  samplePackage,
  sampleReceipt,
  sampleRun,
} from '../../../test/support/sample-rows.ts';
import { createRowReader } from '../idb/row-reader.ts';
import { openAccountDatabase } from '../idb/schema.ts';
import type { AccountStorage } from '../open-account.ts';
import { createRemarks } from '../second-copy/remarks.ts';
import { createRunStore } from './run-store.ts';

let accountId = '';
let storage: AccountStorage;
beforeEach(async () => {
  accountId = crypto.randomUUID();
  storage = await openSample(accountId, { mirror: null });
});
afterEach(() => storage.close());

describe('a run and its receipt', () => {
  it('reserve at least 2 KB on the disk, which the response then replaces', async () => {
    await storage.packages.replace(samplePackage('1'));
    await storage.runs.begin(sampleRun('1'), sampleReceipt(accountId, '1', RESERVED));
    const [reserved] = await rawRows(accountId, 'receipts');
    expect((reserved!['padding'] as Uint8Array).byteLength).to.be.at.least(2048);
    expect(await storage.receipts.get('rcp-1')).to.deep.equal(sampleReceipt(accountId, '1', RESERVED));

    const run = sampleRun('1', { step: 'receipt', outcome: { kind: 'receipt', receiptId: 'rcp-1' } });
    await storage.runs.commitResponse(run, sampleReceipt(accountId, '1'), 'used', {
      package: samplePackage('1'),
      again: false,
    });
    const [committed] = await rawRows(accountId, 'receipts');
    expect(committed).to.deep.equal(sampleReceipt(accountId, '1'));
    expect(await storage.runs.all()).to.deep.equal([run]);
    expect((await storage.packages.get('pkg-1'))?.state).to.equal('used');
  });

  const later = sampleRun('1', { step: 'reading' });
  const newer: readonly (readonly [string, () => Promise<void>])[] = [
    ['a later step', () => storage.runs.put(later)],
    [
      'a response',
      () => storage.runs.commitResponse(later, sampleReceipt(accountId, '1'), null, { package: null, again: false }),
    ],
    ['the end', () => storage.runs.end(later, null)],
  ];
  for (const [name, write] of newer) {
    it(`does not overwrite a newer row when an aborted write is repeated: ${name}`, async () => {
      await storage.runs.begin(sampleRun('1'), sampleReceipt(accountId, '1', RESERVED));
      const { commit } = IDBTransaction.prototype;
      // Simulates a failing storage service: the browser aborts the first transaction.
      IDBTransaction.prototype.commit = function () {
        IDBTransaction.prototype.commit = commit;
        this.abort();
      };
      await Promise.all([storage.runs.put(sampleRun('1', { step: 'writing' }), 'relaxed'), write()]);
      expect(IDBTransaction.prototype.commit).to.equal(commit);
      expect(await storage.runs.all()).to.deep.equal([later]);
    });
  }

  it('issues the write of a response and commits its transaction in the turn of the call, without a read', async () => {
    const run = sampleRun('1', { step: 'receipt', outcome: { kind: 'receipt', receiptId: 'rcp-1' } });
    await storage.packages.replace(samplePackage('1'));
    await storage.runs.begin(sampleRun('1'), sampleReceipt(accountId, '1', RESERVED));
    const calls: string[] = [];
    const { get } = IDBObjectStore.prototype;
    const { commit } = IDBTransaction.prototype;
    IDBObjectStore.prototype.get = function (this: IDBObjectStore, key) {
      calls.push('get');
      return get.call(this, key);
    };
    IDBTransaction.prototype.commit = function (this: IDBTransaction) {
      calls.push('commit');
      commit.call(this);
    };
    try {
      const committed = storage.runs.commitResponse(run, sampleReceipt(accountId, '1'), 'used', {
        package: samplePackage('1'),
        again: false,
      });
      // Only promises settle here, because the event loop does not turn.
      for (let hop = 0; hop < 100; hop += 1) await Promise.resolve();
      expect(calls).to.deep.equal(['commit']);
      await committed;
    } finally {
      IDBObjectStore.prototype.get = get;
      IDBTransaction.prototype.commit = commit;
    }
    expect((await storage.packages.get('pkg-1'))?.state).to.equal('used');
    expect((await storage.receipts.get('rcp-1'))?.responseBase64).to.equal(
      sampleReceipt(accountId, '1').responseBase64,
    );
  });

  it('adds an imported receipt once, beside a row with the same ID', async () => {
    const here = sampleReceipt(accountId, '1');
    await storage.receipts.put(here);
    const sameId = { ...here, responseBase64: 'b3RoZXI=' };
    const sameResponse = { ...here, id: 'rcp-of-another-phone' };
    expect(
      await storage.receipts.addMissing([sameId, sameResponse, sameId, sampleReceipt(accountId, '9', RESERVED)]),
    ).to.equal(1);
    const rows = await storage.receipts.all();
    expect(rows.map(({ responseBase64 }) => responseBase64)).to.have.members([here.responseBase64, 'b3RoZXI=']);
    expect(await storage.receipts.get('rcp-1')).to.deep.equal(here);
  });

  it('does not begin a new run under an ID that is taken, and stores nothing of it', async () => {
    const first = await commitSample(storage, accountId, '1');
    const run = sampleRun('2', { receiptId: first.id });
    const failure = await storage.runs
      .begin(run, { ...first, responseBase64: '', state: 'reserved' }, 'new')
      .catch((error: Error) => error);
    expect((failure as Error).name).to.equal('StorageError');
    expect(await storage.runs.get('2')).to.equal(null);
    expect(await storage.receipts.all()).to.deep.equal([first]);
    await storage.runs.begin(sampleRun('3'), sampleReceipt(accountId, '3', RESERVED), 'new');
    expect(await storage.runs.get('3')).to.deep.equal(sampleRun('3'));
    expect(await storage.receipts.get('rcp-3')).to.deep.equal(sampleReceipt(accountId, '3', RESERVED));
  });

  it('neither overwrites nor removes a receipt that cannot be read', async () => {
    const damaged = { ...sampleReceipt(accountId, '1'), state: 'damaged' };
    await putRaw(accountId, 'receipts', damaged);
    await storage.runs.begin(sampleRun('1'), sampleReceipt(accountId, '1', RESERVED));
    expect(await rawRows(accountId, 'receipts')).to.deep.equal([damaged]);
    await storage.runs.end(sampleRun('1', { outcome: { kind: 'abandoned' } }), null);
    expect(await rawRows(accountId, 'receipts')).to.deep.equal([damaged]);
    await storage.runs.put(sampleRun('1'));
    await storage.runs.takeBack(sampleRun('1'));
    expect(await storage.runs.all()).to.deep.equal([]);
    expect(await rawRows(accountId, 'receipts')).to.deep.equal([damaged]);
  });

  it('reserves the space again when a run starts over whose reservation is empty or gone', async () => {
    const { responseBase64, ...rest } = sampleReceipt(accountId, '1', RESERVED);
    await storage.runs.begin(sampleRun('1'), { responseBase64, ...rest });
    await storage.runs.begin(sampleRun('1'), { responseBase64, ...rest, values: { txPower: 7 } });
    expect((await storage.receipts.get('rcp-1'))?.values).to.deep.equal({ txPower: 7 });
    await removeRaw(accountId, 'receipts', 'rcp-1');
    await storage.runs.begin(sampleRun('1'), { responseBase64, ...rest });
    expect((await storage.receipts.get('rcp-1'))?.state).to.equal('reserved');
  });

  it('ends with the state of its package unchanged when none is given, or the package cannot be read', async () => {
    await storage.packages.replace(samplePackage('1'));
    await storage.runs.end(sampleRun('1', { outcome: { kind: 'abandoned' } }), null);
    expect(await storage.packages.get('pkg-1')).to.deep.equal(samplePackage('1'));
    const damaged = { ...samplePackage('1'), state: 'damaged' };
    await putRaw(accountId, 'packages', damaged);
    const ended = sampleRun('1', { outcome: { kind: 'packageDead' } });
    await storage.runs.end(ended, 'dead');
    expect(await rawRows(accountId, 'packages')).to.deep.equal([damaged]);
    expect(await storage.runs.all()).to.deep.equal([ended]);
    await storage.runs.end(sampleRun('none here', { outcome: { kind: 'packageDead' } }), 'dead');
    expect(await storage.packages.get('pkg-none here')).to.equal(null);
  });

  it('marks its package at a repeated commit too, and reports each stored response', async () => {
    const { database } = await openAccountDatabase(accountId, true);
    const reader = createRowReader(database, createRemarks(), () => NOW_MS);
    let reported = 0;
    const runs = createRunStore(
      database,
      reader,
      () => 'moved',
      () => (reported += 1),
    );
    const known = { package: samplePackage('1') };
    await runs.commitResponse(sampleRun('1'), sampleReceipt(accountId, '1'), 'used', { ...known, again: true });
    expect(await storage.packages.get('pkg-1')).to.deep.equal(samplePackage('1', { state: 'used' }));
    expect(await storage.receipts.all()).to.deep.equal([sampleReceipt(accountId, '1')]);
    await runs.commitResponse(sampleRun('1'), sampleReceipt(accountId, '1'), 'dead', { ...known, again: false });
    expect(await storage.packages.get('pkg-1')).to.deep.equal(samplePackage('1', { state: 'dead' }));
    expect(reported).to.equal(2);

    const notice = new Promise((resolve) => database.changes.watch('receipts', resolve));
    const second = sampleReceipt(accountId, '1', { responseBase64: 'c2Vjb25k' });
    await runs.commitResponse(sampleRun('1'), second, null, { package: null, again: true });
    expect(await storage.receipts.all()).to.deep.equal([{ ...sampleReceipt(accountId, '1'), id: 'moved' }, second]);
    expect(await notice).to.deep.equal(['rcp-1', 'moved']);
    database.close();
  });
});
