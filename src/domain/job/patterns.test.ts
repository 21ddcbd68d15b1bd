/** Patterns give each task its own values, in the order of the job, and leave other values unchanged. */
import { describe, expect, it } from 'vitest';
import { fixtureTask } from '../../../test/support/job-rows.ts';
import { fitsCount, plannedBy, planHandedTo } from './patterns.ts';
import { NO_PATTERNS } from '../../../test/support/job-rows.ts';

const tasks = ['a', 'b', 'c'].map((uniqueId, at) =>
  fixtureTask(at, { uniqueId, place: at === 2 ? '' : `Room ${at}`, values: { major: 7 } }),
);

describe('the patterns of a job', () => {
  it('make numbers, names and aliases of the beacons, and leave other planned values unchanged', () => {
    const made = plannedBy(tasks, { txPower: 3 }, { countUp: { minor: 101 }, nameIsId: true, aliasIsPlace: true });
    expect([...made.values()]).toEqual([
      { major: 7, txPower: 3, minor: 101, name: 'a', alias: 'Room 0' },
      { major: 7, txPower: 3, minor: 102, name: 'b', alias: 'Room 1' },
      { major: 7, txPower: 3, minor: 103, name: 'c' },
    ]);
  });

  it('change nothing when they are empty', () => {
    expect(plannedBy(tasks, {}, NO_PATTERNS).get(tasks[0]!.id)).toEqual({ major: 7 });
  });

  it.each([
    [1, 100, 100, true],
    [0, 1, 100, true],
    [2, 100, 100, false],
    [-1, 1, 100, false],
    [0.5, 1, 100, false],
    [0, 101, 100, true],
    [0, 102, 100, false],
    [Number.MAX_SAFE_INTEGER + 1, 1, Infinity, false],
  ])('may count from %d for %d beacons up to %d: %s', (from, count, max, fits) =>
    expect(fitsCount(from, count, max)).toBe(fits),
  );
});

it('a plan that is handed to another beacon has the name that is made from its ID', () => {
  const from = fixtureTask(1, {
    uniqueId: 'old',
    place: 'Hall',
    order: 7,
    note: 'high',
    values: { name: 'old', alias: 'old door', minor: 5 },
  });
  expect(planHandedTo(fixtureTask(2, { uniqueId: 'new', place: 'Cellar' }), from)).toEqual({
    place: 'Hall',
    order: 7,
    note: 'high',
    values: { name: 'new', alias: 'old door', minor: 5 },
  });
});
