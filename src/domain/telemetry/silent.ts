/** When a beacon counts as silent, and for how long. */
import type { BeaconState } from './fleet.ts';

/** `silent`: asked for later than it was heard, by more than the limit · `unasked`: nothing can be said of now. */
export type Hearing = 'heard' | 'silent' | 'neverHeard' | 'unasked';

export const SILENT_AFTER_MS = 3_600_000;

/**
 * For how long it is known to have been silent, ms, up to the end of what was asked; null where nobody has asked. Between an earlier
 * reading and the range that was asked it may have been heard.
 */
export function silentMsOf({ lastHeardMs, askedFromMs, askedUntilMs }: BeaconState): number | null {
  if (askedFromMs === null || askedUntilMs === null) return null;
  return Math.max(0, askedUntilMs - Math.max(lastHeardMs ?? Number.NEGATIVE_INFINITY, askedFromMs));
}

/** Said of the range asked only: of what nobody has asked, nothing is known. */
export function hearingOf(state: BeaconState, silentAfterMs = SILENT_AFTER_MS): Hearing {
  const { lastHeardMs, askedUntilMs } = state;
  const silentMs = silentMsOf(state);
  if (lastHeardMs === null) return silentMs === null ? 'unasked' : 'neverHeard';
  // A reading from before the range leaves it open for how much longer than the range it was silent.
  return silentMs !== null && silentMs >= silentAfterMs && askedUntilMs! - lastHeardMs > silentAfterMs
    ? 'silent'
    : 'heard';
}
