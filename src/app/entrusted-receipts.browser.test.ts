/** Receipts that one account of this phone has read for another, in real databases and second copies. */
import { expect } from '@open-wc/testing';
import { fixtureAccount } from '../../test/support/fixture-rows.ts';
import {
  NOW_MS,
  openSample,
  sampleMirror,
  samplePackage,
  sampleReceipt,
  sampleRun,
  RESERVED,
} from '../../test/support/sample-rows.ts';
import { createLocks } from '../storage/locks.ts';
import type { AccountStorage } from '../storage/open-account.ts';
import { runLock } from '../names.ts';
import { takeEntrusted, unreadRuns } from './entrusted-receipts.ts';

const written = (id: string) => sampleRun(id, { step: 'reading', writes: 1, uniqueId: 'tB4x' });

describe('a receipt that another account of this phone keeps', () => {
  let [theirs, keeper] = ['', ''];
  beforeEach(() => {
    [theirs, keeper] = [crypto.randomUUID(), crypto.randomUUID()];
  });

  const parts = (storage: AccountStorage) => ({
    account: fixtureAccount({ id: theirs }),
    otherAccounts: () => [fixtureAccount({ id: keeper })],
    storage,
    locks: createLocks(navigator.locks),
    clock: { nowMs: () => NOW_MS, monotonicMs: () => performance.now(), sleep: async () => undefined },
    newId: () => crypto.randomUUID(),
    trustUrl: (url: string) => url,
    onTrouble: (error: unknown) => {
      throw error;
    },
  });

  /** The run of the account is stored, and the other account has read its response. */
  async function stored(): Promise<AccountStorage> {
    const storage = await openSample(theirs);
    await storage.packages.replace(samplePackage('1', { uniqueId: 'tB4x', values: { txPower: 5 } }));
    await storage.runs.begin(written('1'), sampleReceipt(theirs, '1', { ...RESERVED, uniqueId: 'tB4x' }));
    const other = await openSample(keeper);
    const entrusted = {
      uniqueId: 'tB4x',
      candidates: ['tB4x'],
      runId: null,
      origin: 'import',
      owner: 'unsure',
    } as const;
    await other.receipts.put(sampleReceipt(theirs, 'entrusted', { ...entrusted, values: {} }));
    other.close();
    return storage;
  }

  it('is moved into both copies of the storage of this account, and belongs to the run that waits for it', async () => {
    const storage = await stored();
    expect(await takeEntrusted(parts(storage))).to.equal(1);
    const [receipt] = await storage.receipts.all();
    expect(receipt).to.include({ id: 'rcp-1', runId: '1', accountId: theirs, state: 'waiting', mirrored: true });
    expect(receipt!.values).to.deep.equal({ txPower: 5 });
    expect((await storage.runs.get('1'))!.step).to.equal('receipt');
    const files = await storage.mirror!.readAll();
    expect(files).to.have.length(1);
    expect(await takeEntrusted(parts(storage))).to.equal(0);
    storage.close();
    const other = await openSample(keeper);
    expect(await other.receipts.all()).to.deep.equal([]);
    other.close();
    const mirror = sampleMirror(keeper);
    expect(await mirror.readAll()).to.deep.equal([]);
    mirror.close();
  });

  it('belongs to the latest of several runs of its beacon where no token tells the runs apart', async () => {
    const storage = await stored();
    for (const id of ['2', '3', '4'])
      await storage.runs.put({ ...written(id), packageToken: null, startedAtMs: NOW_MS + Number(id) });
    await storage.runs.put({ ...written('1'), packageToken: null });
    expect(await takeEntrusted(parts(storage))).to.equal(1);
    const taken = (await storage.receipts.all()).find(({ state }) => state === 'waiting');
    expect(taken!.runId).to.equal('4');
    storage.close();
  });

  it('stays with that account when it cannot be stored here', async () => {
    const storage = await stored();
    const full = {
      ...storage,
      runs: { ...storage.runs, commitResponse: () => Promise.reject(new Error('The disk is full')) },
    };
    const failure = await takeEntrusted(parts(full)).catch(String);
    expect(failure).to.equal('Error: The disk is full');
    expect(await takeEntrusted(parts(storage))).to.equal(1);
    storage.close();
  });

  it('is moved only once when the first attempt was interrupted before the other account gave it up', async () => {
    const storage = await stored();
    const response = (await (await openSample(keeper)).receipts.all())[0]!.responseBase64;
    await storage.receipts.put(sampleReceipt(theirs, 'earlier', { responseBase64: response }));
    expect(await takeEntrusted(parts(storage))).to.equal(1);
    const filled = (await storage.receipts.all()).filter(({ responseBase64 }) => responseBase64 === response);
    expect(filled.map(({ id }) => id)).to.deep.equal(['rcp-earlier']);
    storage.close();
  });

  it('is not taken when it belongs to a third account', async () => {
    const storage = await stored();
    const other = await openSample(keeper);
    await other.receipts.put(sampleReceipt(crypto.randomUUID(), 'third'));
    other.close();
    expect(await takeEntrusted(parts(storage))).to.equal(1);
    const left = await openSample(keeper);
    expect((await left.receipts.all()).map(({ id }) => id)).to.deep.equal(['rcp-third']);
    left.close();
    storage.close();
  });

  it('stays with that account while another window carries out the run that waits for it', async () => {
    const storage = await stored();
    const release = await parts(storage).locks.tryAcquire(runLock('1'));
    expect(await takeEntrusted(parts(storage))).to.equal(0);
    release!();
    expect(await takeEntrusted(parts(storage))).to.equal(1);
    storage.close();
  });

  it('is expected only by runs that may have written to its beacon', async () => {
    const storage = await stored();
    await storage.runs.put(sampleRun('2', { uniqueId: 'tB4x' }));
    await storage.runs.put(sampleRun('3', { step: 'reading', writes: 1 }));
    const seen = { ...parts(storage), otherAccounts: () => [fixtureAccount({ id: theirs })] };
    const found = await unreadRuns(seen, 'tB4x');
    expect(found.map(({ accountId, run }) => [accountId, run.id])).to.deep.equal([[theirs, '1']]);
    expect(await unreadRuns({ ...seen, otherAccounts: () => [fixtureAccount({ id: keeper })] }, 'tB4x')).to.deep.equal(
      [],
    );
    storage.close();
  });
});
