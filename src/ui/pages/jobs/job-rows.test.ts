/** What is planned for the beacons of a job, and their rows by room. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, jobFacts, progressGiven, type JobGiven } from '../../../../test/support/job-rows.ts';
import { mostLines, plansOf, roomRows, roomsOf, type PlanFacts } from './job-rows.ts';

const tasks = [fixtureTask(0, { uniqueId: 'a' }), fixtureTask(1, { uniqueId: 'b' })];
const facts: JobGiven = {
  devices: new Map(['a', 'b'].map((uniqueId, at) => [uniqueId, fixtureDevice(at, { uniqueId, pending: null })])),
  packages: [],
  runs: [],
  receipts: [],
};
const now: PlanFacts = {
  jobId: 'job-1',
  state: { jobs: [fixtureJob()], tasks: new Map([['job-1', tasks]]) },
  ...jobFacts(facts),
};
const progress = progressGiven(tasks, facts);

describe('what is planned for the beacons of a job', () => {
  it('is computed only once for each beacon', () => {
    const planOf = plansOf(now);
    expect(planOf(progress[0]!)).toBe(planOf(progress[0]!));
  });

  it('warns of a pending package, of another job with the beacon, and of an unfinished run', () => {
    const planOfFirst = (changes: Partial<PlanFacts>) => plansOf({ ...now, ...changes })(progress[0]!);
    expect(planOfFirst({}).line?.warning).toBe(null);
    const withPackage = { ...facts, packages: [fixturePackage('a', { values: { txPower: 1 } })] };
    expect(planOfFirst(jobFacts(withPackage)).line?.warning).toBe('pending');
    const other = fixtureTask(0, { uniqueId: 'a', jobId: 'job-2' });
    const state = {
      ...now.state,
      jobs: [fixtureJob(), fixtureJob('job-2', { name: 'South wing' })],
      tasks: new Map([...now.state.tasks, ['job-2', [other]]]),
    };
    expect(planOfFirst({ state }).otherJob).toBe('South wing');
    const running = planOfFirst(jobFacts({ ...facts, runs: [fixtureRun('a', { step: 'writing' })] }));
    expect([running.otherJob, running.line?.warning]).toEqual([null, 'unfinishedRun']);
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

it('up to sixty rooms of a job are shown one by one, but more than sixty rooms as one list', () => {
  const countOf = (rooms: number): number => {
    const places = Array.from({ length: rooms }, (_, at) =>
      fixtureTask(at, { uniqueId: `b${at}`, place: `Room ${at}` }),
    );
    return roomsOf(progressGiven(places, facts)).length;
  };
  expect([1, 2, 60, 61].map(countOf)).toEqual([1, 2, 60, 1]);
  const [roomless] = roomsOf(progressGiven([fixtureTask(0, { uniqueId: 'a', place: '' })], facts));
  expect(roomless!.place).toBe(null);
});

it('a beacon in the job table takes one line for each value of its own, and one line if no value is planned', () => {
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
