/** Listeners are notified once of the rows that a write has changed, and not of other stores. */
import { expect } from '@open-wc/testing';
import { fixtureDevice, fixtureEdit } from '../../../test/support/fixture-rows.ts';
import { fixtureJob } from '../../../test/support/job-rows.ts';
import { openSample, RESERVED, samplePackage, sampleReceipt, sampleRun } from '../../../test/support/sample-rows.ts';
import type { AccountStorage } from '../open-account.ts';

let accountId = '';
let storage: AccountStorage;
beforeEach(async () => {
  accountId = crypto.randomUUID();
  storage = await openSample(accountId, { mirror: null });
  await storage.packages.replace(samplePackage('1'));
  await storage.receipts.put(sampleReceipt(accountId, '1'));
});
afterEach(() => storage.close());

const receipt = (id: string) => sampleReceipt(accountId, id);
const known = (again: boolean) => ({ package: samplePackage('1'), again });
/** What the listeners of each store receive: the IDs of the changed rows, null when any row may have changed. */
type Notices = Partial<Record<keyof typeof STORES, readonly (readonly string[] | null)[]>>;
const STORES = {
  devices: () => storage.devices,
  packages: () => storage.packages,
  runs: () => storage.runs,
  receipts: () => storage.receipts,
  edits: () => storage.edits,
  drafts: () => storage.drafts,
  queue: () => storage.queue,
  jobs: () => storage.jobs,
};

const WRITES: readonly (readonly [string, () => Promise<unknown>, Notices])[] = [
  [
    'runs.begin',
    () => storage.runs.begin(sampleRun('2'), sampleReceipt(accountId, '2', RESERVED)),
    { runs: [['2']], receipts: [['rcp-2']] },
  ],
  ['runs.put', () => storage.runs.put(sampleRun('1')), { runs: [['1']] }],
  [
    'runs.commitResponse',
    () => storage.runs.commitResponse(sampleRun('1'), receipt('1'), 'used', known(false)),
    { runs: [['1']], receipts: [['rcp-1']], packages: [['pkg-1']] },
  ],
  ['runs.takeBack', () => storage.runs.takeBack(sampleRun('1')), { runs: [['1']], receipts: [['rcp-1']] }],
  [
    'runs.end',
    () => storage.runs.end(sampleRun('1'), 'used'),
    { runs: [['1']], receipts: [['rcp-1']], packages: [['pkg-1']] },
  ],
  [
    'packages.replace with a newer one',
    () => storage.packages.replace(samplePackage('1', { id: 'new' })),
    { packages: [['new', 'pkg-1']] },
  ],
  ['packages.replace with itself', () => storage.packages.replace(samplePackage('1')), { packages: [['pkg-1']] }],
  ['packages.mark', () => storage.packages.mark('pkg-1', 'dead'), { packages: [['pkg-1']] }],
  ['packages.restoreReplaced', () => storage.packages.restoreReplaced('pkg-1'), { packages: [['pkg-1']] }],
  ['receipts.update', () => storage.receipts.update('rcp-1', (row) => row), { receipts: [['rcp-1']] }],
  ['receipts.addMissing', () => storage.receipts.addMissing([receipt('9')]), { receipts: [null] }],
  ['receipts.addMissing of none', () => storage.receipts.addMissing([]), {}],
  ['devices.putMany', () => storage.devices.putMany([fixtureDevice(1)]), { devices: [null] }],
  ['devices.putMany of none', () => storage.devices.putMany([]), {}],
  ['devices.removeMany', () => storage.devices.removeMany(['b1']), { devices: [null] }],
  ['devices.removeMany of none', () => storage.devices.removeMany([]), {}],
  ['edits.update', () => storage.edits.update('d', () => fixtureEdit('d')), { edits: [null] }],
  ['drafts.put', () => storage.drafts.put('x', { atMs: 1, draft: {} }), { drafts: [['x']] }],
  ['queue.setPause', () => storage.queue.setPause({ reason: 'key', atMs: 1 }), { queue: [null] }],
  ['queue.setExported', () => storage.queue.setExported(['rcp-1']), { queue: [null] }],
  ['jobs.put', () => storage.jobs.put({ jobs: [fixtureJob()], tasks: [] }), { jobs: [null] }],
  ['jobs.remove', () => storage.jobs.remove('job-1'), { jobs: [null] }],
];

describe('the listeners of stored rows', () => {
  for (const [name, write, expected] of WRITES) {
    it(`are notified of what has changed by ${name}`, async () => {
      const notices: Record<string, unknown[]> = {};
      for (const [store, of] of Object.entries(STORES))
        of().watch((ids?: readonly string[] | null) => void (notices[store] ??= []).push(ids));
      await write();
      expect(notices).to.deep.equal(expected);
    });
  }

  it('are notified of the row to which another response was moved', async () => {
    const notice = new Promise<unknown>((resolve) => storage.receipts.watch(resolve));
    await storage.receipts.put({ ...receipt('1'), responseBase64: 'c2Vjb25k' });
    const ids = (await storage.receipts.all()).map(({ id }) => id);
    expect(ids).to.have.length(2);
    expect(await notice).to.have.members(ids);
  });
});
