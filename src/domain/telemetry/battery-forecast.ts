/** When a battery may be empty, from its saved readings: a range of weeks, or nothing where they do not tell. */
import type { HoursRow } from './hours.ts';
import { DAY_MS } from './record-query.ts';
import type { Line } from './series.ts';

export type BatteryForecast = NonNullable<ReturnType<typeof forecastBattery>>;

interface DayReading {
  readonly day: number;
  readonly percent: number;
}

const DAY_HOURS = 24;
const WEEK_DAYS = 7;
const MIN_READINGS = 5;
const MIN_DAYS = 14;
const MIN_LEVELS = 3;
/** Between readings that are closer together, noise is larger than the fall. */
const MIN_APART_DAYS = 4;
/** A larger difference, in percent and percent for each day between, means that the battery was changed or reset. */
const JUMP = 8;
const JUMP_A_DAY = 3;
/** Number of latest readings. The lowest of them gives the earliest end, the highest gives the latest. */
const LATEST = 3;
/** Factor of the earliest end, because many batteries fall faster towards their end. */
const SOONER = 0.6;
/** A fall is extrapolated for this many times as long as it was observed. On a plateau it is too slow for that. */
const MOST_AHEAD = 3;

/** Returns null with too few readings, and where the battery does not fall clearly. */
export function forecastBattery({ battery }: Pick<HoursRow, 'battery'>) {
  const days = sinceLastJump(dayReadings(battery));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || days.length < MIN_READINGS) return null;
  const observedDays = last.day - first.day;
  if (observedDays < MIN_DAYS || new Set(days.map(({ percent }) => percent)).size < MIN_LEVELS) return null;
  const falls = fallsOf(days).sort((one, other) => one - other);
  const [slow, fast] = [quantile(falls, 0.1), quantile(falls, 0.9)];
  if (slow <= 0) return null;
  const latest = days.slice(-LATEST).map(({ percent }) => percent);
  const leastDays = (Math.min(...latest) / fast) * SOONER;
  const mostDays = (Math.max(...latest) + 1) / slow;
  if (mostDays > observedDays * MOST_AHEAD) return null;
  return {
    /** The last day's reading. */
    percent: last.percent,
    /** Whole weeks from the last reading: it is empty not before `least` and not after `most`. */
    least: Math.floor(leastDays / WEEK_DAYS),
    most: Math.ceil(mostDays / WEEK_DAYS),
  };
}

/**
 * Returns when a reading after `changedAtMs` was first clearly higher than the last one before, Unix ms; null when none
 * was, or there is none before. The values are in percent. A battery does not rise by itself, so that no more is
 * allowed for the weather than in a week.
 */
export function firstRiseMs({ times, values }: Pick<Line, 'times' | 'values'>, changedAtMs: number): number | null {
  const last = times.findLastIndex((atMs) => atMs < changedAtMs);
  if (last === -1) return null;
  const rise = times.findIndex((atMs, index) => {
    const days = Math.min((atMs - times[last]!) / DAY_MS, WEEK_DAYS);
    return index > last && values[index]! - values[last]! > mostChange(days);
  });
  return rise === -1 ? null : times[rise]!;
}

/** The highest reading of each day, because a battery reads lower in the cold of a night. */
function dayReadings(battery: Float64Array): DayReading[] {
  const highest = new Map<number, number>();
  battery.forEach((percent, hour) => {
    if (Number.isNaN(percent)) return;
    const day = Math.floor(hour / DAY_HOURS);
    highest.set(day, Math.max(highest.get(day) ?? 0, percent));
  });
  return [...highest].map(([day, percent]) => ({ day, percent }));
}

/** The most that the level of one battery differs between two readings so many days apart, percent. */
function mostChange(days: number): number {
  return JUMP + JUMP_A_DAY * days;
}

function sinceLastJump(days: readonly DayReading[]): readonly DayReading[] {
  const at = days.findLastIndex(({ day, percent }, index) => {
    const before = days[index - 1];
    return before !== undefined && Math.abs(percent - before.percent) > mostChange(day - before.day);
  });
  return days.slice(Math.max(0, at));
}

/** The falls between all pairs of readings that are far enough apart, percent a day. */
function fallsOf(days: readonly DayReading[]): number[] {
  return days.flatMap((early, at) =>
    days
      .slice(at + 1)
      .filter((late) => late.day - early.day >= MIN_APART_DAYS)
      .map((late) => (early.percent - late.percent) / (late.day - early.day)),
  );
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.round((sorted.length - 1) * part)]!;
}
