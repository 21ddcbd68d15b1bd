/** Moments on the wire: ISO 8601 text, with Unix seconds accepted where a stream spells it so (interface.md 2.2, 2.4). */

import * as z from 'zod/mini';

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
const LAST_MS = 8.64e15;
/** A number below this is seconds; as milliseconds it would lie before March 1973. */
const SECONDS_BELOW = 1e11;

/** Unix ms, or null for what is no moment. A time without a zone is taken as UTC. */
export function readTimeMs(value: unknown): number | null {
  if (typeof value === 'number') {
    const ms = Math.abs(value) < SECONDS_BELOW ? value * 1000 : value;
    return Number.isFinite(ms) && Math.abs(ms) <= LAST_MS ? ms : null;
  }
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
