/** When a beacon counts as silent. */
import type { BeaconState } from './fleet.ts';

/** `silent`: asked for later than it was heard, by more than the limit · `unasked`: nothing can be said of now. */
export type Hearing = 'heard' | 'silent' | 'neverHeard' | 'unasked';

export const SILENT_AFTER_MS = 3_600_000;

/** Said of the range asked only: of what nobody has asked, nothing is known. */
export function hearingOf(state: BeaconState, silentAfterMs = SILENT_AFTER_MS): Hearing {
  const { lastHeardMs, askedUntilMs } = state;
  if (lastHeardMs === null) return askedUntilMs === null ? 'unasked' : 'neverHeard';
  return askedUntilMs !== null && askedUntilMs - lastHeardMs > silentAfterMs ? 'silent' : 'heard';
}
