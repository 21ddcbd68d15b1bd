/** The one limit of every wait: no timer is set for longer, whatever a backend asks for. */

/** A floor longer than this that a backend has set is taken for nonsense and cut, ms. */
export const MAX_FLOOR_MS = 86_400_000;

/** Above 2^31 - 1 ms a browser's timer rings at once; whoever waits for a moment looks at the clock when it rings, and waits on. */
export const LONGEST_TIMER_MS = 86_400_000;

/** A wait as a backend asks for it, within reason; 0 for what is none. */
export function cappedFloorMs(askedMs: number): number {
  return Number.isNaN(askedMs) ? 0 : Math.min(Math.max(askedMs, 0), MAX_FLOOR_MS);
}

/** A time that a timer can be set for. */
export function timerMs(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_TIMER_MS);
}
