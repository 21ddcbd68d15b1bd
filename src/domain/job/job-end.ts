/** How a job ends: decided by its counts alone, so that an answer of the backend changes the end without anybody. */
import type { JobCounts, TaskProgress } from './progress.ts';

/**
 * `verified`: all are Verified, and batteries confirmed by telemetry · `written`: nothing is left to do on site, and not
 * all is verified or confirmed · `revisit`: nothing is left but uncertain, refused or parked beacons · `handedOver`: the
 * rest was handed to another phone · `leftOut`: the rest was skipped, is gone, was done elsewhere or had its values
 * already.
 */
export type JobEnd = 'verified' | 'written' | 'revisit' | 'handedOver' | 'leftOut';

/** Returns null while a beacon waits for its first visit, and for a job without beacons. */
export function jobEnd(counts: JobCounts): JobEnd | null {
  const { all, ready, toChange, prepared, planned, trouble, parked } = counts;
  if (all === 0 || ready + toChange + prepared + planned > 0) return null;
  if (trouble + parked > 0) return 'revisit';
  if (counts.onTheWay + counts.noted > 0) return 'written';
  if (counts.handedOver > 0) return 'handedOver';
  return counts.skipped + counts.doneElsewhere + counts.closed + counts.alreadySo > 0 ? 'leftOut' : 'verified';
}

/** A longer gap is a break and does not count as work. */
const BREAK_MS = 15 * 60_000;

/**
 * Returns the time that the work on these beacons took, without breaks, ms. Null when it is not known: a beacon was
 * written by another phone, or nothing was written.
 */
export function workMs(progress: readonly TaskProgress[]): number | null {
  const written = progress.filter(({ standing }) => standing === 'verified' || standing === 'onTheWay');
  if (written.length === 0 || written.some(({ run }) => run === null || run.endedAtMs === null)) return null;
  const times = progress
    .flatMap(({ run, task }) => [run?.startedAtMs, run?.endedAtMs, task.mark?.atMs, task.battery?.notedAtMs])
    .filter((at) => at !== undefined && at !== null)
    .sort((a, b) => a - b);
  const gaps = times.slice(1).map((atMs, index) => atMs - times[index]!);
  return gaps.filter((gapMs) => gapMs <= BREAK_MS).reduce((sum, gapMs) => sum + gapMs, 0);
}
