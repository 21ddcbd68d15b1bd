/** What comes next in a job: decided by where the work stands, not by what was done last. */
import { jobEnd } from './job-end.ts';
import type { JobCounts } from './progress.ts';

export type JobStep = 'prepare' | 'check' | 'start' | 'continue' | 'revisit' | 'report';

export interface JobWork {
  readonly counts: JobCounts;
  /** How many beacons can be prepared. */
  readonly toPrepare: number;
  /** Somebody has worked on the job. */
  readonly isBegun: boolean;
}

export interface JobSteps {
  readonly main: JobStep;
  /** Also possible now; null for nothing. */
  readonly second: JobStep | null;
}

export function jobSteps({ counts, toPrepare, isBegun }: JobWork): JobSteps {
  const end = jobEnd(counts);
  if (end === 'revisit') return { main: 'revisit', second: toPrepare > 0 ? 'prepare' : null };
  const canBeDone = counts.ready + counts.toChange > 0;
  const onward = isBegun ? 'continue' : canBeDone ? 'check' : 'start';
  if (toPrepare > 0 && onward === 'continue' && canBeDone) return { main: onward, second: 'prepare' };
  if (toPrepare > 0) return { main: 'prepare', second: canBeDone ? onward : null };
  if (end !== null) return { main: 'report', second: null };
  return { main: onward, second: onward === 'check' ? 'start' : null };
}
