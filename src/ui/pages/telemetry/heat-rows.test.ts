import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../domain/telemetry/record-query.ts';
import { freshBeacon } from '../../../domain/telemetry/fleet.ts';
import type { FleetHours } from '../../../domain/telemetry/hours.ts';
import { heatRows } from './heat-rows.ts';

const START = Date.UTC(2026, 2, 10);
const hoursOf = (hours: number, rows: Readonly<Record<string, readonly number[]>>): FleetHours => ({
  startMs: START,
  hours,
  rows: Object.entries(rows).map(([trackingId, counts]) => ({
    trackingId,
    counts: Uint32Array.from(counts),
    battery: new Float64Array(hours),
    temperature: new Float64Array(hours),
  })),
  heard: [],
});
const beacon = (trackingId: string, hours: number) => ({
  ...freshBeacon(trackingId),
  askedFromMs: START,
  askedUntilMs: START + hours * HOUR_MS,
});

describe('the rows of the map that shows in which hours beacons were heard', () => {
  it('distinguish silence from data that was not requested', () => {
    const { rows } = heatRows(hoursOf(4, { a: [3, 0, 0, 0] }), [beacon('a', 3)], (id) => id);
    expect([...rows[0]!.counts]).toEqual([3, 0, 0, 0]);
    expect([...rows[0]!.silent]).toEqual([0, 1, 1, 0]);
  });

  it('are not shown while nearly nothing of the range is loaded', () => {
    const heardIn = (hours: number): number[] => Array.from({ length: 24 }, (_, hour) => (hour < 24 - hours ? 0 : 4));
    const isWorthShowing = (heardHours: number, requestedHours: number): boolean =>
      heatRows(hoursOf(24, { a: heardIn(heardHours), b: heardIn(1) }), [beacon('a', requestedHours)], (id) => id)
        .isWorthShowing;
    expect([isWorthShowing(1, 0), isWorthShowing(1, 8)]).toEqual([false, false]);
    // One beacon was heard for some hours, or was silent for long.
    expect([isWorthShowing(3, 0), isWorthShowing(1, 12)]).toEqual([true, true]);
    expect(heatRows(hoursOf(24, {}), [], (id) => id).isWorthShowing).toBe(false);
  });

  it('list the beacons heard in most hours first, and those never heard last', () => {
    const { rows } = heatRows(
      hoursOf(2, { b: [1, 1], a: [1, 0] }),
      [beacon('a', 2), beacon('b', 2), beacon('c', 2)],
      (id) => id,
    );
    expect(rows.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  it('combine several hours in a column over weeks, with a beacon as heard if it was heard in one of them', () => {
    const counts = Array<number>(720).fill(0);
    counts[1] = 2;
    const rows = heatRows(hoursOf(720, { a: counts }), [beacon('a', 720)], (id) => id);
    expect([rows.hoursAColumn, rows.columns]).toEqual([5, 144]);
    expect(rows.rows[0]!.counts[0]).toBe(2);
    expect(rows.rows[0]!.silent.slice(0, 3)).toEqual(Uint8Array.of(0, 1, 1));
  });
});
