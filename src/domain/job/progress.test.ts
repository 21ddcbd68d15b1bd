/** A beacon's progress follows from its rows, and only from those of the current plan. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressAt, progressGiven, type JobGiven } from '../../../test/support/job-rows.ts';
import type { CachedDevice } from '../device.ts';
import { MARK_KINDS, type Task } from './job.ts';
import {
  COUNT_PARTS,
  LEFT_PARTS,
  countJob,
  isBehind,
  leftOf,
  needsNewPackage,
  type JobCounts,
  type Standing,
  type TaskProgress,
} from './progress.ts';

const ID = 'b1';
const PLANNED_MS = 10_000;
const task = (changes: Partial<Task> = {}): Task =>
  fixtureTask(0, { uniqueId: ID, plannedAtMs: PLANNED_MS, ...changes });
const device = (changes: Partial<CachedDevice> = {}): CachedDevice =>
  fixtureDevice(0, { uniqueId: ID, pending: null, attributes: { txPower: 3, interval: 350 }, ...changes });
const carried = (changes: Parameters<typeof fixturePackage>[1] = {}) =>
  fixturePackage(ID, { preparedAtMs: PLANNED_MS + 1, ...changes });
const run = (changes: Parameters<typeof fixtureRun>[1] = {}) =>
  fixtureRun(ID, { startedAtMs: PLANNED_MS + 2, ...changes });
const receipt = (changes: Parameters<typeof fixtureReceipt>[1] = {}) =>
  fixtureReceipt(ID, { createdAtMs: PLANNED_MS + 3, ...changes });
const ended = run({ step: 'receipt', outcome: { kind: 'receipt', receiptId: `rcp-${ID}` } });

function standing(facts: Partial<JobGiven>, of: Task = task(), cached: CachedDevice | null = device()): TaskProgress {
  const devices = new Map(cached === null ? [] : [[ID, cached]]);
  return progressGiven([of], { devices, packages: [], runs: [], receipts: [], ...facts })[0]!;
}

describe('the state of a task of a job', () => {
  it.each<readonly [string, Partial<JobGiven>, Task, CachedDevice | null, Standing]>([
    ['nothing is known', {}, task(), device(), 'planned'],
    ['the beacon is not in the list', {}, task(), null, 'planned'],
    ['the backend shows the values', {}, task(), device({ attributes: { txPower: 5, interval: '500' } }), 'alreadySo'],
    [
      'the backend shows the values, and something else is pending',
      {},
      task(),
      device({ attributes: { txPower: 5, interval: 500 }, pending: { minor: 1 } }),
      'planned',
    ],
    ['no values are planned', {}, task({ values: {} }), device(), 'planned'],
    ['the planned values are pending', {}, task(), device({ pending: { txPower: 5, interval: 500 } }), 'prepared'],
    ['something else is pending', {}, task(), device({ pending: { txPower: 7 } }), 'planned'],
    ['its package is on this phone', { packages: [carried()] }, task(), device(), 'ready'],
    [
      'it is a gateway that shows the values which it has fetched by itself',
      { packages: [carried({ deviceType: 'GATEWAY' })] },
      task(),
      device({ deviceType: 'GATEWAY', attributes: { txPower: 5, interval: 500 }, readAtMs: PLANNED_MS + 9 }),
      'verified',
    ],
    [
      'a receipt of other values may be its own, and is not settled',
      {
        runs: [ended],
        receipts: [
          receipt({ state: 'verified' }),
          receipt({
            id: 'later',
            runId: 'of another beacon',
            responseBase64: 'AAEQBQ==',
            owner: 'unsure',
            values: { txPower: 7 },
            state: 'sent',
            createdAtMs: PLANNED_MS + 4,
          }),
        ],
      },
      task(),
      device(),
      'trouble',
    ],
    [
      'a receipt of other values that might have been its own is settled',
      { receipts: [receipt({ owner: 'unsure', values: { txPower: 7 }, state: 'verified' })] },
      task(),
      device(),
      'planned',
    ],
    [
      'a package of other values is on this phone',
      { packages: [carried({ values: { txPower: 7 } })] },
      task(),
      device(),
      'planned',
    ],
    [
      'a package from before the plan has the same values',
      { packages: [carried({ preparedAtMs: 1 })] },
      task(),
      device(),
      'ready',
    ],
    [
      'a package from before the plan was written, and another one since',
      { packages: [carried({ preparedAtMs: 1, state: 'used' })], runs: [run({ step: 'writing' })] },
      task(),
      device(),
      'planned',
    ],
    [
      'a run that has ended began at the moment of the plan',
      {
        packages: [carried({ preparedAtMs: PLANNED_MS, state: 'used' })],
        runs: [{ ...ended, startedAtMs: PLANNED_MS }],
        receipts: [receipt({ values: {}, state: 'verified', settledAtMs: PLANNED_MS + 9 })],
      },
      task(),
      device(),
      'verified',
    ],
    [
      'a run stopped during the write',
      { packages: [carried()], runs: [run({ step: 'writing' })] },
      task(),
      device(),
      'trouble',
    ],
    [
      'its receipt is on this phone',
      { packages: [carried({ state: 'used' })], runs: [ended], receipts: [receipt()] },
      task(),
      device(),
      'onTheWay',
    ],
    [
      'the backend has verified it',
      { packages: [carried({ state: 'used' })], runs: [ended], receipts: [receipt({ state: 'verified' })] },
      task(),
      device(),
      'verified',
    ],
    [
      'the beacon has refused it',
      { packages: [carried({ state: 'dead' })], runs: [ended], receipts: [receipt({ state: 'refused', result: 4 })] },
      task(),
      device(),
      'trouble',
    ],
    [
      'another plan was verified',
      { receipts: [receipt({ state: 'verified', values: { txPower: 7, interval: 500 } })] },
      task(),
      device(),
      'planned',
    ],
    [
      'the same values were Verified before the plan',
      {
        packages: [carried({ state: 'used', preparedAtMs: 1 })],
        runs: [{ ...ended, startedAtMs: 2 }],
        receipts: [receipt({ state: 'verified', createdAtMs: 3 })],
      },
      task(),
      device(),
      'planned',
    ],
    [
      'a command was sent',
      { packages: [carried({ kind: 'command', command: 'IDENTIFY' })] },
      task(),
      device(),
      'planned',
    ],
  ])('is $4 when %s', (_, facts, of, cached, wanted) => {
    expect(standing(facts, of, cached).standing).toBe(wanted);
  });

  it('counts any package when no values were planned', () => {
    expect(standing({ packages: [carried({ values: { minor: 1 } })] }, task({ values: {} })).standing).toBe('ready');
  });

  it('depends on values that are written to the beacon, not on those of the backend alone', () => {
    const plan = task({ values: { txPower: 5, alias: 'Room 12' } });
    expect(standing({ packages: [carried()] }, plan).standing).toBe('ready');
  });
});

describe('the counts of a job', () => {
  it('follow what is known of a beacon before what a person has noted, and add up', () => {
    const ids = ['v', 'w', 'p', 's', 'e', 'u', 'r', 'n'];
    const mark = (kind: NonNullable<Task['mark']>['kind']) => ({ kind, reason: '', atMs: 1 });
    const marks: Partial<Record<string, Task['mark']>> = {
      // Skipped by a person, but verified anyway.
      v: mark('skipped'),
      p: mark('parked'),
      s: mark('skipped'),
      e: mark('doneElsewhere'),
    };
    const tasks = ids.map((uniqueId, at) =>
      fixtureTask(at, { uniqueId, mark: marks[uniqueId] ?? null, plannedAtMs: 1 }),
    );
    const done = (uniqueId: string, state: 'verified' | 'waiting') =>
      fixtureReceipt(uniqueId, { state, runId: `run-${uniqueId}`, createdAtMs: 9 });
    const progress = progressGiven(tasks, {
      devices: new Map(),
      packages: [fixturePackage('r', { preparedAtMs: 5 })],
      runs: [fixtureRun('u', { step: 'writing', packageId: 'pkg-u' })],
      receipts: [done('v', 'verified'), done('w', 'waiting')],
    });
    const wanted: JobCounts = {
      all: 8,
      toVerify: 8,
      toConfirm: 0,
      verified: 1,
      alreadySo: 0,
      onTheWay: 1,
      noted: 0,
      confirmed: 0,
      parked: 1,
      skipped: 1,
      doneElsewhere: 1,
      handedOver: 0,
      closed: 0,
      left: 3,
      trouble: 0,
      ready: 1,
      toChange: 0,
      prepared: 0,
      planned: 2,
      onlyHere: 1,
    };
    expect(countJob(progress, 0)).toEqual(wanted);
    expect(leftOf(progress, 0).map(({ task: { uniqueId } }) => uniqueId)).toEqual(['u', 'r', 'n']);
  });

  it('add up to all beacons of the job, and what is left to its parts, in every combination', () => {
    const beacon = fc
      .record({
        standing: fc.constantFrom<Standing>(...LEFT_PARTS, 'verified', 'alreadySo', 'onTheWay', 'noted', 'confirmed'),
        mark: fc.option(
          fc.record({
            kind: fc.constantFrom(...MARK_KINDS),
            reason: fc.constant(''),
            atMs: fc.nat(9),
            untilMs: fc.nat(20),
          }),
        ),
      })
      .map(({ standing: value, mark }) => progressAt(standing({}, task({ mark })), value));
    fc.assert(
      fc.property(fc.array(beacon, { maxLength: 30 }), fc.nat(20), (progress, nowMs) => {
        const counts = countJob(progress, nowMs);
        const sum = (parts: readonly (keyof JobCounts)[]): number =>
          parts.reduce((total, part) => total + counts[part], 0);
        expect(counts.all).toBe(progress.length);
        expect(sum(COUNT_PARTS)).toBe(counts.all);
        expect(sum(LEFT_PARTS)).toBe(counts.left);
        expect(leftOf(progress, nowMs)).toHaveLength(counts.left);
      }),
    );
  });
});

it.each<[Standing, needs: boolean, behind: boolean]>([
  ['planned', true, false],
  ['prepared', true, false],
  ['ready', false, false],
  ['trouble', false, false],
  ['onTheWay', false, true],
  ['alreadySo', false, true],
  ['verified', false, true],
])('a beacon that is %s needs a new package: %s, and is done on site: %s', (at, needs, behind) => {
  const one = { ...standing({}), standing: at };
  expect([needsNewPackage(one), isBehind(at)]).toEqual([needs, behind]);
  expect(needsNewPackage({ ...one, task: task({ values: {} }) })).toBe(false);
});

describe('the packages, runs and receipts that count for a plan', () => {
  it.each<[what: string, facts: Partial<JobGiven>, wanted: Standing]>([
    [
      'a used package from the moment of the plan',
      { packages: [carried({ preparedAtMs: PLANNED_MS, state: 'used' })], runs: [ended], receipts: [receipt()] },
      'onTheWay',
    ],
    [
      'a prepared package from before the plan',
      { packages: [carried({ preparedAtMs: 1, state: 'prepared' })] },
      'prepared',
    ],
    [
      'an unfinished run from before the plan',
      { packages: [carried({ preparedAtMs: 1 })], runs: [run({ startedAtMs: 1, step: 'writing' })] },
      'trouble',
    ],
    [
      'no abandoned run',
      { packages: [carried()], runs: [run({ step: 'writing', outcome: { kind: 'abandoned' } })] },
      'ready',
    ],
    [
      'no run of another package',
      { packages: [carried()], runs: [run({ step: 'writing', packageId: 'other' })] },
      'ready',
    ],
    [
      'a receipt from the moment of the plan',
      { receipts: [receipt({ state: 'verified', createdAtMs: PLANNED_MS })] },
      'verified',
    ],
    [
      'no verified receipt from before the plan',
      { receipts: [receipt({ state: 'verified', createdAtMs: PLANNED_MS - 1 })] },
      'planned',
    ],
    ['an open receipt from before the plan', { receipts: [receipt({ state: 'waiting', createdAtMs: 1 })] }, 'onTheWay'],
    ['a sent receipt', { receipts: [receipt({ state: 'sent' })] }, 'onTheWay'],
    ['a receipt that is not verified', { receipts: [receipt({ state: 'notVerified' })] }, 'trouble'],
  ])('include %s', (_what, facts, wanted) => {
    expect(standing(facts).standing).toBe(wanted);
  });

  it('do not make a beacon Uncertain while its run is in progress', () => {
    const facts = { packages: [carried()], runs: [run({ step: 'writing' })] };
    expect(standing({ ...facts, elsewhere: new Set([`run-${ID}`]) }).standing).toBe('ready');
    expect(standing({ ...facts, elsewhere: new Set(['another']) }).standing).toBe('trouble');
  });

  it('name the package, the run and the receipt', () => {
    const one = standing({ packages: [carried({ state: 'used' })], runs: [ended], receipts: [receipt()] });
    expect([one.package?.id, one.run?.id, one.receipt?.id]).toEqual([`pkg-${ID}`, `run-${ID}`, `rcp-${ID}`]);
    expect(standing({})).toMatchObject({ package: null, run: null, receipt: null });
  });
});

describe('a battery of a job', () => {
  const NOTED = { notedAtMs: 5, by: 'Ada' };
  const CONFIRMED = { ...NOTED, confirmedAtMs: 6 };
  const alone = (battery: Task['battery']) => task({ values: {}, battery });
  const verified = {
    packages: [carried({ state: 'used' })],
    runs: [ended],
    receipts: [receipt({ state: 'verified' })],
  };
  const written = { ...verified, receipts: [receipt({ state: 'waiting' })] };

  it.each<readonly [string, Partial<JobGiven>, Task, Standing, TaskProgress['configuration']]>([
    ['is to be changed', {}, alone({}), 'toChange', null],
    ['is noted', {}, alone(NOTED), 'noted', null],
    ['is confirmed', {}, alone(CONFIRMED), 'confirmed', null],
    ['is to be changed beside a package of another plan', { packages: [carried()] }, alone({}), 'toChange', null],
    ['is noted beside what is left of a configuration', {}, task({ battery: NOTED }), 'planned', 'planned'],
    ['is to be changed beside a package', { packages: [carried()] }, task({ battery: {} }), 'ready', 'ready'],
    ['is left of a written configuration', written, task({ battery: {} }), 'toChange', 'onTheWay'],
    ['is noted, and the receipt is to be verified', written, task({ battery: CONFIRMED }), 'onTheWay', 'onTheWay'],
    ['is left of a verified configuration', verified, task({ battery: {} }), 'toChange', 'verified'],
    ['is noted and its configuration verified', verified, task({ battery: NOTED }), 'verified', 'verified'],
  ])('%s', (_, facts, of, wanted, configuration) => {
    const found = standing(facts, of);
    expect([found.standing, found.configuration]).toEqual([wanted, configuration]);
  });

  it('is counted as a battery and never as Verified, beside a configuration too, which has its own count', () => {
    const both = [{}, NOTED, CONFIRMED].map((battery) => task({ battery }));
    const countOf = (tasks: readonly Task[], facts: Partial<JobGiven>): Partial<JobCounts> => {
      const counts = countJob(
        tasks.map((of) => standing(facts, of)),
        0,
      );
      return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    };
    const batteries = { all: 3, toConfirm: 3, noted: 1, confirmed: 1 };
    expect(countOf([alone({}), alone(NOTED), alone(CONFIRMED)], verified)).toEqual({
      ...batteries,
      left: 1,
      toChange: 1,
    });
    expect(countOf(both, verified)).toEqual({ ...batteries, toVerify: 3, verified: 3, left: 1, toChange: 1 });
    expect(countOf(both, { packages: [carried()] })).toEqual({ ...batteries, toVerify: 3, left: 3, ready: 3 });
  });

  it('has no track, package or receipt of its own without a configuration', () => {
    const found = standing({ ...verified, packages: [carried()] }, alone({}), device({ pending: { txPower: 7 } }));
    expect([found.package, found.run, found.receipt, found.track.summary]).toEqual([null, null, null, 'nothing']);
  });
});
