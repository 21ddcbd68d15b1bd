import { whenFits } from '../../domain/when-fits.ts';
import { expect } from '@open-wc/testing';
import { fixtureEdit } from '../../../test/support/fixture-rows.ts';
import {
  NOW_MS,
  openSample,
  putRaw,
  rawRows,
  RESERVED,
  samplePackage,
  sampleReceipt,
  sampleRun,
} from '../../../test/support/sample-rows.ts';
import type { AccountStorage } from '../open-account.ts';

let accountId = '';
let storage: AccountStorage;
beforeEach(async () => {
  accountId = crypto.randomUUID();
  storage = await openSample(accountId, { mirror: null });
});
afterEach(() => storage.close());

/** Records how each transaction of this page was opened, and whether it was complete when its promise resolved. */
async function transactionsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const complete = new Set<IDBTransaction>();
  const opened: IDBTransaction[] = [];
  const real = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function transaction(...parameters: Parameters<typeof real>) {
    const tx = real.apply(this, parameters);
    if (tx.mode === 'readwrite') {
      opened.push(tx);
      tx.addEventListener('complete', () => complete.add(tx));
    }
    return tx;
  };
  try {
    await work();
    for (const tx of opened)
      seen.push(
        `${[...tx.objectStoreNames].sort().join('+')} ${tx.durability} ${complete.has(tx) ? 'complete' : 'under way'}`,
      );
  } finally {
    IDBDatabase.prototype.transaction = real;
  }
  return seen;
}

it('Reads of many devices at the same time share transactions, and each gets an answer of its own', async () => {
  const { packages, receipts } = storage;
  await Promise.all(['1', '2'].map((id) => packages.replace(samplePackage(id))));
  await receipts.put(sampleReceipt(accountId, '1'));
  const real = IDBDatabase.prototype.transaction;
  let opened = 0;
  IDBDatabase.prototype.transaction = function transaction(...parameters: Parameters<typeof real>) {
    opened += 1;
    return real.apply(this, parameters);
  };
  try {
    const ids = Array.from({ length: 50 }, (_, at) => `pkg-${at}`);
    const [rows, all] = await Promise.all([
      Promise.all(ids.map((id) => packages.get(id))),
      Promise.all(ids.map(() => receipts.all())),
    ]);
    expect(rows.flatMap((row) => row?.id ?? [])).to.deep.equal(['pkg-1', 'pkg-2']);
    expect(all.map(({ length }) => length)).to.deep.equal(ids.map(() => 1));
    expect(new Set(all).size).to.equal(50);
    expect(opened).to.equal(4);
  } finally {
    IDBDatabase.prototype.transaction = real;
  }
});

describe('strict writes', () => {
  const edit = fixtureEdit('d');
  const cases: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ['runs.begin', 'receipts+runs', () => storage.runs.begin(sampleRun('1'), sampleReceipt(accountId, '1', RESERVED))],
    ['runs.put', 'runs', () => storage.runs.put(sampleRun('1'))],
    [
      'runs.commitResponse',
      'packages+receipts+runs',
      () =>
        storage.runs.commitResponse(sampleRun('1'), sampleReceipt(accountId, '1'), 'used', {
          package: samplePackage('1'),
          again: false,
        }),
    ],
    ['runs.takeBack', 'receipts+runs', () => storage.runs.takeBack(sampleRun('1'))],
    ['runs.end', 'packages+receipts+runs', () => storage.runs.end(sampleRun('1'), null)],
    ['packages.replace', 'packages', () => storage.packages.replace(samplePackage('1'))],
    ['packages.mark', 'packages', () => storage.packages.mark('pkg-1', 'dead')],
    ['packages.restoreReplaced', 'packages', () => storage.packages.restoreReplaced('pkg-1')],
    ['receipts.put', 'receipts', () => storage.receipts.put(sampleReceipt(accountId, '1'))],
    ['receipts.update', 'receipts', () => storage.receipts.update('rcp-1', (row) => row)],
    ['receipts.addMissing', 'receipts', () => storage.receipts.addMissing([sampleReceipt(accountId, '1')])],
    ['edits.update', 'edits', () => storage.edits.update('d', () => edit)],
    ['jobs.put', 'jobs+tasks', async () => storage.jobs.put({ jobs: [], tasks: [] })],
    ['jobs.update', 'jobs+tasks', async () => storage.jobs.update(['t'], (task) => task)],
    ['jobs.remove', 'jobs+tasks', async () => storage.jobs.remove('j')],
    ['queue.setPause', 'queue', () => storage.queue.setPause({ reason: 'key', atMs: 1 })],
    ['queue.setWait', 'queue', () => storage.queue.setWait({ atMs: 1, untilMs: 2, wasPressed: false })],
    ['queue.setExported', 'queue', () => storage.queue.setExported(['rcp-1'])],
  ];
  for (const [name, stores, work] of cases) {
    it(`${name} is one strict transaction, complete before it resolves`, async () => {
      expect(await transactionsOf(work)).to.deep.equal([`${stores} strict complete`]);
    });
  }

  it('stores nothing of a change that throws', async () => {
    await storage.receipts.put(sampleReceipt(accountId, '1'));
    const failure = await storage.receipts
      .update('rcp-1', () => {
        throw new RangeError('no');
      })
      .catch((error: Error) => error);
    expect((failure as Error).name).to.equal('StorageError');
    expect((await storage.receipts.get('rcp-1'))?.state).to.equal('waiting');
  });
});

