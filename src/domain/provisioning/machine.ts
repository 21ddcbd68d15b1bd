/** The course of one run over the radio as a pure table: where it stands, what it does next, how it ends (product.md "After a drop, a reload or a kill"). */
import { isOfCommand } from '../commands/command.ts';
import type { Run, RunFailureCode } from '../run.ts';

/** What the journal asks for when the run begins or goes on. */
export type Plan = 'start' | 'afterWriting' | 'afterWritten';

/** What the run knows beside its place. */
export interface Course {
  readonly plan: Plan;
  /** Writes that the journal knows of, this one included. */
  readonly writes: number;
  /** The package was written over this very connection: what the beacon answers is the answer to it. */
  readonly wroteHere: boolean;
  /** The Control Point has said that processing ended. */
  readonly endSeen: boolean;
  /** A chooser was opened to go on: the beacon at hand may be another one. */
  readonly newChooser: boolean;
  /** It brings a command: written, acknowledged, over; no poll and no response (interface.md 4.4). */
  readonly isCommand: boolean;
}

/** Which of the two copies of the response are on disk. */
export interface Copies {
  readonly row: boolean;
  readonly mirror: boolean;
}

/** What follows once a response that was read is on disk twice. */
export type After =
  /** It is this run's: the run is over. */
  | 'finish'
  /** It was somebody else's, or nobody knows whose: this run's package is written once more. */
  | 'writeAgain'
  /** It belongs to another device's run: this is the wrong beacon. */
  | 'otherBeacon'
  /** Nobody knows whose it is: the run waits for the backend's judgement. */
  | 'unsure';

export type Place =
  | 'ready' | 'reserving' | 'connecting' | 'discovering' | 'journallingWriting' | 'writing' | 'processing' | 'checkingToken'
  | 'readingBefore' | 'reservingAgain' | 'journallingWritten' | 'journallingReading' | 'settling' | 'reading' | 'checkingEmpty';

/** Outcomes that are said without a response in hand. */
export type EndOutcome = 'packageDead' | 'receiptLost' | 'noAnswer' | 'commandSent' | 'abandoned';

export type End =
  /** The run's own response is committed; its outcome was committed with it. */
  | { readonly kind: 'saved' }
  /** A response of unsure owner is committed; the run stays uncertain until the backend has judged. */
  | { readonly kind: 'unsure' }
  | { readonly kind: 'outcome'; readonly outcome: EndOutcome }
  /** Stopped short; the journal says what is next. `unwritten`: the beacon refused the last write, so it does not count. */
  | { readonly kind: 'failure'; readonly code: RunFailureCode; readonly unwritten?: boolean };

export type State =
  | { readonly at: Place; readonly course: Course }
  | { readonly at: 'saving' | 'copying' | 'marking' | 'held'; readonly course: Course; readonly after: After; readonly copies: Copies }
  | { readonly at: 'closing' | 'releasing' | 'ended'; readonly course: Course; readonly end: End };

/** Each effect is carried out by itself and answered with one event; only `held` waits for a person. */
export type Effect =
  /** Strict: the run's row and its padded, reserved receipt row, and the mirror's file. Nothing of the beacon is touched before. */
  | { readonly do: 'reserve' }
  | { readonly do: 'connect' }
  | { readonly do: 'discover' }
  /** Strict: the journal's next step, before it is taken (`written`: right after it was seen). */
  | { readonly do: 'journal'; readonly step: 'writing' | 'written' | 'reading' }
  | { readonly do: 'write' }
  /** Waits and reads the Control Point until it says ended or the limit is reached. */
  | { readonly do: 'poll'; readonly afterWrite: boolean }
  | { readonly do: 'readToken' }
  /** Waits until the response may be read, counted from the end of processing. */
  | { readonly do: 'settle' }
  /** Reads 81F2 once; the bytes are judged with what was loaded before. Nothing lies between it and `commit`. */
  | { readonly do: 'readResponse' }
  /** Strict: the response, the run's step or outcome and the package's state, in one transaction. */
  | { readonly do: 'commit'; readonly after: After }
  | { readonly do: 'copy' }
  /** Strict: the row says that the second copy exists. */
  | { readonly do: 'mark' }
  /** Strict: ends the run, or notes why it stopped short. */
  | { readonly do: 'close'; readonly end: End }
  | { readonly do: 'release' };

/** Whose response it is, as far as anybody on this phone can tell (domain/provisioning/response-match.ts). */
export type Owner =
  /** Nothing in 81F2, or a response that is stored already. */
  | 'nothing'
  | 'ours'
  /** Of another unfinished run of the same device. */
  | 'earlierRun'
  /** Of an unfinished run of another device. */
  | 'otherDevice'
  | 'unsure';

