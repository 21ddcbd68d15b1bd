/** A write that fails is reported to its caller, stores nothing, and notifies nobody. */
import { expect } from '@open-wc/testing';
import type { CachedDevice } from '../../domain/device.ts';
import { fixtureDevice, fixtureEdit } from '../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, NO_PATTERNS } from '../../../test/support/job-rows.ts';
import {
  openSample,
  rawRows,
  RESERVED,
  samplePackage,
  sampleReceipt,
  sampleRun,
} from '../../../test/support/sample-rows.ts';
import type { AccountStorage } from '../open-account.ts';

/** A value that the database refuses, as a row's field and as a key. */
const BAD = (() => undefined) as never;
const STORES = ['devices', 'packages', 'runs', 'receipts', 'edits', 'jobs', 'tasks', 'queue', 'skew', 'meta'];

let accountId = '';
let storage: AccountStorage;
const device: CachedDevice = fixtureDevice(1);
const edit = fixtureEdit('d');
const task = fixtureTask(0);

beforeEach(async () => {
  accountId = crypto.randomUUID();
  storage = await openSample(accountId, { mirror: null });
  await storage.devices.putMany([device]);
  await storage.packages.replace(samplePackage('1'));
  await storage.runs.put(sampleRun('1'));
  await storage.receipts.put(sampleReceipt(accountId, '1'));
  await storage.edits.update('d', () => edit);
  await storage.jobs.put({ jobs: [fixtureJob()], tasks: [task] });
});
afterEach(() => storage.close());

const receipt = (changes: object = {}) => sampleReceipt(accountId, '2', changes);
const commit = (again: boolean) =>
  storage.runs.commitResponse(sampleRun('1'), receipt({ values: BAD }), 'used', { package: samplePackage('1'), again });

const WRITES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['devices.putMany', () => storage.devices.putMany([fixtureDevice(3, { alias: BAD }), fixtureDevice(2)])],
  ['devices.removeMany', () => storage.devices.removeMany([BAD, device.uniqueId])],
  ['devices.keepOnly', () => storage.devices.keepOnly([BAD])],
  ['devices.setCompletedAtMs', () => storage.devices.setCompletedAtMs(BAD, { beganAtMs: 5, unseen: [] })],
  ['packages.replace', () => storage.packages.replace(samplePackage('2', { values: BAD }))],
  ['packages.mark', () => storage.packages.mark('pkg-1', BAD)],
  ['packages.restoreReplaced', () => storage.packages.restoreReplaced(BAD)],
  ['runs.begin', () => storage.runs.begin(sampleRun('2', { journal: BAD }), receipt(RESERVED))],
  ['runs.begin of a new run', () => storage.runs.begin(sampleRun('2', { journal: BAD }), receipt(RESERVED), 'new')],
  ['runs.put', () => storage.runs.put(sampleRun('1', { journal: BAD }))],
  ['a first runs.commitResponse', () => commit(false)],
  ['a repeated runs.commitResponse', () => commit(true)],
  ['runs.takeBack', () => storage.runs.takeBack(sampleRun('1', { id: BAD }))],
  ['runs.end', () => storage.runs.end(sampleRun('1', { receiptId: BAD }), null)],
  ['receipts.put', () => storage.receipts.put(receipt({ values: BAD }))],
  ['receipts.update', () => storage.receipts.update('rcp-1', (row) => ({ ...row, values: BAD }))],
  [
    'receipts.addMissing',
    () => storage.receipts.addMissing([sampleReceipt(accountId, '3', { values: BAD }), receipt()]),
  ],
  ['edits.update', () => storage.edits.update('d', (row) => ({ ...row!, held: BAD }))],
  ['drafts.put', () => storage.drafts.put('x', { atMs: 1, draft: BAD })],
  ['extensions.put', () => storage.extensions.put('commandLists', { atMs: 1, isOffered: BAD })],
  [
    'templates.put',
    () => storage.templates.put('x', { id: 'x', name: BAD, values: {}, patterns: NO_PATTERNS, savedAtMs: 1 }),
  ],
  ['queue.setPause', () => storage.queue.setPause({ reason: 'key', atMs: BAD })],
  ['queue.setExported', () => storage.queue.setExported([BAD])],
  ['skew.write', () => storage.skew.write({ skewMs: BAD, trust: 'unchecked' })],
  [
    'jobs.put of a job',
    () => storage.jobs.put({ jobs: [fixtureJob('job-2', { name: BAD })], tasks: [fixtureTask(1)] }),
  ],
  [
    'jobs.put of a task',
    () => storage.jobs.put({ jobs: [fixtureJob('job-2')], tasks: [fixtureTask(1, { note: BAD })] }),
  ],
  ['jobs.update', () => storage.jobs.update([task.id], (row) => ({ ...row, note: BAD }))],
  ['jobs.removeTasks', () => storage.jobs.removeTasks([BAD, task.id])],
  ['jobs.remove', () => storage.jobs.remove(BAD)],
];

describe('a failed write', () => {
  for (const [name, write] of WRITES) {
    it(`is reported and changes nothing: ${name}`, async () => {
      const all = () => Promise.all(STORES.map((store) => rawRows(accountId, store)));
      const before = await all();
      let notices = 0;
      const { devices, packages, runs, receipts, edits, drafts, queue, jobs } = storage;
      for (const store of [devices, packages, runs, receipts, edits, drafts, queue, jobs])
        store.watch(() => (notices += 1));
      const outcome = await write().then(
        () => 'stored',
        (error: Error) => error.name,
      );
      expect(outcome).to.equal('StorageError');
      expect(await all()).to.deep.equal(before);
      expect(notices).to.equal(0);
    });
  }
});
