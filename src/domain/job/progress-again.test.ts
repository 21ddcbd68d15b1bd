/** The progress of a job is computed again only for the beacons that have changed. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressGiven, type JobGiven } from '../../../test/support/job-rows.ts';
import { tableGiven } from '../../../test/support/table-given.ts';
import type { Task } from './job.ts';
import { progressOf, type TaskProgress } from './progress.ts';

const IDS = ['aa', 'bb', 'cc'];
const tasks = IDS.map((uniqueId, at) => fixtureTask(at, { uniqueId, values: { minor: at } }));
const devices = new Map(IDS.map((uniqueId, at) => [uniqueId, fixtureDevice(at, { uniqueId })]));
const packages = IDS.map((uniqueId, at) => fixturePackage(uniqueId, { values: { minor: at } }));
const run = fixtureRun('bb', { packageId: packages[1]!.id, step: 'writing' });
const START: JobGiven = { devices, packages, runs: [], receipts: [], elsewhere: new Set() };

/** Changes, each applied on top of those before. */
const STEPS: readonly (readonly [string, Partial<JobGiven>])[] = [
  ['a package is used', { packages: packages.map((row, at) => (at === 1 ? { ...row, state: 'used' } : row)) }],
  ['a run is written down', { runs: [run] }],
  ['it goes on', { elsewhere: new Set([run.id]) }],
  ['it goes on no more', { elsewhere: new Set() }],
  ['its receipt comes', { receipts: [fixtureReceipt('bb', { values: { minor: 1 } })] }],
  ['a device is read anew', { devices: new Map(devices).set('bb', fixtureDevice(1, { uniqueId: 'bb', pending: {} })) }],
  ['its package goes', { packages: [packages[0]!, packages[2]!] }],
  ['all is gone', { packages: [], runs: [], receipts: [], devices: new Map() }],
];

/** The progress as the pages take it, from one table that follows the rows. */
function follow(): (given: JobGiven, of?: readonly Task[]) => readonly TaskProgress[] {
  let beacons = tableGiven({});
  return (given, of = tasks) => {
    beacons = tableGiven(given, beacons);
    return progressOf(of, { devices: given.devices, beacons });
  };
}

describe('the progress of a job that is requested again', () => {
  it('equals a new computation after each change', () => {
    const progress = follow();
    let facts = START;
    expect(progress(facts)).toEqual(progressGiven(tasks, facts));
    for (const [what, change] of STEPS) {
      facts = { ...facts, ...change };
      expect(progress(facts), what).toEqual(progressGiven(tasks, facts));
    }
  });

  it('is the same list for every caller until something changes', () => {
    const progress = follow();
    const first = progress(START);
    expect(progress({ ...START, elsewhere: new Set() })).toBe(first);
    let facts = START;
    for (const [what, change] of STEPS) {
      const before = progress(facts);
      facts = { ...facts, ...change };
      expect(progress(facts), what).not.toBe(before);
    }
  });

  it('is computed again only for the beacon that has changed', () => {
    const progress = follow();
    const first = progress(START);
    for (const [what, change] of STEPS.slice(0, -1)) {
      const then = progress({ ...START, ...change });
      expect([then[0], then[2]], what).toEqual([first[0], first[2]]);
      expect(then[0], what).toBe(first[0]);
      expect(then[2], what).toBe(first[2]);
    }
    const marked = tasks.map((task, at) =>
      at === 2 ? { ...task, mark: { kind: 'parked' as const, reason: '', atMs: 1 } } : task,
    );
    const after = progress(START, marked);
    expect(after[2]!.task.mark).not.toBeNull();
    expect(after[0]).toBe(first[0]);
  });
});
