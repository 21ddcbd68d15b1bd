/** The job that somebody is in the middle of: the app leads back to it. */
import type { Job } from './job.ts';
import { countJob, type JobCounts, type TaskProgress } from './progress.ts';
import { nextTask } from './route.ts';

export interface JobUnderWay {
  readonly job: Job;
  readonly counts: JobCounts;
  /** The beacon to go to. */
  readonly next: TaskProgress;
}

/** A job that nobody has touched for longer is not under way, whatever is left of it. */
const LAST_TOUCHED_MS = 7 * 24 * 60 * 60_000;

/** The job on which somebody worked last and of which something is left; null for none. */
export function jobUnderWay(
  jobs: readonly { readonly job: Job; readonly progress: readonly TaskProgress[] }[],
  nowMs: number,
): JobUnderWay | null {
  const candidates = jobs.flatMap(({ job, progress }) => {
    const touchedMs = lastTouchedMs(progress);
    const next = nextTask(progress, null, nowMs);
    return next === null || nowMs - touchedMs > LAST_TOUCHED_MS ? [] : [{ job, progress, next, touchedMs }];
  });
  const [latest] = candidates.sort((a, b) => b.touchedMs - a.touchedMs);
  return latest === undefined ? null : { job: latest.job, counts: countJob(latest.progress, nowMs), next: latest.next };
}

/** Whether somebody has worked on it. */
export function isBegun(progress: readonly TaskProgress[]): boolean {
  return lastTouchedMs(progress) > 0;
}

/** When a beacon of the job was last written or marked, Unix ms; 0 when none was. */
function lastTouchedMs(progress: readonly TaskProgress[]): number {
  return progress.reduce(
    (latest, { run, task }) => Math.max(latest, run?.startedAtMs ?? 0, run?.endedAtMs ?? 0, task.mark?.atMs ?? 0),
    0,
  );
}
