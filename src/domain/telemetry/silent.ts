/** When a beacon counts as silent, and for how long. */
import type { BeaconState } from './fleet.ts';

/**
 * `silent`: at the last request without a range, its last record was older than the limit · `neverHeard`: the backend
 * has no record of it · `notLoaded`: the requested range has no record of it, and no request without a range has
 * settled whether it is silent · `unasked`: nothing was requested for it, and no record of it was read.
 */
export type Hearing = 'heard' | 'silent' | 'neverHeard' | 'notLoaded' | 'unasked';

export const SILENT_AFTER_MS = 3_600_000;

/**
 * Returns how long the beacon is known to have been silent, ms, up to the last request without a range; null without
 * one. Ranges cannot show silence: backends find records by the sender's clock, which may be wrong.
 */
export function silentMsOf(state: BeaconState): number | null {
  const { latestAtMs, latestFromMs, askedFromMs } = state;
  const sinceMs = lastKnownMs(state) ?? latestFromMs ?? askedFromMs;
  return latestAtMs === null || sinceMs === null ? null : Math.max(0, latestAtMs - sinceMs);
}

/** Returns whether the beacon counts as heard or silent, as far as the requests so far can tell. */
export function hearingOf(state: BeaconState, silentAfterMs = SILENT_AFTER_MS): Hearing {
  const { latestAtMs, latestFromMs, askedFromMs } = state;
  const lastMs = lastKnownMs(state);
  if (lastMs === null && latestAtMs === null) return askedFromMs === null ? 'unasked' : 'notLoaded';
  if (lastMs === null && latestFromMs === null) return 'neverHeard';
  if ((silentMsOf(state) ?? 0) > silentAfterMs) return 'silent';
  if (lastMs === null) return 'notLoaded';
  const isAbsent = askedFromMs !== null && lastMs < askedFromMs && (latestAtMs === null || latestAtMs < askedFromMs);
  return isAbsent ? 'notLoaded' : 'heard';
}

/** Silence cannot begin before this: the beacon was heard then, or a record without a usable time was read. */
function lastKnownMs({ lastHeardMs, undatedAtMs }: BeaconState): number | null {
  if (lastHeardMs === null || undatedAtMs === null) return lastHeardMs ?? undatedAtMs;
  return Math.max(lastHeardMs, undatedAtMs);
}
