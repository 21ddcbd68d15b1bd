/**
 * What the stores of the ports do, whatever keeps the rows: the cases run over the stores in memory that other tests
 * use, and over those on a real IndexedDB.
 */
import type { CachedDevice } from '../../src/domain/device.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { JobTemplate } from '../../src/domain/job/template.ts';
import type { Run } from '../../src/domain/run.ts';
import type { VirtualEdit } from '../../src/domain/virtual-edit.ts';
import type { ListedDevices } from '../../src/use-cases/devices/ports.ts';
import type { JobStore } from '../../src/use-cases/jobs/ports.ts';
import type { TemplateStore } from '../../src/use-cases/jobs/templates.ts';
import type { OutboxEdits, OutboxReceipts, QueueStore } from '../../src/use-cases/outbox/ports.ts';
import type { PackageStore, ReceiptStore, RunStore } from '../../src/use-cases/stores.ts';
import { fixtureDevice, fixtureEdit } from './fixture-rows.ts';
import { NO_PATTERNS, fixtureJob, fixtureTask } from './job-rows.ts';
import { NOW_MS, RESERVED, samplePackage, sampleReceipt, sampleRun } from './sample-rows.ts';

/** What a run uses. */
interface RunStores {
  readonly runs: RunStore;
  readonly packages: PackageStore;
  readonly receipts: ReceiptStore;
}

interface CaseStores extends RunStores {
  readonly receipts: OutboxReceipts;
  readonly edits: OutboxEdits;
  readonly queue: QueueStore;
  readonly devices: ListedDevices;
  readonly jobs: JobStore;
  readonly templates: TemplateStore;
}

/** `Stores`: those that the case uses. */
export interface StoreCase<Stores> {
  /** Completes the sentence that begins with the store. */
  readonly it: string;
  /** Works on empty stores, and returns what they then say. */
  readonly act: (stores: Stores) => Promise<unknown>;
  readonly wanted: unknown;
}

const sample = (id: string, changes: Partial<Receipt> = {}): Receipt => sampleReceipt('acc-1', id, changes);

/** Every field of its delivery. */
const delivered = sample('1', {
  mirrored: true,
  state: 'parked',
  tries: 3,
  unanswered: 2,
  inFlightSinceMs: 4,
  lastAnswer: { atMs: 4, status: 403, code: 'key', message: 'No' },
  nextAtMs: 5,
  settledAtMs: 6,
  syncAskedAtMs: 7,
});
const rest: Partial<Receipt> = { result: 9, clock: 'checkedDate' };

async function responsesOf({ receipts }: Pick<RunStores, 'receipts'>): Promise<string[]> {
  return (await receipts.all()).map(({ uniqueId, responseBase64 }) => `${uniqueId} ${atob(responseBase64)}`).sort();
}

const putTwice =
  (stored: Receipt, given: Receipt) =>
  async ({ receipts }: Pick<CaseStores, 'receipts'>): Promise<Receipt | null> => {
    await receipts.put(stored);
    await receipts.put(given);
    return receipts.get(given.id);
  };

const unsure = sample('1', { owner: 'unsure', candidates: ['dev-2', 'dev-3'] });
const sameOf = (uniqueId: string): Receipt => ({ ...unsure, id: `rcp-${uniqueId}`, uniqueId });

