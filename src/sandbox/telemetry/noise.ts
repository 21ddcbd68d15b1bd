/**
 * Repeatable noise and rhythms as functions of time, so that any record can be computed without the records before it.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Returns a number in [0, 1) for three whole numbers. The same on every machine. */
export function noise(salt: number, a: number, b: number): number {
  let mixed =
    (salt ^ Math.imul(Math.floor(a / 0x1_0000_0000) + 0x9e37, 0x85eb_ca6b) ^ Math.imul(a | 0, 0xc2b2_ae35)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ Math.imul(b + 1, 0x27d4_eb2f), 0x2c1b_3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a_2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
}

/** Returns -1 at midnight and +1 at noon (UTC), shifted by `shift` days. */
export function daily(atMs: number, shift: number): number {
  return -Math.cos(2 * Math.PI * (atMs / DAY_MS + shift));
}

/** Events that happen in bursts, `perDay` times a day on average, with many by day and few at night. */
export interface Happening {
  readonly perDay: number;
  /** Days by which the rhythm is shifted. Half a day gives many events at night. */
  readonly shift: number;
}

/** Returns the number of events since 1970. It never decreases. */
export function countAt({ perDay, shift }: Happening, atMs: number): number {
  return Math.floor(progress(perDay, shift, atMs));
}

/** Returns the time of the last event, Unix ms. */
export function lastAt({ perDay, shift }: Happening, atMs: number): number {
  const wanted = Math.floor(progress(perDay, shift, atMs));
  let early = atMs;
  let step = MINUTE_MS;
  do {
    early -= step;
    step *= 2;
  } while (progress(perDay, shift, early) >= wanted);
  let late = Math.min(atMs, early + step);
  while (late - early > 500) {
    const middle = (early + late) / 2;
    if (progress(perDay, shift, middle) >= wanted) late = middle;
    else early = middle;
  }
  return late;
}

/** At midnight the rate is zero and rounding blurs the sum, so no event may be counted at that time. */
const PAST_MIDNIGHT = 0.37;

/** Returns the integral of a rate that follows the day, with a burst about every two hours. It never decreases. */
function progress(perDay: number, shift: number, atMs: number): number {
  const days = atMs / DAY_MS + shift;
  const bursts = days + 0.01 * Math.sin(2 * Math.PI * 13.7 * days);
  return PAST_MIDNIGHT + perDay * (bursts - Math.sin(2 * Math.PI * bursts) / (2 * Math.PI));
}
