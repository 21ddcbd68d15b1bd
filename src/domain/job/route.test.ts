/** The way through a job: nobody is forgotten, nobody who is done is offered, and no time is promised that was not walked. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixturePackage, fixtureReceipt, fixtureRun } from '../../../test/support/fixture-rows.ts';
import { fixtureTask } from '../../../test/support/job-rows.ts';
import type { Task } from './job.ts';
import { progressOf, type Standing, type TaskProgress } from './progress.ts';
import { doneNames, nextTask, timeLeftMs } from './route.ts';

const row = (
  uniqueId: string,
  standing: Standing,
  changes: Partial<Task> = {},
  name: string | null = null,
): TaskProgress => ({
  ...progressOf([fixtureTask(0, { uniqueId, values: {}, ...changes })], {
    devices: new Map([[uniqueId, fixtureDevice(0, { uniqueId, name })]]),
    packages: [],
    runs: [],
    receipts: [],
  })[0]!,
  standing,
});
const parked = { mark: { kind: 'parked', reason: '', atMs: 1 } } as const;
const skipped = { mark: { kind: 'skipped', reason: '', atMs: 1 } } as const;

describe('the next beacon', () => {
  it.each<readonly [string, readonly TaskProgress[], string | null, string | undefined]>([
    ['the first', [row('a', 'ready'), row('b', 'ready')], null, 'a'],
    ['the one behind', [row('a', 'ready'), row('b', 'ready'), row('c', 'ready')], 'b', 'c'],
    ['from the beginning again', [row('a', 'ready'), row('b', 'ready')], 'b', 'a'],
    ['one that can be written, before one that needs a visit', [row('a', 'trouble'), row('b', 'ready')], null, 'b'],
    ['one that needs a visit, before a parked one', [row('a', 'ready', parked), row('b', 'trouble')], null, 'b'],
    [
      'the parked one at the end',
      [row('a', 'ready', parked), row('b', 'verified'), row('c', 'ready', skipped)],
      null,
      'a',
    ],
    ['one that is not prepared, when nothing else is left', [row('a', 'planned'), row('b', 'onTheWay')], null, 'a'],
    ['nobody', [row('a', 'verified'), row('b', 'ready', skipped), row('c', 'alreadySo')], null, undefined],
    ['nobody besides the one at hand', [row('a', 'ready')], 'a', undefined],
  ])('is %s', (_, progress, from, wanted) => expect(nextTask(progress, from)?.task.uniqueId).toBe(wanted));
});

describe('names that the chooser need not show', () => {
  it('are those of the done ones, unless somebody who is left bears the same', () => {
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

describe('the time left', () => {
  const MINUTE_MS = 60_000;
  const walk = (endsMin: readonly number[], left: number): TaskProgress[] => {
    const ids = [...endsMin.keys()].map((at) => `done${at}`);
    const tasks = [...ids, ...Array.from({ length: left }, (_, at) => `left${at}`)].map((uniqueId, at) =>
      fixtureTask(at, { uniqueId, plannedAtMs: 0 }),
    );
    return progressOf(tasks, {
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
    ['is not said before a few were done', [0, 2, 4], 10, null],
    ['is told by what one of them took', [0, 2, 4, 6], 10, 20],
    ['leaves out the break at noon', [0, 2, 4, 64, 66, 68], 10, 20],
    ['is nothing when nobody is left', [0, 2, 4, 6], 0, 0],
    ['is not drawn up by one that took long', [0, 2, 4, 24, 26], 3, 6],
  ])('%s', (_, ends, left, wantedMin) =>
    expect(timeLeftMs(walk(ends, left))).toBe(wantedMin === null ? null : wantedMin * MINUTE_MS),
  );
});