export type Event =
  | { readonly type: 'go' }
  | { readonly type: 'done' }
  /** The person asks to save the missing copies again. */
  | { readonly type: 'retry' }
  | { readonly type: 'failed'; readonly code: RunFailureCode }
  /** The Control Point did not say ended within the limit. */
  | { readonly type: 'neverEnded' }
  | { readonly type: 'token'; readonly verdict: 'equal' | 'newer' | 'older' | 'absent' }
  | { readonly type: 'response'; readonly owner: Owner };

export interface Step {
  readonly state: State;
  /** At most one. */
  readonly effects: readonly Effect[];
}

/** The same package is written this often at most (product.md: "once more"). */
export const MAX_WRITES = 2;

/** Where the journal of an unfinished run puts it; null when the radio has nothing to do (a receipt is to be delivered). */
export function resumeFrom(run: Run, newChooser: boolean): State | null {
  const plan = planOf(run);
  if (plan === null) return null;
  return { at: 'ready', course: { plan, writes: run.writes, wroteHere: false, endSeen: false, newChooser, isCommand: isOfCommand(run) } };
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
  journallingWriting: ['done', 'failed'],
  writing: ['done', 'failed'],
  processing: ['done', 'neverEnded', 'failed'],
  checkingToken: ['token', 'failed'],
  readingBefore: ['response', 'failed'],
  reservingAgain: ['done', 'failed'],
  journallingWritten: ['done', 'failed'],
  journallingReading: ['done', 'failed'],
  settling: ['done', 'failed'],
  reading: ['response', 'failed'],
  checkingEmpty: ['token', 'failed'],
  saving: ['done', 'failed'],
  copying: ['done', 'failed'],
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
    case 'copying':
    case 'marking':
    case 'held':
      return keepResponse(state, event);
    case 'closing':
      // That the end could not be written down changes nothing: the journal still says where to go on.
      return { state: { ...state, at: 'releasing' }, effects: [{ do: 'release' }] };
    case 'releasing':
    case 'ended':
      return { state: { ...state, at: 'ended' }, effects: [] };
    default:
      return event.type === 'failed' ? stopShort(state, event.code) : advance(state, event);
  }
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
      // A command leaves the Control Point alone: only the token tells whether it was taken.
      if (course.plan === 'afterWriting' && course.isCommand) return go('checkingToken', course, { do: 'readToken' });
      if (course.plan === 'afterWriting') return go('processing', course, { do: 'poll', afterWrite: false });
      return course.plan === 'afterWritten' ? aboutToRead({ ...course, endSeen: true }) : aboutToWrite(course);
    case 'journallingWriting':
      return go('writing', { ...course, writes: course.writes + 1 }, { do: 'write' });
    case 'writing':
      // The acknowledgement is all there is: what the beacon does now may end the link, and that is no failure.
      if (course.isCommand) return end({ ...course, wroteHere: true }, 'commandSent');
      return go('processing', { ...course, wroteHere: true }, { do: 'poll', afterWrite: true });
    case 'processing':
      return afterPoll({ ...course, endSeen: event.type === 'done' });
    case 'checkingToken':
      return event.type === 'token' ? afterToken(course, event.verdict) : stay(at, course);
    case 'readingBefore':
      return event.type === 'response' ? responseBeforeWriting(course, event.owner) : stay(at, course);
    case 'reservingAgain':
      return aboutToWrite(course);
    case 'journallingWritten':
      return aboutToRead(course);
    case 'journallingReading':
      return go('settling', course, { do: 'settle' });
    case 'settling':
      return go('reading', course, { do: 'readResponse' });
    case 'reading':
      return event.type === 'response' ? response(course, event.owner) : stay(at, course);
    case 'checkingEmpty':
      return event.type === 'token' ? afterEmpty(course, event.verdict) : stay(at, course);
  }
}

function aboutToWrite(course: Course): Step {
  return go('journallingWriting', course, { do: 'journal', step: 'writing' });
}

function aboutToRead(course: Course): Step {
  return go('journallingReading', course, { do: 'journal', step: 'reading' });
}

function afterPoll(course: Course): Step {
  // After a write of ours only the Control Point counts. On the way back the Token says more than a Control Point that
  // stays silent: an idle beacon that never got the write may read 0 for ever.
  if (!course.wroteHere) return go('checkingToken', course, { do: 'readToken' });
  return course.endSeen ? go('journallingWritten', course, { do: 'journal', step: 'written' }) : stop(course, 'neverEnded');
}

function afterToken(course: Course, verdict: 'equal' | 'newer' | 'older' | 'absent'): Step {
  if (course.isCommand) return afterCommandToken(course, verdict);
  if (verdict === 'equal') return go('journallingWritten', course, { do: 'journal', step: 'written' });
  if (verdict === 'newer') return end(course, 'packageDead');
  return go('readingBefore', course, { do: 'readResponse' });
}