const RECEIPTS: readonly StoreCase<Pick<CaseStores, 'receipts'>>[] = [
  {
    it: 'lists the oldest receipt first, and receipts of one time by their IDs',
    async act({ receipts }) {
      for (const row of [sample('2'), sample('3', { createdAtMs: NOW_MS - 1 }), sample('1')]) await receipts.put(row);
      return (await receipts.all()).map(({ id }) => id);
    },
    wanted: ['rcp-3', 'rcp-1', 'rcp-2'],
  },
  {
    it: 'returns the changed receipt, and leaves one of which nothing is changed',
    async act({ receipts }) {
      await receipts.put(sample('1'));
      const changed = await receipts.update('rcp-1', (row) => ({ ...row, tries: 1 }));
      return [changed, await receipts.update('rcp-1', () => null), await receipts.all()];
    },
    wanted: [sample('1', { tries: 1 }), sample('1', { tries: 1 }), [sample('1', { tries: 1 })]],
  },
  {
    it: 'changes no receipt that is not stored',
    async act({ receipts }) {
      const seen: Receipt[] = [];
      return [await receipts.update('never there', (row) => (seen.push(row), row)), seen, await receipts.all()];
    },
    wanted: [null, [], []],
  },
  {
    it: 'keeps the ID of a receipt when a change gives it another one',
    async act({ receipts }) {
      await receipts.put(sample('1'));
      await receipts.update('rcp-1', (row) => ({ ...row, id: 'other', tries: 1 }));
      return receipts.all();
    },
    wanted: [sample('1', { tries: 1 })],
  },
  {
    it: 'notes that a receipt has no second copy once it is assigned to another beacon',
    async act({ receipts }) {
      await receipts.put(sample('1', { mirrored: true }));
      return receipts.update('rcp-1', (row) => ({ ...row, uniqueId: 'dev-2' }));
    },
    wanted: sample('1', { uniqueId: 'dev-2', mirrored: false }),
  },
  {
    it: 'adds imported receipts as not yet having a second copy',
    async act({ receipts }) {
      return [await receipts.addMissing([sample('1', { mirrored: true }), sample('2')]), await receipts.all()];
    },
    wanted: [2, [sample('1'), sample('2')]],
  },
  {
    it: 'adds no imported receipt whose response is stored already',
    async act({ receipts }) {
      await receipts.put(sample('1'));
      const other = { ...sample('1'), id: 'rcp-other' };
      return [await receipts.addMissing([]), await receipts.addMissing([sample('1'), other])];
    },
    wanted: [0, 0],
  },
  {
    it: 'adds no imported receipt without a response',
    act: ({ receipts }) => receipts.addMissing([sample('1', RESERVED)]),
    wanted: 0,
  },
  {
    it: 'adds both of two receipts with one ID in the file',
    async act(stores) {
      const added = await stores.receipts.addMissing([sample('1'), { ...sample('2'), id: 'rcp-1' }]);
      return [added, await responsesOf(stores), await stores.receipts.get('rcp-1')];
    },
    wanted: [2, ['dev-1 response of 1', 'dev-2 response of 2'], sample('1')],
  },
  {
    it: 'adds no imported receipt that is stored under another candidate of an unsure owner',
    async act({ receipts }) {
      await receipts.put(unsure);
      const same = await receipts.addMissing(['dev-1', 'dev-2', 'dev-3'].map(sameOf));
      return [same, await receipts.addMissing([sameOf('dev-4')])];
    },
    wanted: [0, 1],
  },
  {
    it: 'adds an imported receipt with a stored response when another beacon or account is known to own it',
    async act({ receipts }) {
      const here = sample('1', { candidates: ['dev-1', 'dev-2'] });
      await receipts.put(here);
      return receipts.addMissing([
        { ...here, id: 'rcp-2', uniqueId: 'dev-2' },
        { ...here, id: 'rcp-3', accountId: 'acc-2' },
      ]);
    },
    wanted: 2,
  },
  {
    it: 'keeps the delivery of a stored receipt that was sent more often, and takes over the rest',
    act: putTwice(delivered, sample('1', rest)),
    wanted: { ...delivered, ...rest },
  },
  {
    it: 'keeps the delivery of a stored receipt that is settled',
    act: putTwice(delivered, sample('1', { ...rest, tries: 3 })),
    wanted: { ...delivered, ...rest },
  },
  {
    it: 'replaces a settled receipt with another settled one',
    act: putTwice(delivered, { ...delivered, ...rest, state: 'verified', mirrored: false }),
    wanted: { ...delivered, ...rest, state: 'verified', mirrored: false },
  },
  {
    it: 'replaces a receipt that was not sent more often than the new one',
    act: putTwice(sample('1', { tries: 2, nextAtMs: 9 }), sample('1', { tries: 2, nextAtMs: 8 })),
    wanted: sample('1', { tries: 2, nextAtMs: 8 }),
  },
  {
    it: 'notes a second copy of a replaced receipt if either the old or the new one has it',
    act: putTwice(sample('1', { tries: 1 }), sample('1', { mirrored: true })),
    wanted: sample('1', { tries: 1, mirrored: true }),
  },
  {
    it: 'notes no second copy of a replaced receipt if neither the old nor the new one has it',
    act: putTwice(sample('1', { tries: 1 }), sample('1')),
    wanted: sample('1', { tries: 1 }),
  },
  {
    it: 'replaces a receipt without a response with another one without',
    act: putTwice(sample('1', RESERVED), sample('1', { ...RESERVED, tries: 1 })),
    wanted: sample('1', { ...RESERVED, tries: 1 }),
  },
  {
    it: 'stores another response with the same ID as a receipt of its own, without the delivery of the first',
    async act(stores) {
      const given = await putTwice(delivered, sample('1', { responseBase64: 'c2Vjb25k' }))(stores);
      return [given, await responsesOf(stores)];
    },
    wanted: [sample('1', { responseBase64: 'c2Vjb25k' }), ['dev-1 response of 1', 'dev-1 second']],
  },
  {
    it: 'keeps a response that a reservation of the same ID would replace',
    act: putTwice(sample('1'), sample('1', RESERVED)),
    wanted: sample('1'),
  },
];

