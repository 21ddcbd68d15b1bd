import { describe, expect, it } from 'vitest';
import { dateAfter, newestRows } from './row-dates.ts';

const newest = newestRows({
  runs: [{ uniqueId: 'a', startedAtMs: 300 }],
  packages: [
    { uniqueId: 'a', preparedAtMs: 100, fetchedAtMs: 200 },
    { uniqueId: 'b', preparedAtMs: 900, fetchedAtMs: null },
  ],
  receipts: [{ uniqueId: 'a', createdAtMs: 250 }],
});

describe('the date of a new package, run or receipt', () => {
  it.each([
    ['is the time of the clock', ['a'], 1000, 1000],
    ['is after the newest stored date when the clock was set back', ['a'], 5, 301],
    ['is one millisecond later in the same millisecond', ['a'], 300, 301],
    ['is the time of the clock for a device of which nothing is stored', ['c'], 5, 5],
    ['is after the newest stored date of all devices that it may belong to', ['a', 'b'], 5, 901],
  ] as const)('%s', (_, uniqueIds, nowMs, expected) => {
    expect(dateAfter(newest, uniqueIds, nowMs)).toBe(expected);
  });
});

it('the newest stored date of a device is found among runs, packages and receipts, whatever their order', () => {
  const none = { runs: [], packages: [], receipts: [] };
  const of = (rows: Partial<Parameters<typeof newestRows>[0]>) => newestRows({ ...none, ...rows }).get('a');
  const prepared = { uniqueId: 'a', preparedAtMs: 5, fetchedAtMs: null };
  expect(of({})).toBeUndefined();
  expect(of({ runs: [5, 9, 7].map((startedAtMs) => ({ uniqueId: 'a', startedAtMs })) })).toBe(9);
  expect(of({ receipts: [9, 5].map((createdAtMs) => ({ uniqueId: 'a', createdAtMs })) })).toBe(9);
  expect([of({ packages: [prepared] }), of({ packages: [{ ...prepared, fetchedAtMs: 8 }] })]).toEqual([5, 8]);
  expect(of({ packages: [{ ...prepared, fetchedAtMs: 3 }] })).toBe(5);
});
