/** The job in progress, which the app offers to continue. */
import type { Job } from './job.ts';
import { countJob, type TaskProgress } from './progress.ts';
import { nextTask } from './route.ts';

export type JobUnderWay = NonNullable<ReturnType<typeof jobUnderWay>>;

/** A job is not in progress after this time without work on it. */
const LAST_TOUCHED_MS = 7 * 24 * 60 * 60_000;

/** Returns the job that was worked on last and has beacons left, with the beacon to visit next; null when there is none. */
export function jobUnderWay(
  jobs: readonly { readonly job: Job; readonly progress: readonly TaskProgress[] }[],
  nowMs: number,
) {
  const candidates = jobs.flatMap(({ job, progress }) => {
    const touchedMs = lastTouchedMs(progress);
    const next = nextTask(progress, null, nowMs);
    return next === null || nowMs - touchedMs > LAST_TOUCHED_MS ? [] : [{ job, progress, next, touchedMs }];
  });
  const [latest] = candidates.sort((a, b) => b.touchedMs - a.touchedMs);
  return latest === undefined ? null : { job: latest.job, counts: countJob(latest.progress, nowMs), next: latest.next };
}

/** True when somebody has worked on the job. */
export function isBegun(progress: readonly TaskProgress[]): boolean {
  return lastTouchedMs(progress) > 0;
}

/** Returns when a beacon of the job was last written or marked, Unix ms; 0 when none was. */
function lastTouchedMs(progress: readonly TaskProgress[]): number {
  return progress.reduce(
    (latest, { run, task: { mark, battery } }) =>
      Math.max(latest, run?.startedAtMs ?? 0, run?.endedAtMs ?? 0, mark?.atMs ?? 0, battery?.notedAtMs ?? 0),
    0,
  );
}
