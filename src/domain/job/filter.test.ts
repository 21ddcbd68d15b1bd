/** The filters of a job show each beacon where it is counted, and beacons in trouble by their trouble. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressGiven } from '../../../test/support/job-rows.ts';
import { countByFilter, filterTasks, taskFilterOf } from './filter.ts';
import { COUNT_PARTS, countJob, type TaskProgress } from './progress.ts';

const NOW_MS = 100_000;
const IDS = ['verified', 'uncertain', 'ready', 'parked', 'due', 'planned'];
const values = { txPower: 5, interval: 500 };
const tasks = IDS.map((uniqueId, at) =>
  fixtureTask(at, {
    uniqueId,
    values,
    mark:
      uniqueId === 'parked' || uniqueId === 'due'
        ? { kind: 'parked', reason: '', atMs: 1, untilMs: uniqueId === 'due' ? 1 : NOW_MS + 1 }
        : null,
  }),
);
const brought = ['verified', 'uncertain', 'ready'];
const progress = progressGiven(tasks, {
  devices: new Map(
    IDS.map((uniqueId, at) => [uniqueId, fixtureDevice(at, { uniqueId, pending: null, attributes: {} })]),
  ),
  packages: brought.map((id) =>
    fixturePackage(id, { values, preparedAtMs: 2_000, state: id === 'verified' ? 'used' : 'carried' }),
  ),
  runs: [
    fixtureRun('verified', {
      startedAtMs: 3_000,
      step: 'receipt',
      outcome: { kind: 'receipt', receiptId: 'rcp-verified' },
    }),
    fixtureRun('uncertain', { startedAtMs: 3_000, step: 'writing', outcome: null }),
  ],
  receipts: [fixtureReceipt('verified', { values, createdAtMs: 4_000, state: 'verified', settledAtMs: 5_000 })],
});
const shown = (filter: Parameters<typeof filterTasks>[1]): string[] =>
  filterTasks(progress, filter, NOW_MS).map(({ task }) => task.uniqueId);

describe('the filters of a job', () => {
  it('show all beacons when none is chosen, and each beacon under only one of the counted states', () => {
    expect(shown(null)).toEqual(IDS);
    expect(COUNT_PARTS.flatMap(shown).toSorted()).toEqual(IDS.toSorted());
  });

  it('show a parked beacon whose time has come among the beacons left, and uncertain beacons separately', () => {
    expect(shown('left')).toEqual(['uncertain', 'ready', 'due', 'planned']);
    expect(shown('uncertain')).toEqual(['uncertain']);
    expect(shown('parked')).toEqual(['parked']);
    expect(shown('verified')).toEqual(['verified']);
  });

  it('show a verified beacon twice, as verified and by its battery change', () => {
    const filtersOf = (changes: Partial<TaskProgress>) => [
      ...countByFilter([{ ...progress[0]!, ...changes }], NOW_MS).keys(),
    ];
    expect(filtersOf({ battery: 'noted' })).toEqual(['noted', 'verified']);
    expect(filtersOf({ battery: 'toChange', standing: 'toChange' })).toEqual(['left', 'verified']);
  });

  it('have the same counts as the job, and are left out when they would show no beacon', () => {
    const counts = countByFilter(progress, NOW_MS);
    const job = countJob(progress, NOW_MS);
    expect(counts.get('left')).toBe(job.left);
    expect(counts.get('parked')).toBe(job.parked);
    expect(counts.has('skipped')).toBe(false);
    expect([...counts]).toEqual([
      ['left', 4],
      ['uncertain', 1],
      ['parked', 1],
      ['verified', 1],
    ]);
  });

  it('are read from the address of the page, and an unknown name is ignored', () => {
    expect(taskFilterOf('parked')).toBe('parked');
    expect(taskFilterOf('everything')).toBeNull();
    expect(taskFilterOf(null)).toBeNull();
  });
});
