/**
 * The route through a job: no beacon is forgotten, none is offered again, and no time is promised without a measured
 * pace.
 */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressAt, progressGiven } from '../../../test/support/job-rows.ts';
import type { Run } from '../run.ts';
import type { Task } from './job.ts';
import { countJob, type Standing, type TaskProgress } from './progress.ts';
import { doneNames, nextTask, parkedOf, timeLeftMs } from './route.ts';

const row = (
  uniqueId: string,
  standing: Standing,
  changes: Partial<Task> = {},
  name: string | null = null,
): TaskProgress =>
  progressAt(
    progressGiven([fixtureTask(0, { uniqueId, values: {}, ...changes })], {
      devices: new Map([[uniqueId, fixtureDevice(0, { uniqueId, name })]]),
      packages: [],
      runs: [],
      receipts: [],
    })[0]!,
    standing,
  );
const parked = { mark: { kind: 'parked', reason: '', atMs: 1 } } as const;
const until = (untilMs: number) => ({ mark: { kind: 'parked', reason: 'locked', atMs: 1, untilMs } }) as const;
const skipped = { mark: { kind: 'skipped', reason: '', atMs: 1 } } as const;

describe('the next beacon of a job', () => {
  it.each<readonly [string, readonly TaskProgress[], string | null, string | undefined]>([
    ['the first one without a current beacon', [row('a', 'ready'), row('b', 'ready')], null, 'a'],
    ['the one after the current beacon', [row('a', 'ready'), row('b', 'ready'), row('c', 'ready')], 'b', 'c'],
    ['the first one again after the last', [row('a', 'ready'), row('b', 'ready')], 'b', 'a'],
    ['one that can be written before one that only needs a visit', [row('a', 'trouble'), row('b', 'ready')], null, 'b'],
    ['a battery to change before one that is not prepared', [row('a', 'planned'), row('b', 'toChange')], null, 'b'],
    ['no changed battery', [row('a', 'noted'), row('b', 'confirmed'), row('c', 'planned')], null, 'c'],
    ['one that needs a visit, before a parked one', [row('a', 'ready', parked), row('b', 'trouble')], null, 'b'],
    [
      'the parked one at the end',
      [row('a', 'ready', parked), row('b', 'verified'), row('c', 'ready', skipped)],
      null,
      'a',
    ],
    ['one that is not prepared, when nothing else is left', [row('a', 'planned'), row('b', 'onTheWay')], null, 'a'],
    [
      'a parked one whose time is over, before all others',
      [row('a', 'ready'), row('b', 'ready'), row('c', 'trouble', until(50))],
      'a',
      'c',
    ],
    [
      'not a parked one before its time while another is left',
      [row('a', 'ready', until(51)), row('b', 'trouble')],
      null,
      'b',
    ],
    ['never a finished one', [row('a', 'verified', until(1)), row('b', 'ready')], null, 'b'],
    ['nobody', [row('a', 'verified'), row('b', 'ready', skipped), row('c', 'alreadySo')], null, undefined],
    ['none when only the current beacon is left', [row('a', 'ready')], 'a', undefined],
  ])('is %s', (_, progress, from, wanted) => expect(nextTask(progress, from, 50)?.task.uniqueId).toBe(wanted));

  describe('when the job is opened', () => {
    const at = (startedAtMs: number, changes: Partial<Run> = {}): Pick<TaskProgress, 'run'> => ({
      run: fixtureRun('x', { step: 'writing', startedAtMs, ...changes }),
    });
    const over = { outcome: { kind: 'receipt', receiptId: 'r' }, endedAtMs: 9 } as const;
    it.each<readonly [string, readonly TaskProgress[], string | null, string]>([
      [
        'the beacon that was being written when the app was closed',
        [{ ...row('a', 'trouble'), ...at(5) }, row('b', 'ready'), row('c', 'ready')],
        null,
        'a',
      ],
      [
        'the next one where a person went on from it to another beacon',
        [{ ...row('a', 'trouble'), ...at(5) }, { ...row('b', 'onTheWay'), ...at(6, over) }, row('c', 'ready')],
        null,
        'c',
      ],
      [
        'the next one where a person has parked it',
        [{ ...row('a', 'trouble', parked), ...at(5) }, row('b', 'ready')],
        null,
        'b',
      ],
      [
        'the next one where a person goes on from another beacon',
        [{ ...row('a', 'trouble'), ...at(5) }, row('b', 'ready'), row('c', 'ready')],
        'b',
        'c',
      ],
    ])('is %s', (_, progress, from, wanted) => expect(nextTask(progress, from, 50)?.task.uniqueId).toBe(wanted));
  });

  it('may be a parked one again once its time has come', () => {
    const rows = [row('a', 'ready', until(60)), row('b', 'ready', parked), row('c', 'verified', until(60))];
    expect(parkedOf(rows, 59).map(({ task }) => task.uniqueId)).toEqual(['a', 'b']);
    expect(countJob(rows, 59)).toMatchObject({ parked: 2, left: 0, verified: 1 });
    expect(parkedOf(rows, 60).map(({ task }) => task.uniqueId)).toEqual(['b']);
    expect(countJob(rows, 60)).toMatchObject({ parked: 1, left: 1, ready: 1, verified: 1 });
  });
});

