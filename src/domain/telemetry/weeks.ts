/** The fleet over weeks, from saved readings: its battery, and how many beacons were heard. */
import { HOUR_MS } from './record-query.ts';
import type { FleetHours } from './hours.ts';

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
