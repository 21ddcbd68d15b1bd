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
    ['a clock that goes on', ['a'], 1000, 1000],
    ['a clock that was set back', ['a'], 5, 301],
    ['the same millisecond', ['a'], 300, 301],
    ['a device of which there is nothing yet', ['c'], 5, 5],
    ['a row that may be of either', ['a', 'b'], 5, 901],
  ] as const)('%s', (_, uniqueIds, nowMs, expected) => {
    expect(dateAfter(newest, uniqueIds, nowMs)).toBe(expected);
  });
});
