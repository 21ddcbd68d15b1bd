import { expect, it } from 'vitest';
import { LONGEST_TIMER_MS, MAX_FLOOR_MS, cappedFloorMs, timerMs } from './wait.ts';

it.each([
  [0, 0],
  [-5, 0],
  [1500, 1500],
  [MAX_FLOOR_MS + 1, MAX_FLOOR_MS],
  [2 ** 31, MAX_FLOOR_MS],
  [Number.MAX_SAFE_INTEGER, MAX_FLOOR_MS],
  [Infinity, MAX_FLOOR_MS],
  [NaN, 0],
])('a minimum wait of %d ms counts as %d', (requestedMs, capped) => {
  expect(cappedFloorMs(requestedMs)).toBe(capped);
});

it.each([
  [0, 0],
  [-1, 0],
  [250, 250],
  [2 ** 31, LONGEST_TIMER_MS],
  [Infinity, LONGEST_TIMER_MS],
  [NaN, 0],
])('a timer for %d ms is set for %d ms', (ms, set) => {
  expect(timerMs(ms)).toBe(set);
});
