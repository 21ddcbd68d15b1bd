/** Moments in words, in the zone of this device or in UTC. */

export type ChartZone = 'local' | 'utc';

const DAY_MS = 86_400_000;
const cache = new Map<string, Intl.DateTimeFormat>();

/** Name of the zone that times are shown in: "Europe/Warsaw", "UTC". */
export function zoneName(zone: ChartZone): string {
  return zone === 'utc' ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "10 Mar 2026, 14:05:09". */
export function momentText(atMs: number, zone: ChartZone): string {
  return formatted(atMs, zone, 'moment', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

/** Under the axis: as much as the distance of two ticks calls for; a day's name at its beginning. */
export function axisTick(atMs: number, stepMs: number, zone: ChartZone): string {
  if (stepMs >= DAY_MS || clock(atMs, zone, true) === '00:00:00')
    return formatted(atMs, zone, 'day', { day: 'numeric', month: 'short' });
  return clock(atMs, zone, stepMs < 60_000);
}

/** For `<input type="datetime-local">`: "2026-03-10T14:05". */
export function inputValue(atMs: number, zone: ChartZone): string {
  const shifted = zone === 'utc' ? atMs : atMs - new Date(atMs).getTimezoneOffset() * 60_000;
  const date = new Date(shifted);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 16);
}

/** What was typed into it, Unix ms; NaN for nothing. */
export function fromInput(value: string, zone: ChartZone): number {
  return value === '' ? Number.NaN : Date.parse(zone === 'utc' ? `${value}Z` : value);
}

function clock(atMs: number, zone: ChartZone, seconds: boolean): string {
  return formatted(atMs, zone, seconds ? 'second' : 'minute', {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
  });
}

/** Total: a moment that no calendar holds is shown as nothing. */
function formatted(atMs: number, zone: ChartZone, name: string, options: Intl.DateTimeFormatOptions): string {
  if (!(Math.abs(atMs) <= 8.64e15)) return '';
  const key = `${zone} ${name}`;
  let format = cache.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { ...options, ...(zone === 'utc' ? { timeZone: 'UTC' } : {}) });
    cache.set(key, format);
  }
  return format.format(atMs);
}
