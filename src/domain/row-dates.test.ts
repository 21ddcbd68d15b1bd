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

describe('the date of a new row', () => {
  it.each([
    ['is the time of the clock', ['a'], 1000, 1000],
    ['is after the newest row when the clock was set back', ['a'], 5, 301],
    ['is one millisecond later in the same millisecond', ['a'], 300, 301],
    ['is the time of the clock for a device without rows', ['c'], 5, 5],
    ['is after the newest row of all devices that it may belong to', ['a', 'b'], 5, 901],
  ] as const)('%s', (_, uniqueIds, nowMs, expected) => {
    expect(dateAfter(newest, uniqueIds, nowMs)).toBe(expected);
  });
});
