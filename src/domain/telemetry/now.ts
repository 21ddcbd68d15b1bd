/** Now, as telemetry counts with it: the phone's clock corrected by what the backend's clock is known to be ahead of it. */
import type { HeardBy } from './heard-time.ts';

/** `isChecked`: the backend has told its time lately; otherwise it is the phone's clock and nobody vouches for it. */
export interface ClockReading {
  readonly skewMs: number;
  readonly isChecked: boolean;
}

export interface Now {
  readonly ms: number;
  readonly isChecked: boolean;
}

export const CLOCK_UNCHECKED: ClockReading = { skewMs: 0, isChecked: false };

/** Clocks that are this close agree: the backend tells its time to the second, and an answer takes a while. */
const CLOSE_MS = 60_000;

export function correctedNow({ skewMs, isChecked }: ClockReading, phoneMs: number): Now {
  return { ms: phoneMs + skewMs, isChecked };
}

/** The reading where the backend's clock is known to have reached a moment: a phone whose clock nobody has checked cannot be behind it. */
export function notBefore(cloudMs: number | null, reading: ClockReading, phoneMs: number): ClockReading {
  if (cloudMs === null || reading.isChecked || correctedNow(reading, phoneMs).ms >= cloudMs) return reading;
  return { skewMs: cloudMs - phoneMs, isChecked: false };
}

/** Whether a time has not come yet. The cloud's is doubted only where the phone's clock was checked against it. */
export function isAfter(timeMs: number | null, by: HeardBy | null, now: Now): boolean {
  return timeMs !== null && timeMs > now.ms + CLOSE_MS && (by !== 'cloud' || now.isChecked);
}