const edits = [
  fixtureEdit('a', { createdAtMs: 3 }),
  fixtureEdit('b', { createdAtMs: 1 }),
  fixtureEdit('c', { createdAtMs: 2 }),
];

const EDITS: readonly StoreCase<Pick<CaseStores, 'edits'>>[] = [
  {
    it: 'lists the oldest edit first, and returns a single edit and the result of a change to it',
    async act(stores) {
      for (const edit of edits) await stores.edits.update(edit.uniqueId, () => edit);
      const ids = (await stores.edits.all()).map(({ uniqueId }) => uniqueId);
      const found = [await stores.edits.get('c'), await stores.edits.get('never there')];
      return [ids, ...found, await stores.edits.update('c', (row) => row && { ...row, held: true })];
    },
    wanted: [['b', 'c', 'a'], edits[2], null, { ...edits[2], held: true }],
  },
  {
    it: 'gives the second of two simultaneous changes the result of the first, and removes an edit that becomes null',
    async act(stores) {
      const seen: (VirtualEdit | null)[] = [];
      const note =
        (alias: string) =>
        (row: VirtualEdit | null): VirtualEdit => {
          seen.push(row);
          return { ...(row ?? fixtureEdit('d')), values: { ...row?.values, alias } };
        };
      await Promise.all([stores.edits.update('d', note('one')), stores.edits.update('d', note('two'))]);
      const removed = await stores.edits.update('d', () => null);
      return [seen.map((row) => row?.values.alias ?? null), removed, await stores.edits.all()];
    },
    wanted: [[null, 'one'], null, []],
  },
];

const QUEUE: readonly StoreCase<Pick<CaseStores, 'queue'>>[] = [
  {
    it: 'has no pause, wait or export of the queue at first, and returns each once it is stored',
    async act({ queue }) {
      const first = [await queue.pause(), await queue.wait(), await queue.exported()];
      await queue.setPause({ reason: 'sameRefusal', status: 403, atMs: 5 });
      await queue.setWait({ atMs: 5, untilMs: 9, wasPressed: false });
      await queue.setExported(['rcp-1', 'rcp-2']);
      const then = [await queue.pause(), await queue.wait(), await queue.exported()];
      await queue.setPause(null);
      return [...first, ...then, await queue.pause()];
    },
    wanted: [
      null,
      null,
      [],
      { reason: 'sameRefusal', status: 403, atMs: 5 },
      { atMs: 5, untilMs: 9, wasPressed: false },
      ['rcp-1', 'rcp-2'],
      null,
    ],
  },
];

const device = (index: number, changes: Partial<CachedDevice> = {}): CachedDevice =>
  fixtureDevice(index, { uniqueId: `dev-${index}`, lastSeenMs: NOW_MS, readAtMs: NOW_MS, ...changes });

const SHORT = { read: 226, counted: 254 };

