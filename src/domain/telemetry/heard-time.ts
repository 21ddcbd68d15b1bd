/** When a beacon was heard: the time of who heard it, not of who was heard, whose clock may be wrong by years. */

/** Whose clock says so. Only the cloud's is the backend's own; nobody checks the other two. */
export type HeardBy = 'cloud' | 'gateway' | 'beacon';

/** `timestamp` repeats the beacon's time if there is one (interface.md 2.4), so nothing better is known of it. */
const HEARD_TIMES: readonly (readonly [field: string, by: HeardBy])[] = [
  ['cloudTimestamp', 'cloud'],
  ['gatewayTimestamp', 'gateway'],
  ['beaconTimestamp', 'beacon'],
  ['timestamp', 'beacon'],
];

/** By the values of a record: when the receiver heard it; the sender's own time only where no receiver tells one. Unix ms. */
export function heardTimeOf(values: Readonly<Record<string, unknown>>): {
  readonly timeMs: number | null;
  readonly by: HeardBy | null;
} {
  for (const [field, by] of HEARD_TIMES) {
    const timeMs = values[field];
    if (typeof timeMs === 'number') return { timeMs, by };
  }
  return { timeMs: null, by: null };
}

/** By which time a backend finds and sorts a record: its `timestamp`, else the first time that it tells (interface.md 2.4). Unix ms. */
export function sortedTimeOf(values: Readonly<Record<string, unknown>>): number | null {
  for (const field of ['timestamp', 'beaconTimestamp', 'gatewayTimestamp', 'cloudTimestamp'])
    if (typeof values[field] === 'number') return values[field];
  return null;
}
