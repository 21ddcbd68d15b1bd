/** The page's clock: the time, and waits that can be cancelled. Runs with the app. */
import { limitedWaitMs } from '../domain/wait.ts';
import type { RunClock } from '../use-cases/surroundings.ts';

/** Monotonic time at which this page was loaded, ms. */
export const pageLoadedAtMs = performance.now();

/**
 * A wait longer than the browser's longest timer ends early. Callers that wait for a point in time check the clock
 * again.
 */
export const clock: RunClock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, limitedWaitMs(ms));
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', stop, { once: true });
    }),
};