describe('the storage of an account', () => {
  it('stores the skew between the clocks of phone and backend', async () => {
    expect(await storage.skew.read()).to.deep.equal({ skewMs: 0, trust: 'unchecked' });
    await storage.skew.write({ skewMs: -1500, trust: 'checkedDate' });
    expect(await storage.skew.read()).to.deep.equal({ skewMs: -1500, trust: 'checkedDate' });
    expect(storage.remarks.value).to.deep.equal([]);
  });

  it('trusts a measured clock for two days, and uses it as unchecked after that or when the phone was set back', async () => {
    const skew = { skewMs: -1500, trust: 'checkedDate' };
    const twoDaysMs = 2 * 86_400_000;
    const cases: readonly (readonly [number | undefined, string])[] = [
      [NOW_MS - twoDaysMs, 'checkedDate'],
      [NOW_MS - twoDaysMs - 1, 'unchecked'],
      [NOW_MS + twoDaysMs, 'checkedDate'],
      [NOW_MS + twoDaysMs + 1, 'unchecked'],
      [undefined, 'unchecked'],
    ];
    for (const [atMs, trust] of cases) {
      await putRaw(accountId, 'skew', atMs === undefined ? skew : { ...skew, atMs }, 'skew');
      expect(await storage.skew.read()).to.deep.equal({ skewMs: -1500, trust });
    }
  });

  it('lists rows of the same time in one order, by ID', async () => {
    const [a, b] = [samplePackage('a'), samplePackage('b')];
    const earlier = samplePackage('c', { preparedAtMs: NOW_MS - 1 });
    const { inOrder } = storage.packages;
    expect([inOrder(a, b) < 0, inOrder(b, a) > 0, inOrder(earlier, a) < 0, inOrder(b, earlier) > 0]).to.deep.equal(
      Array(4).fill(true),
    );
    for (const row of [b, earlier, a]) await storage.packages.replace(row);
    expect((await storage.packages.all()).map(({ id }) => id)).to.deep.equal(['pkg-c', 'pkg-a', 'pkg-b']);
    expect(await storage.packages.getMany(['pkg-b', 'never there', 'pkg-c'])).to.deep.equal([b, earlier]);
    expect(await storage.packages.ids()).to.deep.equal(['pkg-a', 'pkg-b', 'pkg-c']);
  });

  it('keeps the fields of a newer version through a read and a write', async () => {
    await putRaw(accountId, 'receipts', { ...sampleReceipt(accountId, '1'), fromTheFuture: { a: 1 } });
    await storage.receipts.update('rcp-1', (row) => ({ ...row, tries: 1 }));
    const [row] = await rawRows(accountId, 'receipts');
    expect(row!['fromTheFuture']).to.deep.equal({ a: 1 });
    expect(row!['tries']).to.equal(1);
  });

  it('copies an unreadable row to quarantine once and continues without it', async () => {
    await putRaw(accountId, 'packages', { ...samplePackage('1'), values: { when: new Date(0) } });
    await storage.packages.replace(samplePackage('2'));
    const remarked = whenFits(storage.remarks, ({ length }) => length > 0);
    expect((await storage.packages.all()).map(({ id }) => id)).to.deep.equal(['pkg-2']);
    await remarked;
    expect(await storage.packages.get('pkg-1')).to.equal(null);
    expect(storage.remarks.value).to.deep.equal(['damagedRow:packages:pkg-1']);
    // The next write waits for the write to quarantine.
    await storage.packages.mark('pkg-2', 'dead');
    const quarantined = await rawRows(accountId, 'quarantine');
    expect(quarantined.map(({ store, rowKey, reason }) => ({ store, rowKey, reason }))).to.deep.equal([
      { store: 'packages', rowKey: 'pkg-1', reason: 'values custom' },
    ]);
    expect(await rawRows(accountId, 'packages')).to.have.length(2);
  });
});
