/** The limit of every wait: no timer is longer, whatever a backend requests. */

/**
 * A wait that a backend requests is an error if it is longer. A browser's timer above 2^31 - 1 ms fires at once: callers
 * that wait for a point in time check the clock when the timer fires, and wait again.
 */
export const LONGEST_WAIT_MS = 86_400_000;

/** Returns a wait within reasonable limits, which a timer accepts, ms; 0 for an invalid one. */
export function limitedWaitMs(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}
