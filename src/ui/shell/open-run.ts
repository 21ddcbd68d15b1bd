/** Decides which run a person must not leave or reload without confirmation. */
import type { RunProgress } from '../../use-cases/run/offered.ts';

/** True for a run that has not ended, or whose receipt has no second copy yet. */
export function isOpen(run: RunProgress | null | undefined): run is RunProgress {
  return run !== null && run !== undefined && (run.phase !== 'ended' || run.copyMissing !== null);
}