const DEVICES: readonly StoreCase<Pick<CaseStores, 'devices'>>[] = [
  {
    it: 'returns the requested devices that are stored, and replaces a device by its ID',
    async act({ devices }) {
      await devices.putMany([device(1), device(2)]);
      await devices.putMany([device(2, { alias: 'Bee' })]);
      const some = await devices.getMany(['dev-2', 'never there']);
      return [[...some.values()], await devices.get('dev-1'), await devices.get('never there')];
    },
    wanted: [[device(2, { alias: 'Bee' })], device(1), null],
  },
  {
    it: 'lists the devices in the order of the list, those of one place by their IDs, and not those that were removed',
    async act({ devices }) {
      await devices.putMany([device(3), device(2, { order: 9 }), device(1, { order: 9 }), device(0)]);
      await devices.removeMany(['dev-0', 'never there']);
      return (await devices.all()).map(({ uniqueId }) => uniqueId);
    },
    wanted: ['dev-3', 'dev-1', 'dev-2'],
  },
  {
    it: 'returns when the device list was last read completely, and how many devices were missing then',
    async act({ devices }) {
      const seen: unknown[] = [];
      const look = async () => seen.push([await devices.completedAtMs(), await devices.short()]);
      await look();
      for (const short of [SHORT, undefined, SHORT]) {
        await devices.setCompletedAtMs(NOW_MS, { beganAtMs: NOW_MS, unseen: [], short });
        await look();
      }
      await devices.keepOnly([]);
      await look();
      return seen;
    },
    wanted: [
      [null, null],
      [NOW_MS, SHORT],
      [NOW_MS, null],
      [NOW_MS, SHORT],
      [null, null],
    ],
  },
  {
    it: 'dates each device by the last complete read, unless it was read later or was not in the list',
    async act({ devices }) {
      await devices.putMany([1, 2, 3].map((at) => device(at, { readAtMs: at === 3 ? 9 : 1 })));
      await devices.setCompletedAtMs(7, { beganAtMs: 5, unseen: ['dev-2'] });
      const reads = [
        await devices.all(),
        (await devices.head())!.devices,
        [...(await devices.getMany(['dev-3', 'never there', 'dev-1'])).values()],
        [await devices.get('dev-1')],
      ];
      return reads.map((rows) => rows.map((row) => `${row!.uniqueId} ${row!.readAtMs}`));
    },
    wanted: [['dev-1 5', 'dev-2 1', 'dev-3 9'], ['dev-1 5', 'dev-2 1', 'dev-3 9'], ['dev-3 9', 'dev-1 5'], ['dev-1 5']],
  },
  {
    it: 'returns the first devices of a list that was once read completely, and the number of all',
    async act({ devices }) {
      const before = await devices.head();
      await devices.putMany(Array.from({ length: 300 }, (_, at) => device(at)));
      const unread = await devices.head();
      await devices.setCompletedAtMs(NOW_MS, { beganAtMs: 0, unseen: [] });
      await devices.putMany([device(1, { alias: 'Bee' })]);
      await devices.removeMany(['dev-2']);
      const { devices: top, count } = (await devices.head())!;
      return [before, unread, count, top.length, top.slice(0, 3)];
    },
    wanted: [null, null, 299, 99, [device(0), device(1, { alias: 'Bee' }), device(3)]],
  },
  {
    it: 'removes all devices but the given ones, and the stored top of the list',
    async act({ devices }) {
      await devices.putMany([device(0), device(1), device(2)]);
      await devices.setCompletedAtMs(NOW_MS, { beganAtMs: 0, unseen: [] });
      await devices.keepOnly(['dev-1', 'never there']);
      return [await devices.all(), await devices.head()];
    },
    wanted: [[device(1)], null],
  },
];

const [first, second] = [fixtureTask(0), fixtureTask(1)];
const elsewhere = fixtureTask(0, { jobId: 'job-2' });
const inOrder = async ({ jobs }: Pick<CaseStores, 'jobs'>) =>
  (await jobs.all()).tasks.toSorted((a, b) => a.order - b.order);

