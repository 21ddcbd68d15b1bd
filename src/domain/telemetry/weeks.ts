/**
 * The fleet over weeks, from saved readings: its battery, how many beacons were heard, and when a battery will be
 * empty.
 */
import { HOUR_MS } from './record-query.ts';
import type { FleetHours, HoursRow } from './hours.ts';

const WEEK_HOURS = 7 * 24;
export const WEEK_MS = WEEK_HOURS * HOUR_MS;

export interface FleetWeeks {
  /** Mean of each beacon's last reading in each week, percent; NaN without a reading. */
  readonly battery: Float64Array;
  /** Number of beacons with a record in each week; NaN when there is none, because nothing may have been requested. */
  readonly heard: Float64Array;
}

/** Returns the weeks; the last one ends with the range. */
export function fleetWeeks({ rows, hours }: FleetHours, weeks: number): FleetWeeks {
  const battery = new Float64Array(weeks).fill(Number.NaN);
  const heard = new Float64Array(weeks).fill(Number.NaN);
  for (let week = 0; week < weeks; week += 1) {
    const from = Math.max(0, hours - (weeks - week) * WEEK_HOURS);
    const to = hours - (weeks - week - 1) * WEEK_HOURS;
    const levels = rows.map((row) => lastIn(row.battery, from, to)).filter((level) => level !== null);
    if (levels.length > 0) battery[week] = levels.reduce((sum, level) => sum + level, 0) / levels.length;
    const count = rows.filter(({ counts }) => counts.subarray(from, to).some((records) => records > 0)).length;
    if (count > 0) heard[week] = count;
  }
  return { battery, heard };
}

function lastIn(values: Float64Array, from: number, to: number): number | null {
  for (let at = to - 1; at >= from; at -= 1) if (!Number.isNaN(values[at]!)) return values[at]!;
  return null;
}

export interface BatteryForecast {
  /** The last reading. */
  readonly percent: number;
  /** Counted from the last reading, at the rate between the first and the last one. */
  readonly weeksLeft: number;
}

/** Returns null unless two readings at least a week apart show a falling battery. */
export function forecastBattery({ battery }: HoursRow): BatteryForecast | null {
  const first = battery.findIndex((level) => !Number.isNaN(level));
  const last = battery.findLastIndex((level) => !Number.isNaN(level));
  const weeks = (last - first) / WEEK_HOURS;
  const percent = battery[last] ?? Number.NaN;
  const fall = (battery[first] ?? Number.NaN) - percent;
  return weeks >= 1 && fall > 0 ? { percent, weeksLeft: percent / (fall / weeks) } : null;
}
