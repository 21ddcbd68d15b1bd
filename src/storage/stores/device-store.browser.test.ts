/**
 * The device rows on a real database: read once, updated by this window's writes, and read again after another
 * window's.
 */
import { expect } from '@open-wc/testing';
import type { CachedDevice } from '../../domain/device.ts';
import type { AccountStorage } from '../open-account.ts';
import { fixtureBareDevice } from '../../../test/support/fixture-rows.ts';
import { openSample, removeDatabase } from '../../../test/support/sample-rows.ts';
import { accountDatabase } from '../../names.ts';

const device = (uniqueId: string, order: number, changes: Partial<CachedDevice> = {}): CachedDevice =>
  fixtureBareDevice(uniqueId, { order, ...changes });
/** A complete read that dates no row. */
const COMPLETE = { beganAtMs: 0, unseen: [] };
const ids = (rows: readonly CachedDevice[]): string[] => rows.map(({ uniqueId, alias }) => uniqueId + (alias ?? ''));

/** A value that the database refuses. */
const NOT_STORABLE = (() => undefined) as never;

async function expectRejected(write: Promise<unknown>): Promise<void> {
  const outcome = await write.then(
    () => 'stored',
    (error: Error) => error.name,
  );
  expect(outcome).to.equal('StorageError');
}

/** Returns how many batches of device rows are read during `work`. */
async function fetches(work: () => Promise<void>): Promise<number> {
  const getAll = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'getAll')!;
  let calls = 0;
  Object.defineProperty(IDBObjectStore.prototype, 'getAll', {
    ...getAll,
    value(this: IDBObjectStore, ...args: Parameters<IDBObjectStore['getAll']>) {
      if (this.name === 'devices') calls += 1;
      return (getAll.value as IDBObjectStore['getAll']).apply(this, args);
    },
  });
  try {
    await work();
  } finally {
    Object.defineProperty(IDBObjectStore.prototype, 'getAll', getAll);
  }
  return calls;
}

