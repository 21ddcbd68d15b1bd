/**
 * The states of one run over Bluetooth as a pure table of transitions (product.md "After a drop, a reload or a kill").
 *
 * ready → reserving → connecting → discovering → journallingWriting → writing → journallingTaken → processing →
 * journallingReading → settling → reading → saving → marking → releasing → ended
 *
 * When a run resumes, and when an earlier run of the same beacon may have left a response, 81F2 is read before the
 * write: discovering → journallingLook → processing → settling → looking (→ pausing → looking, three times before it
 * counts as empty, or as refused) → journallingWriting …
 */
import type { Run, RunFailureCode } from '../run.ts';
import { errandOf } from '../errand.ts';
import { WRITE_REFUSALS } from './journal.ts';
import type {
  After,
  ResumeInfo,
  Copies,
  RunFlags,
  Effect,
  End,
  EndOutcome,
  Event,
  Owner,
  Place,
  PlainWord,
  Plan,
  State,
  Step,
} from './run-state.ts';

/** Maximum number of writes of the same package (product.md "After a drop, a reload or a kill"). */
const MAX_WRITES = 2;

/** Number of empty reads after which 81F2 counts as empty. */
const MAX_EMPTIES = 3;

/** Number of refused reads of 81F2 after which a run stops. */
const MAX_REFUSALS = 3;

const PLAN_OF = { none: 'start', look: 'lookFirst', glance: 'glanceFirst' } as const;

/** Returns the state in which an unfinished run resumes. */
export function resumeFrom(run: Run, { sameHandle, before, refusedBefore }: ResumeInfo): State {
  const { expectsResponse } = errandOf(run);
  // A command does not use the Control Point, so one read is enough.
  const plan: Plan =
    run.step !== 'intent' ? 'wayBack' : !expectsResponse && before === 'look' ? 'glanceFirst' : PLAN_OF[before];
  // A glance ends with the first empty answer.
  const empties = plan === 'glanceFirst' ? MAX_EMPTIES - 1 : 0;
  return {
    at: 'ready',
    flags: {
      plan,
      writes: run.writes,
      wroteHere: false,
      sameHandle: sameHandle && plan === 'wayBack',
      endSeen: false,
      empties,
      refusals: 0,
      skipsPoll: hasStoppedAtPoll(run),
      refusedBefore,
      expectsResponse,
    },
  };
}

/**
 * True when the last session looked for a response and may have ended at 81F4, because the link dropped or the beacon
 * did not answer. Its next read may end the same way, and 81F2 can be read without it.
 */
function hasStoppedAtPoll({ journal, lastFailure }: Run): boolean {
  return lastFailure !== null && journal.at(-1)?.handle !== undefined && AT_POLL.includes(lastFailure.code);
}

const AT_POLL: readonly RunFailureCode[] = [
  'droppedWhileProcessing',
  'neverEnded',
  'droppedBeforeWrite',
  'noAnswerBeforeWrite',
];

/** True when the event is allowed in this state. The buttons and the runner use it. */
export function can(state: State, event: Event['type'] | 'cancel'): boolean {
  return event === 'cancel' ? isCancelSafe(state) : (EVENTS[state.at] ?? USUAL_EVENTS).includes(event);
}

const EVENTS: Partial<Record<State['at'], readonly Event['type'][]>> = {
  ready: ['go'],
  processing: ['done', 'neverEnded', 'failed'],
  checkingToken: ['token', 'failed'],
  looking: ['response', 'failed'],
  reading: ['response', 'failed'],
  saving: ['saved'],
  held: ['retry'],
  ended: [],
};

/** The events of every other state. */
const USUAL_EVENTS: readonly Event['type'][] = ['done', 'failed'];

/**
 * Returns the next state and its effect. Throws for an event that is not allowed in this state, which is a programming
 * error.
 */
export function transition(state: State, event: Event): Step {
  if (!can(state, event.type)) throw new Error(`A run at ${state.at} knows no ${event.type}`);
  switch (state.at) {
    case 'saving':
    case 'marking':
    case 'held':
      return keepResponse(state, event);
    case 'closing':
      // A failure to store the end is ignored: the journal still contains where to resume.
      return { state: { ...state, at: 'releasing' }, effect: { do: 'release' } };
    case 'releasing':
    case 'ended':
      return { state: { ...state, at: 'ended' }, effect: null };
    default:
      return event.type === 'failed' ? stopShort(state, event.code) : advance(state, event);
  }
}

/** Answers that are noted but not saved. */
export const PLAIN_WORDS: ReadonlySet<Owner> = new Set<PlainWord>(['nobody', 'notForMe', 'hadThat', 'otherNo']);

/** Returns what follows a response of this owner once both copies are stored; null for an answer that is not saved. */
export function afterResponse(state: State, owner: Owner): After | null {
  const next = transition(state, { type: 'response', owner }).state;
  return next.at === 'saving' ? next.after : null;
}