const JOBS: readonly StoreCase<Pick<CaseStores, 'jobs'>>[] = [
  {
    it: 'removes a job together with its tasks, and no other job',
    async act({ jobs }) {
      await jobs.put({ jobs: [fixtureJob(), fixtureJob('job-2')], tasks: [first, second, elsewhere] });
      await jobs.remove('job-1');
      const others = await jobs.all();
      await jobs.removeTasks([elsewhere.id]);
      return [others, (await jobs.all()).tasks];
    },
    wanted: [{ jobs: [fixtureJob('job-2')], tasks: [elsewhere] }, []],
  },
  {
    it: 'finds out whether any job notes which beacons are hung up',
    async act({ jobs }) {
      const none = await jobs.notesHungUp();
      const asked = fixtureJob('job-2', { hungUp: { isNoted: false, by: '' } });
      await jobs.put({ jobs: [fixtureJob(), asked], tasks: [] });
      const refused = await jobs.notesHungUp();
      await jobs.put({ jobs: [{ ...asked, hungUp: { isNoted: true, by: 'Ada' } }], tasks: [] });
      return [none, refused, await jobs.notesHungUp()];
    },
    wanted: [false, false, true],
  },
  {
    it: 'changes those of the given tasks that exist, and returns them',
    async act(stores) {
      await stores.jobs.put({ jobs: [], tasks: [first, second] });
      const changed = await stores.jobs.update([second.id, 'never there'], (task) => ({ ...task, note: 'seen' }));
      return [changed, await inOrder(stores)];
    },
    wanted: [[{ ...second, note: 'seen' }], [first, { ...second, note: 'seen' }]],
  },
];

/** Commits a response as a run does: reserved, then filled. */
async function commit({ runs, packages }: Omit<RunStores, 'receipts'>, id: string): Promise<Run> {
  const ended = sampleRun(id, { step: 'receipt', outcome: { kind: 'receipt', receiptId: `rcp-${id}` } });
  await packages.replace(samplePackage(id));
  await runs.begin(sampleRun(id), sample(id, RESERVED));
  await runs.commitResponse(ended, sample(id), 'used', { package: samplePackage(id), again: false });
  return ended;
}

async function statesOf({ packages }: Pick<CaseStores, 'packages'>): Promise<string[]> {
  return (await packages.all()).map(({ id, state }) => `${id}: ${state}`);
}

const RUNS: readonly StoreCase<RunStores>[] = [
  {
    it: 'reserves a receipt that the response fills, and marks the package as used',
    async act(stores) {
      const { packages, receipts, runs } = stores;
      await packages.replace(samplePackage('1'));
      await runs.begin(sampleRun('1'), sample('1', RESERVED));
      const reserved = await receipts.get('rcp-1');
      const known = { package: samplePackage('1'), again: false };
      await runs.commitResponse(sampleRun('1', { step: 'receipt' }), sample('1'), 'used', known);
      return [reserved, await receipts.all(), await runs.all(), await statesOf(stores)];
    },
    wanted: [sample('1', RESERVED), [sample('1')], [sampleRun('1', { step: 'receipt' })], ['pkg-1: used']],
  },
  {
    it: 'removes an unused reserved receipt when the run ends, and never a response',
    async act(stores) {
      const { receipts, runs } = stores;
      await runs.begin(sampleRun('1'), sample('1', RESERVED));
      await runs.end(sampleRun('1', { outcome: { kind: 'abandoned' } }), null);
      const none = await receipts.all();
      await commit(stores, '2');
      await runs.end(sampleRun('2', { outcome: { kind: 'packageDead' } }), 'dead');
      return [none, await receipts.all(), await statesOf(stores)];
    },
    wanted: [[], [sample('2')], ['pkg-2: dead']],
  },
  {
    it: 'removes a run that has touched no beacon, with its reserved receipt',
    async act({ receipts, runs }) {
      await runs.begin(sampleRun('1'), sample('1', RESERVED));
      await runs.takeBack(sampleRun('1'));
      await runs.takeBack(sampleRun('never there'));
      return [await runs.all(), await receipts.all()];
    },
    wanted: [[], []],
  },
  {
    it: 'does not remove a run that has advanced',
    async act({ receipts, runs }) {
      await runs.begin(sampleRun('1', { step: 'writing' }), sample('1', RESERVED));
      await runs.takeBack(sampleRun('1'));
      return [await runs.all(), await receipts.all()];
    },
    wanted: [[sampleRun('1', { step: 'writing' })], [sample('1', RESERVED)]],
  },
  {
    it: 'keeps the response of a run that is removed',
    async act(stores) {
      await commit(stores, '1');
      await stores.runs.put(sampleRun('1'));
      await stores.runs.takeBack(sampleRun('1'));
      return [await stores.runs.get('1'), await stores.receipts.all()];
    },
    wanted: [null, [sample('1')]],
  },
  {
    it: 'ends or removes a run whose reserved receipt is gone',
    async act({ receipts, runs }) {
      await runs.put(sampleRun('1'));
      await runs.end(sampleRun('1', { outcome: { kind: 'abandoned' } }), null);
      await runs.put(sampleRun('2'));
      await runs.takeBack(sampleRun('2'));
      return [await runs.all(), await receipts.all()];
    },
    wanted: [[sampleRun('1', { outcome: { kind: 'abandoned' } })], []],
  },
  ...[false, true].map((again) => ({
    it: `does not change a package that another window has replaced, at a ${again ? 'repeated' : 'first'} commit of a response`,
    async act(stores: Omit<RunStores, 'receipts'>) {
      const stored = samplePackage('1');
      await stores.packages.replace(stored);
      await stores.packages.replace(samplePackage('2', { uniqueId: stored.uniqueId }));
      await stores.runs.commitResponse(sampleRun('1'), sample('1'), null, { package: stored, again });
      return statesOf(stores);
    },
    wanted: ['pkg-1: replaced', 'pkg-2: carried'],
  })),
  {
    it: 'does not change a restored and delivered receipt when the commit of its response is repeated',
    async act({ receipts, runs }) {
      await receipts.put(delivered);
      await runs.commitResponse(sampleRun('1'), sample('1'), 'used', { package: null, again: true });
      return [await receipts.all(), await runs.all()];
    },
    wanted: [[delivered], [sampleRun('1')]],
  },
  {
    it: 'never replaces a response: neither when its run starts over, nor with another response at a repeated commit',
    async act(stores) {
      const { receipts, runs } = stores;
      await commit(stores, '1');
      await runs.begin(sampleRun('1'), sample('1', RESERVED));
      const before = await receipts.all();
      const other = sample('1', { responseBase64: 'c2Vjb25k' });
      await runs.commitResponse(sampleRun('1'), other, 'used', { package: null, again: true });
      return [before, await responsesOf(stores), await receipts.get('rcp-1')];
    },
    wanted: [[sample('1')], ['dev-1 response of 1', 'dev-1 second'], sample('1', { responseBase64: 'c2Vjb25k' })],
  },
  {
    it: 'reserves the receipt again when a run starts over whose reserved receipt is empty',
    async act({ receipts, runs }) {
      await runs.begin(sampleRun('1'), sample('1', RESERVED));
      await runs.begin(sampleRun('1'), sample('1', { ...RESERVED, values: { txPower: 7 } }));
      return receipts.all();
    },
    wanted: [sample('1', { ...RESERVED, values: { txPower: 7 } })],
  },
];

