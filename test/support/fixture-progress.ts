/** A run in progress and a failed one, for tests of the screens. */
import type { RUN_FAILURES } from '../../src/domain/run.ts';
import type { RunProgress } from '../../src/use-cases/run/runs.ts';

export const progress = (changes: Partial<RunProgress> = {}): RunProgress => ({
  runId: 'run-aB3d',
  uniqueId: 'aB3d',
  phase: 'connecting',
  past: [{ phase: 'choosing', tookMs: 900 }],
  phaseSinceMs: 1000,
  attempt: 1,
  attempts: 4,
  cancelSafe: true,
  copyMissing: null,
  outcome: null,
  failure: null,
  ...changes,
});

export const failure = (code: (typeof RUN_FAILURES)[number]) => ({ code, detail: 'NetworkError', atMs: 1 });
