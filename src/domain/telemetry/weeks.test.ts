/** The weeks of a fleet show nothing for weeks without readings. */
import { describe, expect, it } from 'vitest';
import type { HoursRow } from './hours.ts';
import { fleetWeeks } from './weeks.ts';

const WEEK = 168;
const HOURS = 3 * WEEK;

/** Battery readings by the hour, with one record for each. */
function row(trackingId: string, readings: Readonly<Record<number, number>>): HoursRow {
  const battery = new Float64Array(HOURS).fill(Number.NaN);
  const counts = new Uint32Array(HOURS);
  for (const [hour, level] of Object.entries(readings)) {
    battery[Number(hour)] = level;
    counts[Number(hour)] = 1;
  }
  return { trackingId, counts, battery, temperature: new Float64Array(HOURS).fill(Number.NaN) };
}

describe('the weeks of a fleet', () => {
  it('have the mean of the last battery readings and the number of beacons heard', () => {
    const rows = [row('a', { 0: 90, 1: 80, [2 * WEEK]: 70 }), row('b', { 5: 60 })];
    const { battery, heard } = fleetWeeks({ startMs: 0, hours: HOURS, rows, heard: [] }, 3);
    expect([...battery]).toEqual([70, Number.NaN, 70]);
    expect([...heard]).toEqual([2, Number.NaN, 1]);
  });

  it('are empty where they lie before the range', () => {
    const { heard } = fleetWeeks({ startMs: 0, hours: HOURS, rows: [row('a', { 0: 1 })], heard: [] }, 5);
    expect([...heard]).toEqual([Number.NaN, Number.NaN, 1, Number.NaN, Number.NaN]);
  });

  it('begin and end with whole weeks of hours', () => {
    const rows = [row('a', { [WEEK - 1]: 90, [WEEK]: 80, [HOURS - 1]: 70 })];
    const { battery, heard } = fleetWeeks({ startMs: 0, hours: HOURS, rows, heard: [] }, 3);
    expect([[...battery], [...heard]]).toEqual([
      [90, 80, 70],
      [1, 1, 1],
    ]);
    expect([...fleetWeeks({ startMs: 0, hours: HOURS, rows, heard: [] }, 1).battery]).toEqual([70]);
  });
});
