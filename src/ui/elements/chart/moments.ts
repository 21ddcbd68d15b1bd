/** Times as text, in this device's time zone or in UTC. */
import { day, time, timeWithSeconds, type Zone } from '../../language/times.ts';

const DAY_MS = 86_400_000;

/** Name of the zone that times are shown in: "Europe/Warsaw", "UTC". */
export function zoneName(zone: Zone): string {
  return zone === 'utc' ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The label of a tick, as precise as the distance of two ticks requires; the date at the start of a day. */
export function axisTick(atMs: number, stepMs: number, zone: Zone): string {
  if (stepMs >= DAY_MS || isMidnight(atMs, zone)) return day(atMs, zone);
  return stepMs < 60_000 ? timeWithSeconds(atMs, zone) : time(atMs, zone);
}

function isMidnight(atMs: number, zone: Zone): boolean {
  if (zone === 'utc') return atMs % DAY_MS === 0;
  const at = new Date(atMs);
  return at.getHours() === 0 && at.getMinutes() === 0 && at.getSeconds() === 0;
}

/** For `<input type="datetime-local">`: "2026-03-10T14:05". */
export function inputValue(atMs: number, zone: Zone): string {
  const shifted = zone === 'utc' ? atMs : atMs - new Date(atMs).getTimezoneOffset() * 60_000;
  const date = new Date(shifted);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 16);
}

/** Parses its value, Unix ms; NaN for an empty one. */
export function fromInput(value: string, zone: Zone): number {
  return value === '' ? Number.NaN : Date.parse(zone === 'utc' ? `${value}Z` : value);
}