/** The same command twice does no harm: the beacon takes a token once. */
function afterCommandToken(course: Course, verdict: 'equal' | 'newer' | 'older' | 'absent'): Step {
  if (verdict === 'equal') return end(course, 'commandSent');
  if (verdict === 'newer') return end(course, 'packageDead');
  return course.writes < MAX_WRITES ? aboutToWrite(course) : end(course, 'noAnswer');
}

/** 81F2 on the way back, before the package is written once more. */
function responseBeforeWriting(course: Course, owner: Owner): Step {
  const again = course.writes < MAX_WRITES;
  switch (owner) {
    case 'nothing':
      return again ? aboutToWrite(course) : end(course, 'noAnswer');
    case 'ours':
      return save(course, 'finish');
    case 'otherDevice':
      return save(course, 'otherBeacon');
    case 'earlierRun':
      return save(course, again ? 'writeAgain' : 'otherBeacon');
    case 'unsure':
      return save(course, again ? 'writeAgain' : 'unsure');
  }
}

function response(course: Course, owner: Owner): Step {
  switch (owner) {
    case 'nothing':
      // Beside the right beacon's own word an empty answer proves little: after a new chooser ask who this is.
      if (course.newChooser && !course.wroteHere) return go('checkingEmpty', course, { do: 'readToken' });
      return afterEmpty(course, 'absent');
    case 'ours':
      return save(course, 'finish');
    case 'otherDevice':
    case 'earlierRun':
      return save(course, 'otherBeacon');
    case 'unsure':
      return save(course, 'unsure');
  }
}

function afterEmpty(course: Course, verdict: 'equal' | 'newer' | 'older' | 'absent'): Step {
  // A beacon that has processed our package cannot name an older token.
  if (verdict === 'older') return stop(course, 'otherBeacon');
  return course.endSeen ? end(course, 'receiptLost') : stop(course, 'neverEnded');
}

function save(course: Course, after: After): Step {
  return { state: { at: 'saving', course, after, copies: { row: false, mirror: false } }, effects: [{ do: 'commit', after }] };
}

type Keeping = Extract<State, { copies: Copies }>;

function keepResponse(state: Keeping, event: Event): Step {
  const good = event.type === 'done';
  const move = (at: Keeping['at'], copies: Copies, ...effects: Effect[]): Step => ({ state: { ...state, at, copies }, effects });
  const { copies, after } = state;
  switch (state.at) {
    case 'saving': {
      // Where the row could not be written the second copy is tried all the same: one is better than none.
      const kept = { ...copies, row: good };
      if (!copies.mirror) return move('copying', kept, { do: 'copy' });
      return good ? move('marking', kept, { do: 'mark' }) : move('held', kept);
    }
    case 'copying': {
      const kept = { ...copies, mirror: good };
      return good && kept.row ? move('marking', kept, { do: 'mark' }) : move('held', kept);
    }
    case 'marking':
      return good ? afterSaving(state) : move('held', copies);
    case 'held':
      if (!copies.row) return move('saving', copies, { do: 'commit', after });
      return copies.mirror ? move('marking', copies, { do: 'mark' }) : move('copying', copies, { do: 'copy' });
  }
}

function afterSaving({ course, after }: Keeping): Step {
  const release = (finish: End): Step => ({ state: { at: 'releasing', course, end: finish }, effects: [{ do: 'release' }] });
  switch (after) {
    case 'finish':
      return release({ kind: 'saved' });
    case 'unsure':
      return release({ kind: 'unsure' });
    case 'otherBeacon':
      return stop(course, 'otherBeacon');
    case 'writeAgain':
      return go('reservingAgain', course, { do: 'reserve' });
  }
}

function stopShort({ at, course }: OnTheWay, code: RunFailureCode): Step {
  const touched = course.plan !== 'start' || at === 'writing' || course.wroteHere;
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
  return { state: { at: 'closing', course, end: how }, effects: [{ do: 'close', end: how }] };
}

function go(at: Place, course: Course, effect: Effect): Step {
  return { state: { at, course }, effects: [effect] };
}

function stay(at: Place, course: Course): Step {
  return { state: { at, course }, effects: [] };
}

function planOf(run: Run): Plan | null {
  if (run.outcome !== null) return null;
  switch (run.step) {
    case 'intent':
      return 'start';
    case 'writing':
      return 'afterWriting';
    case 'written':
    case 'reading':
      return 'afterWritten';
    case 'receipt':
      return null;
  }
}

/** Cancelling is safe while nothing was written over this connection and no response may be under way. */
function isCancelSafe({ at, course }: State): boolean {
  if (course.wroteHere) return false;
  return at === 'ready' || at === 'reserving' || at === 'connecting' || at === 'discovering' || at === 'processing' || at === 'checkingToken';
}
