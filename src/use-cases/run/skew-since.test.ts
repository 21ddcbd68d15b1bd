/** What becomes of the measured skew when the phone's clock is set in the middle of a run. */
import { expect, it } from 'vitest';
import { skewSince } from './skew-since.ts';

const MEASURED = { skewMs: 2000, trust: 'checkedDate' } as const;

it.each<[string, number, number, string]>([
  ['stays checked while both clocks go on', 60_000, 60_000, 'checkedDate'],
  ['stays checked while the clock is corrected a little', 60_000, 61_000, 'checkedDate'],
  ['is unchecked after the clock was set forward', 60_000, 60_000 + 7_200_000, 'unchecked'],
  ['is unchecked after the clock was set back', 60_000, 60_000 - 7_200_000, 'unchecked'],
])('the correction of the clock of the phone %s', async (_what, monotonicMs, nowMs, trust) => {
  let [now, monotonic] = [1_000_000, 5000];
  const skew = skewSince({ nowMs: () => now, monotonicMs: () => monotonic }, Promise.resolve(MEASURED));
  now += nowMs;
  monotonic += monotonicMs;
  await expect(skew()).resolves.toEqual({ skewMs: 2000, trust });
});