const identify = { kind: 'command', command: 'identify' } as const;

const PACKAGES: readonly StoreCase<Pick<CaseStores, 'packages'>>[] = [
  {
    it: 'replaces an older package of the same device and kind only',
    async act(stores) {
      const { packages } = stores;
      await packages.replace(samplePackage('1', { id: 'old', preparedAtMs: 1 }));
      await packages.replace(samplePackage('1', { id: 'prepared', state: 'prepared', base64: null, preparedAtMs: 2 }));
      await packages.replace(samplePackage('1', { id: 'command', kind: 'command', preparedAtMs: 3 }));
      await packages.mark('old', 'used');
      await packages.replace(samplePackage('2', { id: 'other device', preparedAtMs: 4 }));
      await packages.replace(samplePackage('1', { id: 'new', preparedAtMs: 5 }));
      return [await statesOf(stores), (await packages.ofDevice('dev-1')).map(({ id }) => id)];
    },
    wanted: [
      ['old: used', 'prepared: replaced', 'command: carried', 'other device: carried', 'new: carried'],
      ['old', 'prepared', 'command', 'new'],
    ],
  },
  {
    it: 'keeps spare packets beside each other; a new one replaces the one with its number',
    async act(stores) {
      const { packages } = stores;
      await packages.replace(samplePackage('1', { ...identify, id: 'asked for', preparedAtMs: 1 }));
      await packages.replace(samplePackage('1', { ...identify, id: 'first', spare: 1, preparedAtMs: 2 }));
      await packages.replace(samplePackage('1', { ...identify, id: 'second', spare: 2, preparedAtMs: 3 }));
      await packages.replace(samplePackage('1', { ...identify, id: 'new first', spare: 1, preparedAtMs: 4 }));
      return statesOf(stores);
    },
    wanted: ['asked for: carried', 'first: replaced', 'second: carried', 'new first: carried'],
  },
  {
    it: 'restores a replaced package, unless it was used or a newer one exists',
    async act({ packages }) {
      const states: (string | undefined)[] = [];
      const restore = async (): Promise<void> => {
        await packages.restoreReplaced('old');
        states.push((await packages.get('old'))?.state);
      };
      await packages.replace(samplePackage('1', { id: 'old', preparedAtMs: 1 }));
      await packages.mark('old', 'replaced');
      await packages.replace(samplePackage('1', { id: 'command', kind: 'command', preparedAtMs: 2 }));
      await restore();
      await packages.mark('old', 'used');
      await restore();
      await packages.mark('old', 'replaced');
      await packages.replace(samplePackage('1', { id: 'new', preparedAtMs: 3 }));
      await restore();
      await packages.mark('new', 'used');
      await restore();
      await packages.restoreReplaced('never there');
      return states;
    },
    wanted: ['carried', 'used', 'replaced', 'replaced'],
  },
  {
    it: 'carries only one of three packages of a device that are stored at the same time',
    async act(stores) {
      const rows = [1, 2, 3].map((preparedAtMs) => samplePackage('1', { id: `p${preparedAtMs}`, preparedAtMs }));
      await Promise.all(rows.map((row) => stores.packages.replace(row)));
      return statesOf(stores);
    },
    wanted: ['p1: replaced', 'p2: replaced', 'p3: carried'],
  },
  {
    it: 'stores when the change in a package was withdrawn, and no time when it was not',
    async act({ packages }) {
      await packages.mark('never there', 'dead');
      await packages.replace(samplePackage('1'));
      await packages.mark('pkg-1', 'dead');
      const dead = await packages.get('pkg-1');
      await packages.mark('pkg-1', 'dead', 5);
      return [dead, await packages.all()];
    },
    wanted: [samplePackage('1', { state: 'dead' }), [samplePackage('1', { state: 'dead', withdrawnAtMs: 5 })]],
  },
];

