/** Rows of a job are cached by their input and rebuilt when it changes. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, jobFacts, progressGiven, type JobGiven } from '../../../../test/support/job-rows.ts';
import { mostLines, roomRows, TaskRows, type RowFacts } from './job-rows.ts';

const tasks = [fixtureTask(0, { uniqueId: 'a' }), fixtureTask(1, { uniqueId: 'b' })];
const facts: JobGiven = {
  devices: new Map(['a', 'b'].map((uniqueId, at) => [uniqueId, fixtureDevice(at, { uniqueId, pending: null })])),
  packages: [],
  runs: [],
  receipts: [],
};
const now: RowFacts = {
  jobId: 'job-1',
  state: { jobs: [fixtureJob()], tasks: new Map([['job-1', tasks]]) },
  ...jobFacts(facts),
};
const progress = progressGiven(tasks, facts);

describe('the rows of a job', () => {
  it('are the same objects at each request while nothing has changed', () => {
    const rows = new TaskRows();
    const [a, b] = progress.map(rows.asOf(now, null));
    expect(rows.asOf({ ...now }, null)(progress[1]!)).toBe(b);
    expect(rows.asOf(now, new Map())(progress[0]!)).toBe(a);
  });

  it('are new objects with the same plan when preparing has an outcome', () => {
    const rows = new TaskRows();
    const [a, b] = progress.map(rows.asOf(now, null));
    const [changed, same] = progress.map(rows.asOf(now, new Map([['a', { kind: 'notAccessible' }]])));
    expect(changed).toEqual({ ...a, outcome: { kind: 'notAccessible' } });
    expect(changed!.plan).toBe(a!.plan);
    expect(same).toBe(b);
  });

  it('are rebuilt when a package arrives, another job contains the beacon, or a run is in progress', () => {
    const rows = new TaskRows();
    const [a] = progress.map(rows.asOf(now, null));
    const withPackage = { ...facts, packages: [fixturePackage('a', { values: { txPower: 1 } })] };
    const [carried] = progress.map(rows.asOf({ ...now, ...jobFacts(withPackage) }, null));
    expect([a!.plan.line?.warning, carried!.plan.line?.warning]).toEqual([null, 'pending']);
    const other = fixtureTask(0, { uniqueId: 'a', jobId: 'job-2' });
    const state = {
      ...now.state,
      jobs: [fixtureJob(), fixtureJob('job-2', { name: 'South wing' })],
      tasks: new Map([...now.state.tasks, ['job-2', [other]]]),
    };
    expect(rows.asOf({ ...now, state }, null)(progress[0]!).plan.otherJob).toBe('South wing');
    const [running] = progress.map(
      rows.asOf({ ...now, ...jobFacts({ ...facts, runs: [fixtureRun('a', { step: 'writing' })] }) }, null),
    );
    expect([running!.plan.otherJob, running!.plan.line?.warning]).toEqual([null, 'unfinishedRun']);
  });
});

it('the job table puts beacons below the heading of their room, in order of first appearance', () => {
  const places = ['East', 'West', 'East', '', 'West'];
  const some = progressGiven(
    places.map((place, at) => fixtureTask(at, { uniqueId: `b${at}`, place })),
    facts,
  );
  const rows = roomRows(some);
  expect(rows.map((row) => ('count' in row ? `${row.place} ${row.count}` : row.task.uniqueId))).toEqual([
    'East 2',
    'b0',
    'b2',
    'West 2',
    'b1',
    'b4',
    ' 1',
    'b3',
  ]);
  expect(roomRows(some)).toBe(rows);
  expect(roomRows(some.filter(({ task }) => task.place === ''))).toHaveLength(1);
});

it('a beacon in the job table needs as many lines as it has values of its own, and one where none is planned', () => {
  const common = { interval: 713 };
  const some = progressGiven(
    [
      fixtureTask(0, { values: { interval: 713 } }),
      fixtureTask(1, { values: { interval: 713, minor: 1, major: 2 } }),
      fixtureTask(2, { values: {} }),
    ],
    facts,
  );
  expect(some.map((one) => mostLines([one], common))).toEqual([0, 2, 1]);
});
