import { expect, it } from 'vitest';
import { LONGEST_WAIT_MS, limitedWaitMs } from './wait.ts';

it.each([
  [0, 0],
  [-5, 0],
  [1500, 1500],
  [LONGEST_WAIT_MS + 1, LONGEST_WAIT_MS],
  [2 ** 31, LONGEST_WAIT_MS],
  [Number.MAX_SAFE_INTEGER, LONGEST_WAIT_MS],
  [Infinity, LONGEST_WAIT_MS],
  [NaN, 0],
])('a wait of %d ms takes %d ms', (ms, limited) => {
  expect(limitedWaitMs(ms)).toBe(limited);
});