type InProgress = Extract<State, { at: Place }>;

function advance({ at, flags }: InProgress, event: Event): Step {
  switch (at) {
    case 'ready':
      return go('reserving', flags, { do: 'reserve' });
    case 'reserving':
      return go('connecting', flags, { do: 'connect' });
    case 'connecting':
      return go('discovering', flags, { do: 'discover' });
    case 'discovering':
      if (flags.plan === 'start') return aboutToWrite(flags);
      // The token of the beacon that was written to shows whether it took the command.
      if (!flags.expectsResponse && flags.sameHandle) return go('checkingToken', flags, { do: 'readToken' });
      return go('journallingLook', flags, { do: 'journal', step: 'look' });
    case 'journallingLook':
      // A command does not use the Control Point.
      if (!flags.expectsResponse || flags.plan === 'glanceFirst') return readResponse(flags);
      // Without the poll, the beacon still gets a moment.
      if (flags.skipsPoll) return go('pausing', flags, { do: 'pause' });
      return go('processing', flags, { do: 'poll', afterWrite: false });
    case 'journallingWriting':
      return go('writing', { ...flags, writes: flags.writes + 1 }, { do: 'write' });
    case 'writing': {
      const written: RunFlags = {
        ...flags,
        wroteHere: true,
        sameHandle: flags.sameHandle || flags.plan !== 'wayBack',
        endSeen: false,
        empties: 0,
        refusals: 0,
      };
      // A command is only acknowledged. The beacon may drop the link while executing it, which is not a failure.
      return flags.expectsResponse
        ? go('journallingTaken', written, { do: 'journal', step: 'taken' })
        : end(written, 'commandSent');
    }
    case 'journallingTaken':
      return go('processing', flags, { do: 'poll', afterWrite: true });
    case 'processing':
      return afterPoll({ ...flags, endSeen: event.type === 'done' });
    case 'checkingToken':
      if (event.type !== 'token') return stay(at, flags);
      // Writing the command twice is harmless, because the beacon accepts a token once.
      return event.verdict === 'equal' ? end(flags, 'commandSent') : writeOnceMore(flags);
    case 'reservingAgain':
      return aboutToWrite(flags);
    case 'journallingReading':
      return go('settling', flags, { do: 'settle' });
    case 'settling':
    case 'pausing':
      return readResponse(flags);
    case 'looking':
      return event.type === 'response' ? beforeWriting(flags, event.owner) : stay(at, flags);
    case 'reading':
      return event.type === 'response' ? answerToWrite(flags, event.owner) : stay(at, flags);
  }
}

function aboutToWrite(flags: RunFlags): Step {
  return go('journallingWriting', flags, { do: 'journal', step: 'writing' });
}

function readResponse(flags: RunFlags): Step {
  return go(flags.wroteHere ? 'reading' : 'looking', flags, { do: 'readResponse' });
}

function afterPoll(flags: RunFlags): Step {
  // An idle Control Point may never answer. When resuming this proves nothing, and 81F2 is read anyway.
  if (!flags.wroteHere) return flags.endSeen ? go('settling', flags, { do: 'settle' }) : readResponse(flags);
  return flags.endSeen
    ? go('journallingReading', flags, { do: 'journal', step: 'reading' })
    : stop(flags, 'neverEnded');
}

function writeOnceMore(flags: RunFlags): Step {
  if (flags.writes < MAX_WRITES) return aboutToWrite(flags);
  return flags.expectsResponse ? stop(flags, 'noAnswer') : end(flags, 'noAnswer');
}

/** Returns the next read of an empty 81F2, or null after MAX_EMPTIES reads. */
function readAgain(flags: RunFlags): Step | null {
  const empties = flags.empties + 1;
  return empties < MAX_EMPTIES ? go('pausing', { ...flags, empties }, { do: 'pause' }) : null;
}

/** Handles the content of 81F2 before this connection's write. */
function beforeWriting(flags: RunFlags, owner: Owner): Step {
  const mayWriteAgain = flags.writes < MAX_WRITES;
  switch (owner) {
    case 'nothing':
      return readAgain(flags) ?? writeOnceMore(flags);
    case 'ours':
      return save(flags, 'finish');
    case 'otherDevice':
      return save(flags, 'otherBeacon');
    case 'earlierRun':
      if (flags.plan === 'lookFirst') return save(flags, 'needless');
      return save(flags, mayWriteAgain ? 'write' : 'otherBeacon');
    case 'unsure':
      return save(flags, mayWriteAgain ? 'write' : 'unsure');
    case 'hadThat':
      return stop(flags, 'beaconIsAhead');
    case 'nobody':
    case 'notForMe':
    case 'otherNo':
      // A plain answer may come from any beacon, so it does not end the run.
      return writeOnceMore(flags);
  }
}

