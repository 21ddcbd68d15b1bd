/** Which job the app offers to continue. */
import { describe, expect, it } from 'vitest';
import { fixturePackage, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, progressAt, progressGiven } from '../../../test/support/job-rows.ts';
import type { Task } from './job.ts';
import { type TaskProgress } from './progress.ts';
import { isBegun, jobUnderWay } from './under-way.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 100 * DAY_MS;
const startedAt = (startedAtMs: number) => fixtureRun('a', { step: 'writing', startedAtMs });

function progress(run: ReturnType<typeof startedAt> | null, changes: Partial<Task> = {}): readonly TaskProgress[] {
  const tasks = ['a', 'b'].map((uniqueId, at) =>
    fixtureTask(at, { uniqueId, plannedAtMs: 0, ...(at === 0 ? changes : {}) }),
  );
  return progressGiven(tasks, {
    devices: new Map(),
    packages: tasks.map(({ uniqueId }) => fixturePackage(uniqueId, { preparedAtMs: 1 })),
    runs: run === null ? [] : [run],
    receipts: [],
  });
}

describe('the job under way', () => {
  it('is the job that was worked on last, with its counts and its next beacon', () => {
    const result = jobUnderWay(
      [
        { job: fixtureJob('older'), progress: progress(startedAt(NOW_MS - DAY_MS)) },
        { job: fixtureJob('newer'), progress: progress(startedAt(NOW_MS - 1)) },
      ],
      NOW_MS,
    );
    expect(result?.job.id).toBe('newer');
    expect(result?.counts.left).toBe(2);
    expect(result?.next.task.uniqueId).toBe('a');
  });

  it('may be one of which beacons were only parked', () => {
    const mark = { kind: 'parked', reason: '', atMs: NOW_MS - 1 } as const;
    expect(jobUnderWay([{ job: fixtureJob(), progress: progress(null, { mark }) }], NOW_MS)?.next.task.uniqueId).toBe(
      'b',
    );
  });

  it('may have been worked on a week ago, but not longer ago', () => {
    const of = [{ job: fixtureJob(), progress: progress(startedAt(NOW_MS - 7 * DAY_MS)) }];
    expect(jobUnderWay(of, NOW_MS)?.job).toEqual(fixtureJob());
    expect(jobUnderWay(of, NOW_MS + 1)).toBeNull();
  });

  it('is the job that was worked on last, wherever it stands in the list', () => {
    const jobs = [NOW_MS - 2, NOW_MS - 1, NOW_MS - 3].map((atMs, at) => ({
      job: fixtureJob(`job ${at}`),
      progress: progress(startedAt(atMs)),
    }));
    expect(jobUnderWay(jobs, NOW_MS)?.job.id).toBe('job 1');
    expect(jobUnderWay(jobs.toReversed(), NOW_MS)?.job.id).toBe('job 1');
  });

  it.each<readonly [string, readonly TaskProgress[]]>([
    ['that nobody has begun', progress(null)],
    ['that nobody has worked on for more than a week', progress(startedAt(NOW_MS - 8 * DAY_MS))],
    ['of which nothing is left', progress(startedAt(NOW_MS - 1)).map((one) => progressAt(one, 'verified'))],
    ['without beacons', []],
  ])('is no job %s', (_, of) => expect(jobUnderWay([{ job: fixtureJob(), progress: of }], NOW_MS)).toBe(null));
});

it.each<[string, Partial<TaskProgress>, boolean]>([
  ['nobody has done anything', {}, false],
  ['a beacon was written', { run: fixtureRun('a', { startedAtMs: 5, endedAtMs: null }) }, true],
  ['a run has ended', { run: fixtureRun('a', { startedAtMs: 0, endedAtMs: 5 }) }, true],
  ['a beacon was skipped', { task: fixtureTask(0, { mark: { kind: 'skipped', reason: '', atMs: 5 } }) }, true],
])('a job of which %s counts as begun: $2', (_which, change, expected) => {
  const rows = [fixtureTask(0, { uniqueId: 'a' }), fixtureTask(1, { uniqueId: 'b' })];
  const [first, second] = progressGiven(rows, { devices: new Map(), packages: [], runs: [], receipts: [] });
  expect(
    isBegun([
      { ...first!, run: null, ...change },
      { ...second!, run: null },
    ]),
  ).toBe(expected);
  expect(isBegun([])).toBe(false);
});
