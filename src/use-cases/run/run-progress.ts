/**
 * The progress of the run in this window for the screen: phases with their times, attempts, missing copies, the end.
 */
import type { Run, RunFailure } from '../../domain/run.ts';
import type { RadioState } from './bluetooth-port.ts';
import type { RunPhase, RunProgress } from './runs.ts';

type Begun = Pick<RunProgress, 'runId' | 'uniqueId' | 'command' | 'phase' | 'phaseSinceMs' | 'attempts'>;

export function firstProgress(begun: Begun): RunProgress {
  return { ...begun, past: [], attempt: 0, cancelSafe: true, copyMissing: null, outcome: null, failure: null };
}

/** While the chooser is open, notes whether Bluetooth is known to be off: then the browser asks for it and lists nothing. */
export function withRadio(progress: RunProgress, radio: RadioState): RunProgress {
  const radioOff = progress.phase === 'choosing' && radio === 'off';
  return radioOff === (progress.radioOff ?? false) ? progress : { ...progress, radioOff };
}

/** Enters a phase. The previous one is added to `past` with the time it took. */
export function enterPhase(progress: RunProgress, phase: RunPhase, nowMs: number): RunProgress {
  if (progress.phase === phase) return progress;
  const left = { phase: progress.phase, tookMs: Math.max(0, nowMs - progress.phaseSinceMs) };
  return { ...progress, phase, past: [...progress.past, left], phaseSinceMs: nowMs };
}

export function enterEnd(
  progress: RunProgress,
  run: Run | null,
  failure: RunFailure | null,
  nowMs: number,
): RunProgress {
  return {
    ...enterPhase(progress, 'ended', nowMs),
    cancelSafe: false,
    copyMissing: null,
    outcome: run?.outcome ?? null,
    failure,
  };
}
