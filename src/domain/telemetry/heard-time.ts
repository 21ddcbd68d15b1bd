/** When a beacon was heard, by the receiver's clock: the sender's may be wrong by years. */

/** The clock that a time comes from. Only `cloud` is the backend's own clock; the other two are unchecked. */
export const HEARD_BY = ['cloud', 'gateway', 'beacon'] as const;
export type HeardBy = (typeof HEARD_BY)[number];

/** `timestamp` repeats the beacon's time if there is one (interface.md 2.4), so it is used last. */
const HEARD_TIMES: readonly (readonly [field: string, by: HeardBy])[] = [
  ['cloudTimestamp', 'cloud'],
  ['gatewayTimestamp', 'gateway'],
  ['beaconTimestamp', 'beacon'],
  ['timestamp', 'beacon'],
];

/** Returns when the receiver heard a record, Unix ms; the sender's time only when no receiver's time is given. */
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

/**
 * Returns the time by which a backend finds and sorts a record, Unix ms: its `timestamp`, else its first time
 * (interface.md 2.4).
 */
export function sortedTimeOf(values: Readonly<Record<string, unknown>>): number | null {
  for (const field of ['timestamp', 'beaconTimestamp', 'gatewayTimestamp', 'cloudTimestamp'])
    if (typeof values[field] === 'number') return values[field];
  return null;
}
