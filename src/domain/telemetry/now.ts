/** The current time for telemetry: the phone's clock, corrected by its known difference from the backend's clock. */
import type { HeardBy } from './heard-time.ts';

/** `isChecked`: the backend has recently reported its time; otherwise the phone's clock is unchecked. */
export interface ClockReading {
  readonly skewMs: number;
  readonly isChecked: boolean;
}

export interface Now {
  readonly ms: number;
  readonly isChecked: boolean;
}

export const CLOCK_UNCHECKED: ClockReading = { skewMs: 0, isChecked: false };

/** Clocks this close agree: the backend reports its time to the second, and an answer takes a while. */
const CLOSE_MS = 60_000;

export function correctedNow({ skewMs, isChecked }: ClockReading, phoneMs: number): Now {
  return { ms: phoneMs + skewMs, isChecked };
}

/**
 * Corrects the reading by a time that the backend's clock is known to have reached: an unchecked phone's clock must not
 * be behind it.
 */
export function notBefore(cloudMs: number | null, reading: ClockReading, phoneMs: number): ClockReading {
  if (cloudMs === null || reading.isChecked || correctedNow(reading, phoneMs).ms >= cloudMs) return reading;
  return { skewMs: cloudMs - phoneMs, isChecked: false };
}

/**
 * True for a time in the future. A time from the backend's clock is doubted only when the phone's clock was checked
 * against it.
 */
export function isAfter(timeMs: number | null, by: HeardBy | null, now: Now): boolean {
  return timeMs !== null && timeMs > now.ms + CLOSE_MS && (by !== 'cloud' || now.isChecked);
}
