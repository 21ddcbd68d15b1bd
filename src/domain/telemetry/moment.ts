/** Moments on the wire: ISO 8601 text, with Unix numbers accepted where a stream spells it so (interface.md 2.2, 2.4). */

import * as z from 'zod/mini';

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
const LAST_MS = 8.64e15;
/** A number is a moment between the years 2000 and 2100, whatever its unit: the ranges of the units do not overlap. */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2100, 0);
/** Seconds, milliseconds, microseconds and nanoseconds, as what one millisecond has of each. */
const UNITS_IN_A_MS = [0.001, 1, 1000, 1_000_000];

/** Unix ms of a number in the only unit that makes it a plausible moment; null where none does. */
export function plausibleMs(value: number): number | null {
  for (const units of UNITS_IN_A_MS) {
    const ms = value / units;
    if (ms >= EARLIEST_MS && ms < LATEST_MS) return Math.round(ms);
  }
  return null;
}

/** Unix ms, or null for what is no moment. A time without a zone is taken as UTC, as telemetry means it. */
export function readTimeMs(value: unknown): number | null {
  if (typeof value === 'number') return plausibleMs(value);
  if (typeof value !== 'string') return null;
  // What nearly every backend sends; the rest is put in order first.
  const ms = value.length === 24 && value.endsWith('Z') ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  const match = ISO.exec(value.trim());
  if (match === null) return null;
  const [, day, time = '00:00', zone = 'Z'] = match;
  const parsed = Date.parse(`${day}T${time.replace(',', '.')}${wholeZone(zone)}`);
  return Number.isNaN(parsed) ? null : parsed;
}

/** A moment of the wire as Unix ms. */
export const moment = z.transform((value: unknown, payload): number => {
  const ms = readTimeMs(value);
  if (ms !== null) return ms;
  payload.issues.push({ code: 'custom', input: value });
  return z.NEVER;
});

/** ISO 8601 in UTC with milliseconds; empty for what no calendar holds. */
export function isoOf(ms: number): string {
  return Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : '';
}

function wholeZone(zone: string): string {
  if (/^z$/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]!}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