it('parked beacons are offered in the order of the job, from the current beacon on', () => {
  const rows = [row('a', 'ready', parked), row('b', 'verified'), row('c', 'trouble', parked)];
  expect(nextTask(rows, 'b', 50)?.task.uniqueId).toBe('c');
  expect(nextTask(rows, 'c', 50)?.task.uniqueId).toBe('a');
  expect(nextTask(rows, null, 50)?.task.uniqueId).toBe('a');
  expect(nextTask(rows, 'not in the job', 50)?.task.uniqueId).toBe('a');
  expect(nextTask([], null, 50)).toBeNull();
});

it.each<[string, Standing]>([
  ['planned', 'planned'],
  ['prepared', 'prepared'],
])('a parked beacon that is due again is not offered first while it is only %s', (_what, standing) => {
  expect(nextTask([row('a', standing, until(1)), row('b', 'ready')], null, 50)?.task.uniqueId).toBe('b');
});

describe('the names that the Bluetooth chooser need not show', () => {
  it('include no name that a beacon still to visit has as its ID or planned name', () => {
    expect(doneNames([row('a', 'verified'), row('b', 'verified', { values: { name: '' } }, 'Kept')])).toEqual([]);
    expect(doneNames([row('a', 'verified', {}, 'Hall'), row('Hall', 'ready')])).toEqual([]);
    expect(doneNames([row('a', 'verified', {}, 'Hall'), row('b', 'ready', { values: { name: 'Hall' } })])).toEqual([]);
    expect(doneNames([row('a', 'alreadySo', {}, 'Hall'), row('b', 'ready')])).toEqual(['Hall']);
  });

  it('are the names of finished beacons, unless a beacon that is left has the same name', () => {
    expect(
      doneNames([
        row('a', 'onTheWay', { values: { name: 'a' } }, 'Kontakt'),
        row('b', 'verified', {}, 'Kontakt'),
        row('c', 'verified', {}, 'Own'),
        row('d', 'ready', { values: { name: 'd' } }, 'Kontakt'),
      ]),
    ).toEqual(['a', 'Own']);
  });
});

describe('the time left for a job', () => {
  const MINUTE_MS = 60_000;
  const walk = (endsMin: readonly number[], left: number): TaskProgress[] => {
    const ids = [...endsMin.keys()].map((at) => `done${at}`);
    const tasks = [...ids, ...Array.from({ length: left }, (_, at) => `left${at}`)].map((uniqueId, at) =>
      fixtureTask(at, { uniqueId, plannedAtMs: 0 }),
    );
    return progressGiven(tasks, {
      devices: new Map(),
      packages: ids.map((id) => fixturePackage(id, { state: 'used', preparedAtMs: 1 })),
      runs: ids.map((id, at) =>
        fixtureRun(id, {
          step: 'receipt',
          startedAtMs: 2,
          endedAtMs: endsMin[at]! * MINUTE_MS,
          outcome: { kind: 'receipt', receiptId: `rcp-${id}` },
        }),
      ),
      receipts: ids.map((id) => fixtureReceipt(id, { createdAtMs: 3 })),
    });
  };

  it.each<readonly [string, readonly number[], number, number | null]>([
    ['is unknown before a few beacons were done', [0, 2, 4], 10, null],
    ['is computed from the time that one beacon took', [0, 2, 4, 6], 10, 20],
    ['leaves out the break at noon', [0, 2, 4, 64, 66, 68], 10, 20],
    ['leaves out every break, even if there are as many as walks', [0, 2, 62, 66, 126, 130], 10, 40],
    ['is none when no beacon is left', [0, 2, 4, 6], 0, 0],
    ['is computed from the longer of the two middle times when their number is even', [0, 1, 3, 6, 10], 1, 3],
    [
      'counts only the latest twenty beacons',
      [...Array.from({ length: 30 }, (_, at) => at * 9), ...Array.from({ length: 20 }, (_, at) => 263 + at * 2)],
      1,
      2,
    ],
    ['does not depend on the order in which the beacons were finished', [6, 0, 4, 2], 1, 2],
    ['counts a break of half an hour as a walk', [0, 30, 60, 90], 1, 30],
    ['leaves out a break of more than half an hour', [0, 31, 62, 93], 1, null],
    ['counts beacons within four hours as one walk', [0, 2, 4, 6, 246], 1, 2],
    ['starts again after more than four hours', [0, 2, 4, 6, 247], 1, null],
    ['is not distorted by one beacon that took long', [0, 2, 4, 24, 26], 3, 6],
  ])('%s', (_, ends, left, wantedMin) =>
    expect(timeLeftMs(walk(ends, left), (ends.at(-1)! + 1) * MINUTE_MS)).toBe(
      wantedMin === null ? null : wantedMin * MINUTE_MS,
    ),
  );

  it.each<readonly [string, readonly number[], number, number | null]>([
    ['nothing from the walk of another day', [0, 2, 4, 6, 600, 602], 603, null],
    ['nothing after the end of the walk', [0, 2, 4, 6], 600, null],
    ["only today's walk", [0, 9, 18, 27, 600, 602, 604, 606], 607, 20],
  ])('shows %s', (_, ends, nowMin, wantedMin) =>
    expect(timeLeftMs(walk(ends, 10), nowMin * MINUTE_MS)).toBe(wantedMin === null ? null : wantedMin * MINUTE_MS),
  );
});
