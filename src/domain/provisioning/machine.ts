/**
 * The course of one run over the radio as a pure table: where it stands, what it does next, how it ends (product.md "After a drop, a reload or a kill").
 *
 * ready → reserving → connecting → discovering → journallingWriting → writing → journallingTaken → processing → journallingReading → settling → reading → saving → marking → releasing → ended
 *
 * On the way back, and where an earlier run of the same beacon may have left something, a look comes before the write:
 * discovering → journallingLook → processing → settling → looking (→ pausing → looking, three times before "empty") → journallingWriting …
 */
import { isOfCommand } from '../commands/of-command.ts';
import type { Run, RunFailureCode } from '../run.ts';
import type {
  After,
  AtHand,
  Copies,
  Course,
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

export type {
  After,
  AtHand,
  Copies,
  Course,
  Effect,
  End,
  EndOutcome,
  Event,
  Owner,
  Place,
  PlainWord,
  Precaution,
  State,
  Step,
} from './run-state.ts';

/** The same package is written this often at most (product.md "After a drop, a reload or a kill"). */
const MAX_WRITES = 2;

/** 81F2 is asked this often before it counts as empty. */
const MAX_EMPTIES = 3;

const PLAN_OF = { none: 'start', look: 'lookFirst', glance: 'glanceFirst' } as const;

/** Where the journal of an unfinished run puts it; null for a run that is over. */
export function resumeFrom(run: Run, { sameHandle, before }: AtHand): State | null {
  if (run.outcome !== null) return null;
  const isCommand = isOfCommand(run);
  // A command does not touch the Control Point, so that there is nothing to wait for before the look.
  const plan: Plan =
    run.step !== 'intent' ? 'wayBack' : isCommand && before === 'look' ? 'glanceFirst' : PLAN_OF[before];
  // A glance is over with the first empty answer.
  const empties = plan === 'glanceFirst' ? MAX_EMPTIES - 1 : 0;
  return {
    at: 'ready',
    course: {
      plan,
      writes: run.writes,
      wroteHere: false,
      sameHandle: sameHandle && plan === 'wayBack',
      endSeen: false,
      empties,
      isCommand,
    },
  };
}

/** Whether the event is legal here: buttons and the runner ask this, never each other. */
export function can(state: State, event: Event['type'] | 'cancel'): boolean {
  return event === 'cancel' ? isCancelSafe(state) : EVENTS[state.at].includes(event);
}

const EVENTS: Record<State['at'], readonly Event['type'][]> = {
  ready: ['go'],
  reserving: ['done', 'failed'],
  connecting: ['done', 'failed'],
  discovering: ['done', 'failed'],
  journallingLook: ['done', 'failed'],
  journallingWriting: ['done', 'failed'],
  writing: ['done', 'failed'],
  processing: ['done', 'neverEnded', 'failed'],
  checkingToken: ['token', 'failed'],
  looking: ['response', 'failed'],
  pausing: ['done', 'failed'],
  reservingAgain: ['done', 'failed'],
  journallingTaken: ['done', 'failed'],
  journallingReading: ['done', 'failed'],
  settling: ['done', 'failed'],
  reading: ['response', 'failed'],
  saving: ['saved'],
  marking: ['done', 'failed'],
  held: ['retry'],
  closing: ['done', 'failed'],
  releasing: ['done', 'failed'],
  ended: [],
};

/** The next state and what is to be done in it. An event that is not legal here is a mistake of the program and throws. */
export function transition(state: State, event: Event): Step {
  if (!can(state, event.type)) throw new Error(`A run at ${state.at} knows no ${event.type}`);
  switch (state.at) {
    case 'saving':
    case 'marking':
    case 'held':
      return keepResponse(state, event);
    case 'closing':
      // That the end could not be written down changes nothing: the journal still says where to go on.
      return { state: { ...state, at: 'releasing' }, effect: { do: 'release' } };
    case 'releasing':
    case 'ended':
      return { state: { ...state, at: 'ended' }, effect: null };
    default:
      return event.type === 'failed' ? stopShort(state, event.code) : advance(state, event);
  }
}

/** Answers that are noted and not saved. */
export const PLAIN_WORDS: ReadonlySet<Owner> = new Set<PlainWord>(['nobody', 'notForMe', 'hadThat', 'otherNo']);

/** What follows a response of this owner that was read here, once it is on disk twice; null for one that is not saved. */
export function afterResponse(state: State, owner: Owner): After | null {
  const next = transition(state, { type: 'response', owner }).state;
  return next.at === 'saving' ? next.after : null;
}

type OnTheWay = Extract<State, { at: Place }>;

function advance({ at, course }: OnTheWay, event: Event): Step {
  switch (at) {
    case 'ready':
      return go('reserving', course, { do: 'reserve' });
    case 'reserving':
      return go('connecting', course, { do: 'connect' });
    case 'connecting':
      return go('discovering', course, { do: 'discover' });
    case 'discovering':
      if (course.plan === 'start') return aboutToWrite(course);
      // The beacon that was written says by itself whether it took the command.
      if (course.isCommand && course.sameHandle) return go('checkingToken', course, { do: 'readToken' });
      return go('journallingLook', course, { do: 'journal', step: 'look' });
    case 'journallingLook':
      // A command leaves the Control Point alone.
      return course.isCommand || course.plan === 'glanceFirst'
        ? look(course)
        : go('processing', course, { do: 'poll', afterWrite: false });
    case 'journallingWriting':
      return go('writing', { ...course, writes: course.writes + 1 }, { do: 'write' });
    case 'writing': {
      const written: Course = {
        ...course,
        wroteHere: true,
        sameHandle: course.sameHandle || course.plan !== 'wayBack',
        endSeen: false,
        empties: 0,
      };
      // The acknowledgement is all there is: what the beacon does now may end the link, and that is no failure.
      return course.isCommand
        ? end(written, 'commandSent')
        : go('journallingTaken', written, { do: 'journal', step: 'taken' });
    }
    case 'journallingTaken':
      return go('processing', course, { do: 'poll', afterWrite: true });
    case 'processing':
      return afterPoll({ ...course, endSeen: event.type === 'done' });
    case 'checkingToken':
      return event.type === 'token' ? afterCommandToken(course, event.verdict) : stay(at, course);
    case 'reservingAgain':
      return aboutToWrite(course);
    case 'journallingReading':
      return go('settling', course, { do: 'settle' });
    case 'settling':
    case 'pausing':
      return look(course);
    case 'looking':
      return event.type === 'response' ? beforeWriting(course, event.owner) : stay(at, course);
    case 'reading':
      return event.type === 'response' ? answerToWrite(course, event.owner) : stay(at, course);
  }
}

function aboutToWrite(course: Course): Step {
  return go('journallingWriting', course, { do: 'journal', step: 'writing' });
}

function look(course: Course): Step {
  return go(course.wroteHere ? 'reading' : 'looking', course, { do: 'readResponse' });
}

function afterPoll(course: Course): Step {
  // An idle beacon may stay silent for ever: on the way back that says nothing, and 81F2 is read anyway.
  if (!course.wroteHere) return course.endSeen ? go('settling', course, { do: 'settle' }) : look(course);
  return course.endSeen
    ? go('journallingReading', course, { do: 'journal', step: 'reading' })
    : stop(course, 'neverEnded');
}

/** Of the very beacon that the command was written to. The same command twice does no harm: the beacon takes a token once. */
function afterCommandToken(course: Course, verdict: 'equal' | 'newer' | 'older' | 'absent'): Step {
  return verdict === 'equal' ? end(course, 'commandSent') : writeOnceMore(course);
}

function writeOnceMore(course: Course): Step {
  if (course.writes < MAX_WRITES) return aboutToWrite(course);
  return course.isCommand ? end(course, 'noAnswer') : stop(course, 'noAnswer');
}

/** Whether 81F2 is to be asked once more before it counts as empty. */
function askAgain(course: Course): Step | null {
  const empties = course.empties + 1;
  return empties < MAX_EMPTIES ? go('pausing', { ...course, empties }, { do: 'pause' }) : null;
}

/** What 81F2 held before a write of ours over this connection. */
function beforeWriting(course: Course, owner: Owner): Step {
  const again = course.writes < MAX_WRITES;
  switch (owner) {
    case 'nothing':
      return askAgain(course) ?? writeOnceMore(course);
    case 'ours':
      return save(course, 'finish');
    case 'otherDevice':
      return save(course, 'otherBeacon');
    case 'earlierRun':
      if (course.plan === 'lookFirst') return save(course, 'needless');
      return save(course, again ? 'write' : 'otherBeacon');
    case 'unsure':
      return save(course, again ? 'write' : 'unsure');
    case 'hadThat':
      return stop(course, 'beaconIsAhead');
    case 'nobody':
    case 'notForMe':
    case 'otherNo':
      // The plain word of a beacon that may be any.
      return writeOnceMore(course);
  }
}

/** What 81F2 held after a write over this very connection. */
function answerToWrite(course: Course, owner: Owner): Step {
  switch (owner) {
    case 'nothing':
      return askAgain(course) ?? stop(course, course.sameHandle ? 'receiptLost' : 'noAnswer');
    case 'ours':
      return save(course, 'finish');
    case 'otherDevice':
    case 'earlierRun':
      return save(course, 'otherBeacon');
    case 'unsure':
      return save(course, 'unsure');
    case 'notForMe':
      return close(course, { kind: 'failure', code: 'otherBeacon', unwritten: true });
    case 'hadThat':
      return stop(course, 'beaconIsAhead');
    case 'nobody':
    case 'otherNo':
      return stop(course, 'plainNo');
  }
}

const NO_COPIES: Copies = { row: false, mirror: false };

function save(course: Course, after: After): Step {
  return {
    state: { at: 'saving', course, after, copies: NO_COPIES },
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
  const next = (now: Copies): Step =>
    now.row && now.mirror ? move('marking', now, { do: 'mark' }) : move('held', now, null);
  switch (state.at) {
    case 'saving':
      return next(event.type === 'saved' ? { row: event.row, mirror: event.mirror } : copies);
    case 'marking':
      return event.type === 'done' ? afterSaving(state) : move('held', copies, null);
    case 'held':
      return copies.row && copies.mirror
        ? move('marking', copies, { do: 'mark' })
        : move('saving', copies, { do: 'save', after, copies });
  }
}

function afterSaving({ course, after }: Keeping): Step {
  const release = (finish: End): Step => ({
    state: { at: 'releasing', course, end: finish },
    effect: { do: 'release' },
  });
  switch (after) {
    case 'finish':
      return release({ kind: 'saved' });
    case 'unsure':
      return release({ kind: 'unsure' });
    case 'needless':
      return end(course, 'needless');
    case 'otherBeacon':
      return stop(course, 'otherBeacon');
    case 'write':
      return go('reservingAgain', course, { do: 'reserve' });
  }
}

function stopShort({ at, course }: OnTheWay, code: RunFailureCode): Step {
  const touched = course.plan === 'wayBack' || at === 'writing' || course.wroteHere;
  if (code === 'cancelled' && !touched) return end(course, 'abandoned');
  if (at === 'writing' && (code === 'writeRefused' || code === 'packageTooLarge')) {
    return close(course, { kind: 'failure', code, unwritten: true });
  }
  return stop(course, code);
}

function stop(course: Course, code: RunFailureCode): Step {
  return close(course, { kind: 'failure', code });
}

function end(course: Course, outcome: EndOutcome): Step {
  return close(course, { kind: 'outcome', outcome });
}

function close(course: Course, how: End): Step {
  return { state: { at: 'closing', course, end: how }, effect: { do: 'close', end: how } };
}

function go(at: Place, course: Course, effect: Effect): Step {
  return { state: { at, course }, effect };
}

function stay(at: Place, course: Course): Step {
  return { state: { at, course }, effect: null };
}

/** Cancelling is safe while nothing was written over this connection and no response may be under way. */
function isCancelSafe({ at, course }: State): boolean {
  return !course.wroteHere && CANCEL_SAFE.includes(at);
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
