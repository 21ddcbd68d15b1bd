/** A run's progress as lines on the screen: past steps, the current one, and those to come. */
import { meaningOf } from '../../../domain/provisioning/next-action.ts';
import type { RunPhase, RunProgress } from '../../../use-cases/run/runs.ts';
import type { StepLine } from '../../elements/steps/steps.ts';
import { phaseWords, runStrings } from '../../strings/run.ts';

/** The steps of a run without faults, in order. `checking` belongs to recovery and appears only when it happens. */
const CLEAN: readonly RunPhase[] = [
  'choosing',
  'connecting',
  'discovering',
  'writing',
  'processing',
  'settling',
  'reading',
  'saving',
  'copying',
];
/** Disconnecting is not shown as a step. */
const UNSAID: ReadonlySet<RunPhase> = new Set(['releasing', 'ended']);

export function stepsOf(progress: RunProgress, nowMs: number): StepLine[] {
  const past = progress.past.filter((step) => !UNSAID.has(step.phase));
  const lines: StepLine[] = past.map((step) => ({
    label: phaseWords[step.phase],
    state: 'done',
    elapsedMs: step.tookMs,
  }));
  const over = progress.phase === 'ended';
  if (over && progress.failure !== null) {
    const last = lines.at(-1);
    if (last !== undefined)
      lines[lines.length - 1] = {
        ...last,
        state: meaningOf(progress.failure.code).severity === 'uncertain' ? 'uncertain' : 'failed',
      };
  }
  if (over) return lines;
  if (!UNSAID.has(progress.phase)) lines.push(lineNow(progress, nowMs));
  return [
    ...lines,
    ...stillToCome(progress.phase).map((phase): StepLine => ({ label: phaseWords[phase], state: 'waiting' })),
  ];
}

/** The run of this beacon when it has past steps that the screen does not show otherwise; else null. */
export function pastOf(progress: RunProgress | null, uniqueId: string, kind: string): RunProgress | null {
  const isPast = progress?.uniqueId === uniqueId && progress.past.length > 0;
  return isPast && kind !== 'ready' && kind !== 'waits' ? progress : null;
}

function lineNow(progress: RunProgress, nowMs: number): StepLine {
  const detail =
    progress.phase !== 'connecting'
      ? undefined
      : progress.waitsForOldLink === true
        ? runStrings.waitsForOldLink
        : progress.attempt > 1
          ? runStrings.attempt(progress.attempt, progress.attempts)
          : undefined;
  return {
    label: phaseWords[progress.phase],
    state: progress.copyMissing === null ? 'now' : 'failed',
    elapsedMs: Math.max(0, nowMs - progress.phaseSinceMs),
    ...(detail === undefined ? {} : { detail }),
  };
}

function stillToCome(phase: RunPhase): readonly RunPhase[] {
  if (UNSAID.has(phase)) return [];
  // After checking comes reading, or one more write. The shorter way is shown.
  const at = phase === 'checking' ? CLEAN.indexOf('settling') : CLEAN.indexOf(phase);
  return CLEAN.slice(at + 1);
}
