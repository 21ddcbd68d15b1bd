/**
 * Times on the wire: ISO 8601 text; Unix numbers are accepted too, because streams use them (interface.md 2.2, 2.4).
 */

import * as z from 'zod/mini';

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
const LAST_MS = 8.64e15;
/** A number is a time between the years 2000 and 2100, in any unit: the ranges of the units do not overlap. */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2100, 0);
/** How many seconds, milliseconds, microseconds and nanoseconds a millisecond has. */
const UNITS_IN_A_MS = [0.001, 1, 1000, 1_000_000];

/** Returns Unix ms in the only unit that gives a plausible time; null when no unit does. */
export function plausibleMs(value: number): number | null {
  for (const units of UNITS_IN_A_MS) {
    const ms = value / units;
    if (ms >= EARLIEST_MS && ms < LATEST_MS) return Math.round(ms);
  }
  return null;
}

/** Returns Unix ms; null for a value that is not a time. A time without a zone is UTC, as in telemetry. */
export function readTimeMs(value: unknown): number | null {
  if (typeof value === 'number') return plausibleMs(value);
  if (typeof value !== 'string') return null;
  // The usual form needs no conversion.
  const ms = value.length === 24 && value.endsWith('Z') ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  const match = ISO.exec(value.trim());
  if (match === null) return null;
  const [, day, time = '00:00', zone = 'Z'] = match;
  const parsed = Date.parse(`${day}T${time.replace(',', '.')}${wholeZone(zone)}`);
  return Number.isNaN(parsed) ? null : parsed;
}

/** Parses a time of the wire to Unix ms. */
export const moment = z.transform((value: unknown, payload): number => {
  const ms = readTimeMs(value);
  if (ms !== null) return ms;
  payload.issues.push({ code: 'custom', input: value });
  return z.NEVER;
});

/** Returns ISO 8601 in UTC with milliseconds; empty for a time outside the calendar. */
export function isoOf(ms: number): string {
  return Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : '';
}

function wholeZone(zone: string): string {
  if (/^z$/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]!}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
