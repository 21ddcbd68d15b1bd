import { describe, expect, it } from 'vitest';
import { OLD_PACKAGE_MS, type CarriedPackage } from '../carried-package.ts';
import { fixtureEdit, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { READ_ALL } from '../commands/command.ts';
import type { Receipt } from '../receipt.ts';
import type { Run } from '../run.ts';
import { packageAges, receiptGroups, tasksOf, type Task, type TaskFacts } from './needs-you.ts';

const NOW_MS = 100 * OLD_PACKAGE_MS;

const receipt = (id: string, changes: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt(id, { id, runId: null, responseBase64: id, token: null, createdAtMs: 1, ...changes });

const run = (id: string, changes: Partial<Run> = {}): Run =>
  fixtureRun(id, { id, packageToken: 10, startedAtMs: 1, ...changes });

const carried = (id: string, changes: Partial<CarriedPackage> = {}): CarriedPackage =>
  fixturePackage(id, { id, token: 5, preparedAtMs: NOW_MS, fetchedAtMs: NOW_MS, ...changes });

const QUIET: TaskFacts = {
  keyWanted: false,
  losses: 0,
  receipts: [],
  edits: [],
  runs: [],
  elsewhere: new Set(),
  packages: [],
  nowMs: NOW_MS,
  needPackage: 0,
  alarms: null,
  silent: null,
  batteryLow: 0,
};
const tasks = (facts: Partial<TaskFacts>) => tasksOf({ ...QUIET, ...facts });

describe('the list of what needs a person', () => {
  it('is empty when all is well, and ignores what is unknown', () => {
    expect(tasks({ receipts: [receipt('a'), receipt('b', { state: 'verified' })], packages: [carried('a')] })).toEqual(
      [],
    );
  });

  it.each<[Partial<TaskFacts>, { task: Task; count: number }]>([
    [{ keyWanted: true }, { task: 'key', count: 1 }],
    [{ losses: 2 }, { task: 'losses', count: 2 }],
    [{ receipts: [receipt('a', { mirrored: false })] }, { task: 'notMirrored', count: 1 }],
    [
      { receipts: [receipt('a', { state: 'parked' }), receipt('b', { state: 'parked' })] },
      { task: 'parked', count: 2 },
    ],
    [{ receipts: [receipt('a', { state: 'notVerified' })] }, { task: 'notVerified', count: 1 }],
    [
      { receipts: [receipt('a', { state: 'notVerified', owner: 'unsure', candidates: ['a', 'b'] })] },
      { task: 'unsureNotVerified', count: 1 },
    ],
    [{ receipts: [receipt('a', { state: 'refused' })] }, { task: 'refused', count: 1 }],
    [{ runs: [run('a', { step: 'writing' })] }, { task: 'uncertainRuns', count: 1 }],
    [{ runs: [run('a', { step: 'written', command: READ_ALL })] }, { task: 'interrupted', count: 1 }],
    [{ runs: [run('a', { step: 'writing', command: 'restart' })] }, { task: 'interrupted', count: 1 }],
    [{ runs: [run('a')] }, { task: 'unfinishedRuns', count: 1 }],
    [{ packages: [carried('a', { fetchedAtMs: NOW_MS - OLD_PACKAGE_MS })] }, { task: 'oldPackages', count: 1 }],
    [
      {
        packages: [carried('a', { fetchedAtMs: 0 })],
        runs: [run('a', { processedAtSeconds: 1, outcome: { kind: 'receipt', receiptId: 'r' } })],
      },
      { task: 'deadPackages', count: 1 },
    ],
    [{ needPackage: 3 }, { task: 'needPackage', count: 3 }],
    [{ alarms: 2 }, { task: 'alarms', count: 2 }],
    [{ silent: 4 }, { task: 'silent', count: 4 }],
    [{ batteryLow: 5 }, { task: 'batteryLow', count: 5 }],
  ])('has, for the facts %j, the entry $1', (facts, task) => expect(tasks(facts)).toEqual([task]));

  it('leaves out what is settled, closed, or in progress in another window', () => {
    const later = receipt('z', { uniqueId: 'a', state: 'verified', createdAtMs: 9 });
    expect(tasks({ receipts: [receipt('a', { state: 'parked' }), later] })).toEqual([]);
    expect(tasks({ receipts: [receipt('a', { state: 'parked', givenUpAtMs: 1 })] })).toEqual([]);
    expect(tasks({ runs: [run('a', { step: 'writing' })], elsewhere: new Set(['a']) })).toEqual([]);
  });

  it('counts edits that the backend has refused, and no others', () => {
    const edits = [fixtureEdit('a', { state: 'parked' }), fixtureEdit('b'), fixtureEdit('c', { state: 'saved' })];
    expect(tasks({ edits })).toEqual([{ task: 'editsParked', count: 1 }]);
  });

  it('leaves out a run that has ended, and counts each unfinished run once', () => {
    const ended = run('a', { step: 'writing', outcome: { kind: 'closed', reason: '' } });
    expect(tasks({ runs: [ended] })).toEqual([]);
    expect(tasks({ runs: [run('a', { step: 'writing' }), run('b'), run('c')] })).toEqual([
      { task: 'uncertainRuns', count: 1 },
      { task: 'unfinishedRuns', count: 2 },
    ]);
  });

  it('counts a package as old from the limit of days on, after its fetch or else after its preparation', () => {
    const at = (ageMs: number, changes: Partial<CarriedPackage> = {}) =>
      tasks({ packages: [carried('a', { fetchedAtMs: NOW_MS - ageMs, preparedAtMs: 0, ...changes })] });
    expect(at(OLD_PACKAGE_MS - 1)).toEqual([]);
    expect(at(OLD_PACKAGE_MS)).toEqual([{ task: 'oldPackages', count: 1 }]);
    expect(at(OLD_PACKAGE_MS, { state: 'used' })).toEqual([]);
    expect(at(0, { fetchedAtMs: null })).toEqual([{ task: 'oldPackages', count: 1 }]);
    expect(at(0, { fetchedAtMs: null, preparedAtMs: NOW_MS })).toEqual([]);
  });

  it('counts no packages that only find or read a beacon', () => {
    const old = { fetchedAtMs: 0 };
    expect(tasks({ packages: [carried('a', { ...old, kind: 'command', command: READ_ALL })] })).toEqual([]);
    expect(tasks({ packages: [carried('a', { ...old, kind: 'command', command: 'IDENTIFY', spare: 1 })] })).toEqual([]);
    expect(packageAges([carried('a', { ...old, kind: 'command', command: READ_ALL })], NOW_MS)).toMatchObject({
      carried: 0,
      oldestMs: null,
    });
  });

  it('is sorted by urgency', () => {
    const found = tasks({ batteryLow: 1, keyWanted: true, losses: 1, runs: [run('a', { step: 'writing' })] });
    expect(found.map(({ task }) => task)).toEqual(['losses', 'key', 'uncertainRuns', 'batteryLow']);
  });
});

describe('the overview of packages and receipts on this phone', () => {
  it('counts the packages by age', () => {
    const hour = 3_600_000;
    const ages = [0, 23 * hour, 25 * hour, OLD_PACKAGE_MS - 1, OLD_PACKAGE_MS].map((age, index) =>
      carried(`p${index}`, { fetchedAtMs: NOW_MS - age, kind: index === 0 ? 'command' : 'configuration' }),
    );
    expect(packageAges([...ages, carried('x', { state: 'used' })], NOW_MS)).toEqual({
      carried: 5,
      today: 2,
      week: 2,
      older: 1,
      commands: 1,
      oldestMs: NOW_MS - OLD_PACKAGE_MS,
    });
    expect(packageAges([], NOW_MS)).toMatchObject({ carried: 0, oldestMs: null });
    const day = 24 * hour;
    const aged = (age: number) => packageAges([carried('a', { fetchedAtMs: NOW_MS - age })], NOW_MS);
    expect([aged(day - 1).today, aged(day - 1).week, aged(day).today, aged(day).week]).toEqual([1, 0, 0, 1]);
  });

  it('counts each receipt in one group, and no receipt that was not read yet', () => {
    const groups = receiptGroups([
      receipt('a'),
      receipt('b', { state: 'parked' }),
      receipt('c', { state: 'parked', givenUpAtMs: 1 }),
      receipt('d', { state: 'verified' }),
      receipt('e', { uniqueId: 'd', state: 'refused', createdAtMs: 0 }),
      receipt('f', { state: 'reserved' }),
      receipt('g', { state: 'sent' }),
      receipt('h', { state: 'notVerified' }),
      receipt('i', { state: 'refused' }),
      receipt('j', { state: 'verified', givenUpAtMs: 1 }),
    ]);
    expect(groups).toEqual({ waiting: 1, parked: 1, notVerified: 1, sent: 1, refused: 1, verified: 2, aside: 2 });
  });
});
