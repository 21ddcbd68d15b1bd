/**
 * Jobs on a real IndexedDB: stored completely or not at all, announced to other windows, and added to an existing
 * database.
 */
import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { fixtureJob, fixtureTask } from '../../../test/support/job-rows.ts';
import { openSample, samplePackage } from '../../../test/support/sample-rows.ts';
import { openSecondWindow } from '../../../test/support/second-window.ts';
import { accountDatabase } from '../../names.ts';
import type { JobStore } from '../../use-cases/jobs/ports.ts';
import type { AccountStorage } from '../open-account.ts';

let accountId = '';
let storage: AccountStorage;
let jobs: JobStore;
async function open(): Promise<void> {
  storage = await openSample(accountId, { mirror: null });
  ({ jobs } = storage);
}
beforeEach(() => {
  accountId = crypto.randomUUID();
  return open();
});
afterEach(() => storage.close());

describe('stored jobs', () => {
  it('are restored after a restart with every task as it was planned', async () => {
    const tasks = [fixtureTask(0), fixtureTask(1, { mark: { kind: 'parked', reason: 'locked', atMs: 7 } })];
    await jobs.put({ jobs: [fixtureJob()], tasks });
    storage.close();
    await open();
    const stored = await jobs.all();
    expect(stored.jobs).to.deep.equal([fixtureJob()]);
    expect(stored.tasks.toSorted((a, b) => a.order - b.order)).to.deep.equal(tasks);
  });

  it('lose no mark when two windows mark one task', async () => {
    await jobs.put({ jobs: [], tasks: [fixtureTask(0)] });
    const { id } = fixtureTask(0);
    const other = await openSecondWindow();
    const there = await other.openSample(accountId, { mirror: null });
    const theirs = there.jobs;
    const notified = new Promise<void>((resolve) => {
      const stop = jobs.watch(() => (stop(), resolve()));
    });
    await theirs.update([id], (task) => ({ ...task, note: `${task.note}a` }));
    await notified;
    await Promise.all([
      theirs.update([id], (task) => ({ ...task, note: `${task.note}b` })),
      jobs.update([id], (task) => ({ ...task, note: `${task.note}c` })),
    ]);
    const [{ note } = { note: '' }] = (await jobs.all()).tasks;
    expect([...note].sort().join('')).to.equal('abc');
    there.close();
    other.close();
  });

  it('are added to a database that was created before jobs existed', async () => {
    const earlier = crypto.randomUUID();
    const old = await openDB(accountDatabase(earlier), 1, {
      upgrade(db) {
        for (const [store, keyPath] of [
          ['devices', 'uniqueId'],
          ['packages', 'id'],
          ['runs', 'id'],
          ['receipts', 'id'],
          ['edits', 'uniqueId'],
        ] as const)
          db.createObjectStore(store, { keyPath });
        for (const store of ['queue', 'skew', 'meta', 'quarantine']) db.createObjectStore(store);
      },
    });
    await old.put('packages', samplePackage('1'));
    old.close();
    const opened = await openSample(earlier, { mirror: null });
    const { jobs: theirs } = opened;
    await theirs.put({ jobs: [fixtureJob()], tasks: [fixtureTask(0)] });
    expect((await theirs.all()).tasks).to.have.length(1);
    expect(await opened.packages.get('pkg-1')).to.deep.equal(samplePackage('1'));
    opened.close();
  });

  it('test for free space by writing, and leave nothing behind when it is missing', async () => {
    expect(await storage.tryRoom(300_000)).to.equal('enough');
    const real = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(...parameters: Parameters<typeof real>) {
      if (parameters[0] instanceof Uint8Array) throw new DOMException('no room', 'QuotaExceededError');
      return real.apply(this, parameters);
    };
    try {
      expect(await storage.tryRoom(300_000)).to.equal('full');
    } finally {
      IDBObjectStore.prototype.put = real;
    }
    const raw = await openDB(accountDatabase(accountId));
    expect((await raw.getAllKeys('meta')).filter((key) => String(key).startsWith('room'))).to.deep.equal([]);
    raw.close();
  });

  it('can be read completely with 10,000 tasks', async () => {
    const tasks = Array.from({ length: 10_000 }, (_, at) => fixtureTask(at, { uniqueId: `b${at}` }));
    await jobs.put({ jobs: [fixtureJob()], tasks });
    expect((await jobs.all()).tasks).to.have.length(10_000);
  });
});
