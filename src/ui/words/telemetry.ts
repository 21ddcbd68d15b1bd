/** Names of telemetry fields, and how long something lasted. */
import { ownOf } from './own.ts';
import { durationStrings as durations, fieldWords } from '../strings/telemetry.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A field nobody has described is called as the backend calls it. */
export function fieldLabel(name: string): string {
  return ownOf(fieldWords, name) ?? name;
}

/** "2 days 3 h", "5 h 10 min", "12 min", "40 s". */
export function lasting(ms: number): string {
  if (ms >= DAY_MS) return durations.days(Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS));
  if (ms >= HOUR_MS) return durations.hours(Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS));
  return ms >= MINUTE_MS ? durations.minutes(Math.floor(ms / MINUTE_MS)) : durations.seconds(Math.round(ms / 1000));
}

/** A time that is known only as a least: minutes would claim more than anybody knows. */
export function wholeHours(ms: number): string {
  return ms >= DAY_MS || ms < HOUR_MS ? lasting(ms) : durations.wholeHours(Math.floor(ms / HOUR_MS));
}
