import { describe, expect, it } from 'vitest';
import { isIdleTooLong } from './idle-lock.ts';

const MINUTE_MS = 60_000;

describe('the lock after a time without a touch', () => {
  it.each([
    [0, 1000 * MINUTE_MS, false],
    [5, 4.9 * MINUTE_MS, false],
    [5, 5 * MINUTE_MS, true],
    [15, 14 * MINUTE_MS, false],
    [60, 61 * MINUTE_MS, true],
    // The clock was set back, a little and a lot.
    [15, -0.5 * MINUTE_MS, false],
    [15, -MINUTE_MS, false],
    [15, -MINUTE_MS - 1, true],
    [0, -20 * MINUTE_MS, false],
    [5, 5 * MINUTE_MS - 1, false],
    [60, 60 * MINUTE_MS, true],
    [15, -20 * MINUTE_MS, true],
  ] as const)('comes with a limit of %i minutes, %i ms after the last touch: %s', (minutes, passedMs, tooLong) => {
    expect(isIdleTooLong(1_000_000_000, 1_000_000_000 + passedMs, minutes)).toBe(tooLong);
  });
});
