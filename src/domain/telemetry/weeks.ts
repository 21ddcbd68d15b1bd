/** The fleet over weeks, by the saved readings: its battery, how many were heard, and when a battery will be empty. */
import { HOUR_MS } from './ask.ts';
import type { FleetHours, HoursRow } from './hours.ts';

const WEEK_HOURS = 7 * 24;
export const WEEK_MS = WEEK_HOURS * HOUR_MS;

export interface FleetWeeks {
  /** Mean of the last reading of each beacon in each week, percent; NaN where none was read. */
  readonly battery: Float64Array;
  /** Beacons with a record in each week; NaN where no beacon has one: nobody may have asked. */
  readonly heard: Float64Array;
}

/** The last of the weeks ends with the range. */
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
  /** At the last reading. */
  readonly percent: number;
  /** From the last reading on, if it goes on as between the first and the last one. */
  readonly weeksLeft: number;
}

/** Null where two readings a week apart do not show that the battery falls. */
export function forecastBattery({ battery }: HoursRow): BatteryForecast | null {
  const first = battery.findIndex((level) => !Number.isNaN(level));
  const last = battery.findLastIndex((level) => !Number.isNaN(level));
  const weeks = (last - first) / WEEK_HOURS;
  const percent = battery[last] ?? Number.NaN;
  const fall = (battery[first] ?? Number.NaN) - percent;
  return weeks >= 1 && fall > 0 ? { percent, weeksLeft: percent / (fall / weeks) } : null;
}