describe('the device store', () => {
  let storage: AccountStorage;
  let accountId: string;
  beforeEach(async () => {
    accountId = crypto.randomUUID();
    storage = await openSample(accountId, { mirror: null });
  });
  afterEach(async () => {
    storage.close();
    await removeDatabase(accountDatabase(accountId));
  });

  it('reads the rows once for all callers, and never after its own writes', async () => {
    await storage.devices.putMany([device('b', 1), device('a', 0)]);
    let notifications = 0;
    let seen: string[] = [];
    storage.devices.watch(() => {
      notifications += 1;
      void storage.devices.all().then((rows) => (seen = ids(rows)));
    });
    const count = await fetches(async () => {
      const [one, other] = await Promise.all([storage.devices.all(), storage.devices.all()]);
      expect(ids(one)).to.deep.equal(['a', 'b']);
      expect(other).to.deep.equal(one);
      // A caller may change its own array.
      one.length = 0;
      expect(ids(other)).to.deep.equal(['a', 'b']);
      await storage.devices.putMany([device('a', 0, { alias: '!' })]);
      await storage.devices.removeMany(['b']);
      await storage.devices.setCompletedAtMs(5, COMPLETE);
      expect(ids(await storage.devices.all())).to.deep.equal(['a!']);
    });
    expect(notifications).to.equal(3);
    expect(seen).to.deep.equal(['a!']);
    expect(count).to.equal(1);
  });

  it('makes the changes that wait for one another in their order', async () => {
    const { devices } = storage;
    await Promise.all([
      devices.putMany([device('first', 0)]),
      devices.putMany([device('a', 1), device('b', 2)]),
      devices.removeMany(['a', 'b']),
      devices.putMany([device('b', 3, { alias: '!' })]),
    ]);
    expect(ids(await devices.all())).to.deep.equal(['first', 'b!']);
    const found = await Promise.all(['b', 'a', 'first'].map((id) => devices.get(id)));
    expect(found.map((row) => row?.uniqueId)).to.deep.equal(['b', undefined, 'first']);
  });

  it('reads again when another window has written', async () => {
    await storage.devices.putMany([device('a', 0)]);
    expect(ids(await storage.devices.all())).to.deep.equal(['a']);
    const other = await openSample(accountId, { mirror: null });
    const notified = new Promise<void>((resolve) => storage.devices.watch(() => resolve()));
    await other.devices.putMany([device('a', 0, { alias: ' of the other' }), device('c', 2)]);
    await notified;
    expect(ids(await storage.devices.all())).to.deep.equal(['a of the other', 'c']);
    other.close();
  });

  it('deletes all rows except the given ones, without reading those it deletes', async () => {
    await storage.devices.putMany([device('a', 0), device('b', 1), device('c', 2)]);
    await storage.devices.setCompletedAtMs(5, COMPLETE);
    await storage.devices.all();
    expect(await fetches(() => storage.devices.keepOnly(['b', 'gone']))).to.equal(0);
    expect(ids(await storage.devices.all())).to.deep.equal(['b']);
    expect(await storage.devices.completedAtMs()).to.equal(null);
  });

  it('returns the current top of a list that was once complete, without reading the rest', async () => {
    expect(await storage.devices.head()).to.equal(null);
    await storage.devices.putMany(Array.from({ length: 300 }, (_, at) => device(`d${999 - at}`, at)));
    expect(await storage.devices.head()).to.equal(null);
    await storage.devices.setCompletedAtMs(5, COMPLETE);
    await storage.devices.putMany([device('d998', 1, { alias: ' new' })]);
    await storage.devices.removeMany(['d997']);
    storage.close();
    storage = await openSample(accountId, { mirror: null });
    const calls = await fetches(async () => {
      const head = await storage.devices.head();
      expect(head!.count).to.equal(299);
      expect(ids(head!.devices).slice(0, 3)).to.deep.equal(['d999', 'd998 new', 'd996']);
      expect(head!.devices).to.have.length(99);
    });
    expect(calls).to.equal(0);
    await storage.devices.keepOnly([]);
    expect(await storage.devices.head()).to.equal(null);
  });

  it('shortens an overlong row of an earlier version as this version would', async () => {
    await storage.devices.putMany([device('a', 0, { alias: 'x'.repeat(3_000_000) }), device('b', 1)]);
    storage.close();
    storage = await openSample(accountId, { mirror: null });
    const [long, usual] = await storage.devices.all();
    expect(long!.alias!.length).to.be.lessThan(11_000);
    expect(usual!.uniqueId).to.equal('b');
  });

  it('lets the page work between the batches of a long list', async () => {
    await storage.devices.putMany(Array.from({ length: 9000 }, (_, at) => device(`d${at}`, at)));
    storage.close();
    storage = await openSample(accountId, { mirror: null });
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    const calls = await fetches(async () => void expect(await storage.devices.all()).to.have.length(9000));
    clearInterval(counting);
    expect(calls).to.equal(5);
    expect(turns).to.be.at.least(2);
  });

  it('includes what was written while it read', async () => {
    await storage.devices.putMany(Array.from({ length: 5000 }, (_, at) => device(`d${at}`, at)));
    storage.close();
    storage = await openSample(accountId, { mirror: null });
    const reading = storage.devices.all();
    const writing = storage.devices.putMany([device('d4999', 4999, { alias: ' new' }), device('last', 9000)]);
    await Promise.all([reading, writing]);
    expect(ids(await storage.devices.all()).slice(-2)).to.deep.equal(['d4999 new', 'last']);
  });

  it('reads again after an own write that did not fit, when another window has written since', async () => {
    const other = await openSample(accountId, { mirror: null });
    await storage.devices.putMany([device('a', 0)]);
    await storage.devices.all();
    await expectRejected(storage.devices.putMany([device('a', 0, { alias: NOT_STORABLE })]));
    expect(ids(await storage.devices.all())).to.deep.equal(['a']);
    const notified = new Promise<void>((resolve) => storage.devices.watch(() => resolve()));
    await other.devices.putMany([device('b', 1)]);
    await notified;
    expect(ids(await storage.devices.all())).to.deep.equal(['a', 'b']);
    other.close();
  });

  it('shows what another window has written to rows that were already read', async () => {
    await storage.devices.putMany(Array.from({ length: 4500 }, (_, at) => device(`d${1000 + at}`, at)));
    const other = await openSample(accountId, { mirror: null });
    storage.close();
    storage = await openSample(accountId, { mirror: null });
    const notified = new Promise<void>((resolve) => storage.devices.watch(() => resolve()));
    const reading = storage.devices.all();
    // When this is answered, the first batch has been requested.
    await other.devices.completedAtMs();
    await other.devices.putMany([device('d1000', 0, { alias: ' new' })]);
    await notified;
    expect(ids(await storage.devices.all())[0]).to.equal('d1000 new');
    await reading;
    expect(ids(await storage.devices.all())[0]).to.equal('d1000 new');
    other.close();
  });

  it('is not read a second time because of an own write during the first', async () => {
    await storage.devices.putMany(Array.from({ length: 4500 }, (_, at) => device(`d${at}`, at)));
    storage.close();
    storage = await openSample(accountId, { mirror: null });
    const calls = await fetches(async () => {
      const reading = storage.devices.all();
      await storage.devices.putMany([device('last', 9000)]);
      const [, rows] = await Promise.all([reading, storage.devices.all()]);
      expect(ids(rows).at(-1)).to.equal('last');
    });
    expect(calls).to.equal(3);
  });

  it('dates each row by the last complete read, unless it was read later or was not in the list', async () => {
    await storage.devices.putMany([
      device('old', 0, { readAtMs: 1 }),
      device('unseen', 1, { readAtMs: 1 }),
      device('newer', 2, { readAtMs: 9 }),
    ]);
    await storage.devices.all();
    await storage.devices.setCompletedAtMs(7, { beganAtMs: 5, unseen: ['unseen'] });
    const dates = (rows: Iterable<CachedDevice>) => [...rows].map(({ uniqueId, readAtMs }) => [uniqueId, readAtMs]);
    const dated = [
      ['old', 5],
      ['unseen', 1],
      ['newer', 9],
    ];
    for (const again of [false, true]) {
      expect(dates(await storage.devices.all())).to.deep.equal(dated);
      expect(dates((await storage.devices.head())!.devices)).to.deep.equal(dated);
      expect((await storage.devices.get('old'))!.readAtMs).to.equal(5);
      expect(await storage.devices.get('gone')).to.equal(null);
      const found = await storage.devices.getMany(['newer', 'gone', 'old']);
      expect([...found.keys()]).to.deep.equal(['newer', 'old']);
      expect(dates(found.values())).to.deep.equal([dated[2], dated[0]]);
      if (again) break;
      storage.close();
      storage = await openSample(accountId, { mirror: null });
    }
  });
});
