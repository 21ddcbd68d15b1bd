/** When something is tried again: full jitter, floors set by the backend, and clocks that jump (product.md "What a backend's answer means"). */
import type { BackendFailure } from '../backend-failure.ts';
import type { Delivery } from '../settings.ts';
import { cappedFloorMs } from '../wait.ts';

/** Full jitter: anywhere between the least wait and a ceiling that doubles with each failure. `random` is in [0, 1). */
export function jitterMs(failures: number, random: number, settings: Delivery): number {
  const ceiling = Math.min(settings.backoffMaxMs, settings.backoffMinMs * 2 ** Math.min(Math.max(failures, 1), 30));
  return Math.round(settings.backoffMinMs + random * Math.max(0, ceiling - settings.backoffMinMs));
}

/** The wait the backend has asked for; null where it has not. */
export function floorMs(failure: BackendFailure, settings: Delivery): number | null {
  const asked = failure.retryAfterMs ?? (failure.kind === 'rateLimit' ? settings.rateLimitMs : null);
  return asked === null ? null : cappedFloorMs(asked);
}

/** The wait after the nth failure in a row, ms. */
export function waitMs(failure: BackendFailure, failures: number, random: number, settings: Delivery): number {
  return Math.max(jitterMs(failures, random, settings), floorMs(failure, settings) ?? 0);
}

/**
 * When a row may be tried, given what it says and the clock as it is now. No wait of ours is ever set further ahead than
 * the longest one, so a later time can only come from a clock that has jumped back since: then the row is due at once. A
 * wait that the backend has asked for is held beside it (`askedWait`).
 */
export function dueAtMs(nextAtMs: number | null, nowMs: number, settings: Delivery): number {
  if (nextAtMs === null) return nowMs;
  const furthest = nowMs + Math.max(settings.backoffMaxMs, settings.rateLimitMs);
  return nextAtMs > furthest ? nowMs : nextAtMs;
}
