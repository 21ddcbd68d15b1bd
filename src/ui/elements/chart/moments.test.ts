/** Times typed and shown on days of 23, 24 and 25 hours; run in Berlin, New York and UTC. */
import { describe, expect, it } from 'vitest';
import { splitRange } from '../../../domain/telemetry/record-query.ts';
import { endOfDaySeconds } from '../../../domain/ownership/share.ts';
import { readTimeMs } from '../../../domain/telemetry/moment.ts';
import { axisTick, fromInput, inputValue, zoneName } from './moments.ts';
import { moment } from '../../language/times.ts';

const HOUR_MS = 3_600_000;
interface Day {
  readonly day: string;
  readonly next: string;
  readonly hours: number;
}
/** In 2026: the first day loses an hour, the second gains one. */
const CHANGES: Readonly<Record<string, readonly Day[]>> = {
  'Europe/Berlin': [
    { day: '2026-03-29', next: '2026-03-30', hours: 23 },
    { day: '2026-10-25', next: '2026-10-26', hours: 25 },
  ],
  'America/New_York': [
    { day: '2026-03-08', next: '2026-03-09', hours: 23 },
    { day: '2026-11-01', next: '2026-11-02', hours: 25 },
  ],
  UTC: [
    { day: '2026-03-29', next: '2026-03-30', hours: 24 },
    { day: '2026-10-25', next: '2026-10-26', hours: 24 },
  ],
};
const zone = zoneName('local');
const days = CHANGES[zone] ?? [];
const startOf = (day: string): number => fromInput(`${day}T00:00`, 'local');

it('these tests run in a time zone for which they have cases', () => {
  expect(Object.keys(CHANGES)).toContain(zone);
});

describe.each(days)(`the axis of a chart for $day in ${zone}`, ({ day, next, hours }) => {
  const [startMs, endMs] = [startOf(day), startOf(next)];

  it('is as long as the day was by local clocks, from midnight to midnight', () => {
    expect((endMs - startMs) / HOUR_MS).toBe(hours);
    expect([inputValue(startMs, 'local'), inputValue(endMs, 'local')]).toEqual([`${day}T00:00`, `${next}T00:00`]);
  });

  it('reads each time that it shows as the same moment, or as one of the two in an hour that occurs twice', () => {
    const off: number[] = [];
    for (let atMs = startMs; atMs < endMs; atMs += HOUR_MS / 2) {
      const typed = fromInput(inputValue(atMs, 'local'), 'local');
      if (typed !== atMs) off.push((atMs - typed) / HOUR_MS);
      expect(fromInput(inputValue(atMs, 'utc'), 'utc')).toBe(atMs);
    }
    expect(off).toEqual(hours === 25 ? [1, 1] : []);
  });

  it('accepts every time that can be typed, including one that no clock shows', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const atMs = fromInput(`${day}T${String(hour).padStart(2, '0')}:30`, 'local');
      expect(atMs).toBeGreaterThan(startMs);
      expect(atMs).toBeLessThan(endMs);
    }
  });

  it('shows the date at the first tick, and the hours as local clocks do', () => {
    const ticks = Array.from({ length: hours }, (_, at) => axisTick(startMs + at * HOUR_MS, HOUR_MS, 'local'));
    expect(ticks[0]).toMatch(/^[A-Z][a-z]{2} \d{1,2}$/);
    expect(ticks.at(-1)).toMatch(/^11:00\sPM$/);
    expect(new Set(ticks).size).toBe(Math.min(hours, 24));
    expect(moment(endMs - 1000, 'local')).toMatch(/11:59:59\sPM$/);
  });

  it('is requested from the backend without a gap, with no request over 24 hours', () => {
    const parts = splitRange(startMs, endMs);
    expect([parts[0]!.startMs, parts.at(-1)!.endMs]).toEqual([startMs, endMs]);
    expect(parts.length).toBe(hours > 24 ? 2 : 1);
    for (const [at, part] of parts.entries()) {
      expect(part.endMs - part.startMs).toBeLessThanOrEqual(24 * HOUR_MS);
      if (at > 0) expect(part.startMs).toBe(parts[at - 1]!.endMs);
    }
  });

  it('gives a share that ends on this day the last second of the day, by the offset of that second', () => {
    const offset = new Date(`${day}T23:59:59`).getTimezoneOffset();
    expect(endOfDaySeconds(day, offset)).toBe(endMs / 1000 - 1);
  });

  it('reads times without a zone as UTC, whatever the local clocks show', () => {
    for (const time of ['00:30', '01:30:00', '02:30:00.250', '03:30'])
      expect(readTimeMs(`${day}T${time}`)).toBe(Date.parse(`${day}T${time}Z`));
    expect(readTimeMs(day)).toBe(Date.parse(`${day}T00:00Z`));
  });
});
