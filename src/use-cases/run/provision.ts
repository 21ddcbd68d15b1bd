/**
 * Carries out one run: follows the transition table, performs its effects and reports its progress. Loaded after the
 * device list.
 */
import { can, resumeFrom, transition } from '../../domain/provisioning/machine.ts';
import type { End, Event, State } from '../../domain/provisioning/run-state.ts';
import { createEffects } from './provision-effects.ts';
import type { ProvisionPorts, ProvisionTask } from './ports.ts';
import type { RunFailure, RunFailureCode } from '../../domain/run.ts';
import { enterPhase } from './run-progress.ts';
import type { RunPhase, RunProgress } from './runs.ts';

export type Provision = ReturnType<typeof createProvision>;

export interface Provisioned {
  readonly end: End;
  /** The ID of the receipt that was read and stored. */
  readonly receiptId: string | null;
}

/** Time until a missing copy is retried automatically, ms. */
const RETRY_SAVE_MS = 5000;

export function createProvision(ports: ProvisionPorts, task: ProvisionTask, onState: (state: State) => void) {
  const effects = createEffects(ports, task);
  let state = resumeFrom(task.run, task);
  let resolveRetry: (() => void) | null = null;
  let settled: (() => void)[] = [];

  async function retryRequested(): Promise<Event> {
    const requested = new Promise<void>((resolve) => {
      resolveRetry = resolve;
    });
    await Promise.race([requested, ports.clock.sleep(RETRY_SAVE_MS)]);
    resolveRetry = null;
    return { type: 'retry' };
  }

  function enter(next: State): void {
    state = next;
    if (next.at === 'held' || next.at === 'ended' || next.at === 'releasing') {
      for (const resolve of settled) resolve();
      settled = [];
    }
    onState(next);
  }

  return {
    effects,
    get state(): State {
      return state;
    },
    /** Never rejects. Resolves when the run has ended or stopped early. */
    async execute(): Promise<Provisioned> {
      let step = transition(state, { type: 'go' });
      for (;;) {
        // The effect starts before listeners are notified, in the same turn as the end of the one before. A response is
        // therefore committed in the turn of its read, and the screen is drawn while the disk or the beacon is busy.
        const doing = step.effect === null ? null : effects.perform(step.effect, step.state);
        enter(step.state);
        if (step.state.at === 'ended') return { end: step.state.end, receiptId: effects.held?.id ?? null };
        const event = await (doing ?? retryRequested());
        step = transition(
          step.state,
          cancelledInTime(step.state, event) ? { type: 'failed', code: 'cancelled' } : event,
        );
      }
    },
    /** Tries again to save the missing copies. Resolves when the try is over. */
    retry(): Promise<void> {
      if (resolveRetry === null) return Promise.resolve();
      const over = new Promise<void>((resolve) => {
        settled.push(resolve);
      });
      resolveRetry();
      return over;
    },
  };

  /** True if the person cancelled while an effect was about to succeed, and a cancel is still safe. */
  function cancelledInTime(at: State, event: Event): boolean {
    return task.signal.aborted && event.type !== 'failed' && can(at, 'cancel') && can(at, 'failed');
  }
}

/** Enters the phase of a state, and shows what of its receipt is not stored. */
export function enterState(
  progress: RunProgress,
  state: State,
  nowMs: number,
  failure: RunFailure | null,
): RunProgress {
  const entered = { ...enterPhase(progress, phaseOf(state), nowMs), cancelSafe: can(state, 'cancel') };
  if (state.at === 'held') {
    const missing = state.copies.row || state.copies.mirror ? 'second' : 'both';
    return {
      ...entered,
      copyMissing: missing,
      failure: { code: 'secondCopyMissing', detail: failure?.detail ?? '', atMs: nowMs },
    };
  }
  // While the copies are being saved again they are still missing. They exist once the link is closed.
  const saving = state.at === 'saving' || state.at === 'marking';
  return saving ? entered : { ...entered, copyMissing: null, failure: null };
}

/** Returns why it stopped, for the screen. Null if the run ended normally. */
export function codeOf(end: Provisioned['end']): RunFailureCode | null {
  if (end.kind === 'failure') return end.code;
  if (end.kind !== 'outcome') return null;
  return end.outcome === 'abandoned' ? 'cancelled' : end.outcome === 'needless' ? 'earlierReceipt' : null;
}

/** Returns the phase that the screen shows for a state. */
export function phaseOf(state: State): RunPhase {
  switch (state.at) {
    case 'ready':
    case 'reserving':
    case 'connecting':
      return 'connecting';
    case 'discovering':
      return 'discovering';
    case 'journallingLook':
    case 'checkingToken':
    case 'looking':
      return 'checking';
    case 'reservingAgain':
    case 'journallingWriting':
    case 'writing':
      return 'writing';
    case 'journallingTaken':
    case 'processing':
      return state.flags.wroteHere ? 'processing' : 'checking';
    case 'journallingReading':
    case 'settling':
      return state.flags.wroteHere ? 'settling' : 'checking';
    case 'pausing':
      return state.flags.wroteHere ? 'reading' : 'checking';
    case 'reading':
      return 'reading';
    case 'saving':
      return 'saving';
    case 'marking':
    case 'held':
      return 'copying';
    case 'closing':
    case 'releasing':
      return 'releasing';
    case 'ended':
      return 'ended';
  }
}