const template = (id: string, savedAtMs: number): JobTemplate => ({
  id,
  name: 'Ward',
  values: { txPower: 3 },
  patterns: NO_PATTERNS,
  savedAtMs,
});

const WATCHED: readonly StoreCase<
  Pick<CaseStores, 'receipts' | 'edits' | 'queue' | 'devices' | 'jobs' | 'templates'>
>[] = [
  {
    it: 'calls a watcher after each change until it stops watching',
    async act({ receipts, edits: changes, queue, devices, jobs, templates }) {
      const calls: string[] = [];
      const stops = Object.entries({ receipts, edits: changes, queue, devices, jobs, templates }).map(([name, store]) =>
        store.watch(() => calls.push(name)),
      );
      const changeAll = async () => {
        await receipts.put(sample('1'));
        await changes.update('a', () => edits[0]!);
        await queue.setExported([]);
        await devices.putMany([device(1)]);
        await jobs.put({ jobs: [], tasks: [first] });
        await templates.put('a', template('a', 1));
      };
      await changeAll();
      const heard = [...new Set(calls)].sort();
      for (const stop of stops) stop();
      calls.length = 0;
      await changeAll();
      return [heard, calls];
    },
    wanted: [['devices', 'edits', 'jobs', 'queue', 'receipts', 'templates'], []],
  },
];

const TEMPLATES: readonly StoreCase<Pick<CaseStores, 'templates'>>[] = [
  {
    it: 'lists templates by name, each as it was stored last, until it is removed',
    async act({ templates }) {
      for (const id of ['b', 'a', 'c', 'b']) await templates.put(id, template(id, (await templates.all()).size));
      await templates.put('c', null);
      await templates.put('never there', null);
      return [...(await templates.all())];
    },
    wanted: [
      ['a', template('a', 1)],
      ['b', template('b', 3)],
    ],
  },
  {
    it: 'lists a template that is still being stored',
    async act({ templates }) {
      const put = templates.put('a', template('a', 1));
      const names = [...(await templates.all()).keys()];
      await put;
      return names;
    },
    wanted: ['a'],
  },
];

export const STORE_CASES = {
  runs: RUNS,
  packages: PACKAGES,
  receipts: RECEIPTS,
  edits: EDITS,
  queue: QUEUE,
  devices: DEVICES,
  jobs: JOBS,
  templates: TEMPLATES,
  rows: WATCHED,
};
