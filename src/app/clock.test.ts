/** The page's clock: no wait overflows the browser's timer, and every wait can be cancelled. */
import { afterEach, expect, it, vi } from 'vitest';
import { LONGEST_WAIT_MS } from '../domain/wait.ts';
import { clock } from './clock.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  [0, 0],
  [1500, 1500],
  [2 ** 31, LONGEST_WAIT_MS],
  [Number.MAX_SAFE_INTEGER, LONGEST_WAIT_MS],
  [Infinity, LONGEST_WAIT_MS],
  [-1, 0],
  [NaN, 0],
])('sleeping for %d ms sets a timer for %d ms and can be cancelled', async (ms, set) => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const controller = new AbortController();
  const sleeping = clock.sleep(ms, controller.signal);
  expect(timers.mock.calls.map(([, after]) => after)).toEqual([set]);
  controller.abort(new Error('given up'));
  await expect(sleeping).rejects.toThrow('given up');
});
