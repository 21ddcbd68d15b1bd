/**
 * When requests are repeated: full jitter, minimum waits set by the backend, and clocks that jump (product.md "What a
 * backend's answer means"). The times are settings of the account (default-settings.ts).
 */
import type { BackendFailure } from '../backend-failure.ts';
import type { Delivery } from '../settings.ts';
import { limitedWaitMs } from '../wait.ts';

/**
 * Returns the wait in ms with full jitter: between the minimum and a ceiling that doubles with each failure. `random`
 * is in [0, 1).
 */
export function jitterMs(failures: number, random: number, settings: Delivery): number {
  const ceiling = Math.min(settings.backoffMaxMs, settings.backoffMinMs * 2 ** Math.min(Math.max(failures, 1), 30));
  return Math.round(settings.backoffMinMs + random * Math.max(0, ceiling - settings.backoffMinMs));
}

/** A wait that the backend has requested. It applies to the whole account. */
export interface RequestedWait {
  readonly atMs: number;
  readonly untilMs: number;
  /** A person has already skipped it with "Send now", which is possible once; the rest is then waited out. */
  readonly wasPressed: boolean;
}

/** Returns the wait while it is running, else null. */
export function requestedWait(wait: RequestedWait | null, nowMs: number): RequestedWait | null {
  // The wait began in the future, so the clock was set back and the remaining time is unknown.
  return wait === null || wait.untilMs <= nowMs || wait.atMs > nowMs ? null : wait;
}

/** Returns the wait that the backend has requested, ms; null when it has requested none. */
export function floorMs(failure: BackendFailure, settings: Delivery): number | null {
  const requestedMs = failure.retryAfterMs ?? (failure.kind === 'rateLimit' ? settings.rateLimitMs : null);
  return requestedMs === null ? null : limitedWaitMs(requestedMs);
}

/** Returns the wait after `failures` failures in a row, ms. */
export function waitMs(failure: BackendFailure, failures: number, random: number, settings: Delivery): number {
  return Math.max(jitterMs(failures, random, settings), floorMs(failure, settings) ?? 0);
}

/**
 * Returns when a row may be tried again, for the current clock. Our own waits never exceed the longest one, so a later
 * time means that the clock was set back; the row is then due at once. A wait requested by the backend is stored
 * separately (`requestedWait`).
 */
export function dueAtMs(nextAtMs: number | null, nowMs: number, settings: Delivery): number {
  if (nextAtMs === null) return nowMs;
  const furthest = nowMs + Math.max(settings.backoffMaxMs, settings.rateLimitMs);
  return nextAtMs > furthest ? nowMs : nextAtMs;
}
