/** The limit of every wait: no timer is longer, whatever a backend requests. */

/** A requested wait longer than this is treated as an error and shortened, ms. */
export const MAX_FLOOR_MS = 86_400_000;

/**
 * A browser's timer above 2^31 - 1 ms fires at once. Callers that wait for a point in time check the clock when the
 * timer fires, and wait again.
 */
export const LONGEST_TIMER_MS = 86_400_000;

/** Returns a requested wait within reasonable limits, ms; 0 for an invalid one. */
export function cappedFloorMs(requestedMs: number): number {
  return Number.isNaN(requestedMs) ? 0 : Math.min(Math.max(requestedMs, 0), MAX_FLOOR_MS);
}

/** Returns a duration that a timer accepts, ms. */
export function timerMs(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_TIMER_MS);
}
