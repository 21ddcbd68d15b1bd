/** When a beacon counts as silent, and for how long. */
import type { BeaconState } from './fleet.ts';

/**
 * `silent`: no record of it is newer than the limit, by a question without a range · `neverHeard`: the backend has no record of it · `notLoaded`: absent
 * from the range that was asked, and nobody has asked without one · `unasked`: nothing can be said of now.
 */
export type Hearing = 'heard' | 'silent' | 'neverHeard' | 'notLoaded' | 'unasked';

export const SILENT_AFTER_MS = 3_600_000;

/**
 * For how long it is known to have been silent, ms, up to the last question without a range; null where nobody has asked one. A range says
 * nothing of silence: backends find its records by the sender's clock, which may be wrong.
 */
export function silentMsOf(state: BeaconState): number | null {
  const { latestAtMs, latestFromMs, askedFromMs } = state;
  const sinceMs = lastKnownMs(state) ?? latestFromMs ?? askedFromMs;
  return latestAtMs === null || sinceMs === null ? null : Math.max(0, latestAtMs - sinceMs);
}

/** Said of what was asked only: of what nobody has asked, nothing is known. */
export function hearingOf(state: BeaconState, silentAfterMs = SILENT_AFTER_MS): Hearing {
  const { latestAtMs, latestFromMs, askedFromMs } = state;
  const knownMs = lastKnownMs(state);
  if (knownMs === null && latestAtMs === null) return askedFromMs === null ? 'unasked' : 'notLoaded';
  if (knownMs === null && latestFromMs === null) return 'neverHeard';
  if ((silentMsOf(state) ?? 0) > silentAfterMs) return 'silent';
  if (knownMs === null) return 'notLoaded';
  const isAbsent = askedFromMs !== null && knownMs < askedFromMs && (latestAtMs === null || latestAtMs < askedFromMs);
  return isAbsent ? 'notLoaded' : 'heard';
}

/** Before this nobody can call it silent: it was heard then, or at a time that no record tells. */
function lastKnownMs({ lastHeardMs, undatedAtMs }: BeaconState): number | null {
  if (lastHeardMs === null || undatedAtMs === null) return lastHeardMs ?? undatedAtMs;
  return Math.max(lastHeardMs, undatedAtMs);
}
