/** Which run must not be left or reloaded without a word. */
import type { RunProgress } from '../../use-cases/run/offered.ts';

/** A run whose end has not come, or whose receipt is not saved twice. */
export function isOpen(run: RunProgress | null | undefined): run is RunProgress {
  return run !== null && run !== undefined && (run.phase !== 'ended' || run.copyMissing !== null);
}