/** Handles the content of 81F2 after a write over this connection. */
function answerToWrite(flags: RunFlags, owner: Owner): Step {
  switch (owner) {
    case 'nothing':
      return readAgain(flags) ?? stop(flags, flags.sameHandle ? 'receiptLost' : 'noAnswer');
    case 'ours':
      return save(flags, 'finish');
    case 'otherDevice':
    case 'earlierRun':
      return save(flags, 'otherBeacon');
    case 'unsure':
      return save(flags, 'unsure');
    case 'notForMe':
      return close(flags, { kind: 'failure', code: 'otherBeacon', unwritten: true });
    case 'hadThat':
      return stop(flags, 'beaconIsAhead');
    case 'nobody':
    case 'otherNo':
      return stop(flags, 'plainNo');
  }
}

const NO_COPIES: Copies = { row: false, mirror: false };

function save(flags: RunFlags, after: After): Step {
  return {
    state: { at: 'saving', flags, after, copies: NO_COPIES },
    effect: { do: 'save', after, copies: NO_COPIES },
  };
}

type Keeping = Extract<State, { copies: Copies }>;

function keepResponse(state: Keeping, event: Event): Step {
  const { copies, after } = state;
  const move = (at: Keeping['at'], now: Copies, effect: Effect | null): Step => ({
    state: { ...state, at, copies: now },
    effect,
  });
  const mark: Effect = { do: 'mark', closesLink: after !== 'write' };
  const next = (now: Copies): Step => (now.row && now.mirror ? move('marking', now, mark) : move('held', now, null));
  switch (state.at) {
    case 'saving':
      return next(event.type === 'saved' ? { row: event.row, mirror: event.mirror } : copies);
    case 'marking':
      return event.type === 'done' ? afterSaving(state) : move('held', copies, null);
    case 'held':
      return copies.row && copies.mirror
        ? move('marking', copies, mark)
        : move('saving', copies, { do: 'save', after, copies });
  }
}

function afterSaving({ flags, after }: Keeping): Step {
  const release = (finish: End): Step => ({
    state: { at: 'releasing', flags, end: finish },
    effect: { do: 'release' },
  });
  switch (after) {
    case 'finish':
      return release({ kind: 'saved' });
    case 'unsure':
      return release({ kind: 'unsure' });
    case 'needless':
      return end(flags, 'needless');
    case 'otherBeacon':
      return stop(flags, 'otherBeacon');
    case 'write':
      return go('reservingAgain', flags, { do: 'reserve' });
  }
}

function stopShort({ at, flags }: InProgress, code: RunFailureCode): Step {
  const touched = flags.plan === 'wayBack' || at === 'writing' || flags.wroteHere;
  if (code === 'cancelled' && !touched) return end(flags, 'abandoned');
  if (code === 'readRefused' && flags.refusals + 1 < MAX_REFUSALS)
    return go('pausing', { ...flags, refusals: flags.refusals + 1 }, { do: 'pause' });
  if (at !== 'writing') return stop(flags, code);
  if (flags.refusedBefore && WRITE_REFUSALS.includes(code)) return refusedAgain(flags);
  if (UNWRITTEN.includes(code)) return close(flags, { kind: 'failure', code, unwritten: true });
  return stop(flags, code);
}

/** Failures of a write that the beacon did not take. */
const UNWRITTEN: readonly RunFailureCode[] = [...WRITE_REFUSALS, 'packageTooLarge'];

/**
 * The same beacon has refused the write twice, and held no response in between. The run has ended, unless an earlier
 * write of it may have arrived: then only a new package settles the state.
 */
function refusedAgain(flags: RunFlags): Step {
  if (!flags.expectsResponse) return end(flags, 'noAnswer');
  return flags.writes > 1
    ? close(flags, { kind: 'failure', code: 'noAnswer', unwritten: true })
    : end(flags, 'refused');
}

function stop(flags: RunFlags, code: RunFailureCode): Step {
  return close(flags, { kind: 'failure', code });
}

function end(flags: RunFlags, outcome: EndOutcome): Step {
  return close(flags, { kind: 'outcome', outcome });
}

function close(flags: RunFlags, how: End): Step {
  return { state: { at: 'closing', flags, end: how }, effect: { do: 'close', end: how } };
}

function go(at: Place, flags: RunFlags, effect: Effect): Step {
  return { state: { at, flags }, effect };
}

function stay(at: Place, flags: RunFlags): Step {
  return { state: { at, flags }, effect: null };
}

/** True while nothing was written over this connection and no response can arrive. */
function isCancelSafe({ at, flags }: State): boolean {
  return !flags.wroteHere && CANCEL_SAFE.includes(at);
}

const CANCEL_SAFE: readonly State['at'][] = [
  'ready',
  'reserving',
  'connecting',
  'discovering',
  'journallingLook',
  'processing',
  'settling',
  'pausing',
  'checkingToken',
];
