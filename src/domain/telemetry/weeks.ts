/** The fleet over weeks, from saved readings: its battery, and how many beacons were heard. */
import { HOUR_MS } from './record-query.ts';
import type { FleetHours } from './hours.ts';

const WEEK_HOURS = 7 * 24;
export const WEEK_MS = WEEK_HOURS * HOUR_MS;

export type FleetWeeks = ReturnType<typeof fleetWeeks>;

/**
 * Returns for each week, of which the last one ends with the range, the mean of each beacon's last reading in percent, NaN
 * without a reading, and the number of beacons with a record, NaN when there is none, because nothing may have been
 * requested.
 */
export function fleetWeeks({ rows, hours }: FleetHours, weeks: number) {
  const battery = new Float64Array(weeks).fill(Number.NaN);
  const heard = new Float64Array(weeks).fill(Number.NaN);
  for (let week = 0; week < weeks; week += 1) {
    const from = Math.max(0, hours - (weeks - week) * WEEK_HOURS);
    const to = Math.max(0, hours - (weeks - week - 1) * WEEK_HOURS);
    const levels = rows
      .map((row) => row.battery.subarray(from, to).findLast((level) => !Number.isNaN(level)))
      .filter((level) => level !== undefined);
    if (levels.length > 0) battery[week] = levels.reduce((sum, level) => sum + level, 0) / levels.length;
    const count = rows.filter(({ counts }) => counts.subarray(from, to).some((records) => records > 0)).length;
    if (count > 0) heard[week] = count;
  }
  return { battery, heard };
}
