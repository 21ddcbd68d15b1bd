/** The vocabulary of a run over the radio: its places, what it does, what can happen, how it ends (machine.ts is the table). */
import type { RunFailureCode } from '../run.ts';

/** What the journal asks for when the run begins or goes on. */
export type Plan =
  /** Nothing was written for this beacon that could be lost: write at once. */
  | 'start'
  /** This run has written nothing, but an earlier one of the same beacon may have: look first. */
  | 'lookFirst'
  /** A run of another beacon may have left a response, and the beacon at hand may be that one: one read before the write. */
  | 'glanceFirst'
  /** This run may have written. */
  | 'wayBack';

/** What the run knows beside its place. */
export interface Course {
  readonly plan: Plan;
  /** Writes that the journal knows of, this one included. */
  readonly writes: number;
  /** The package was written over this very connection: what the beacon answers is the answer to it. */
  readonly wroteHere: boolean;
  /** The beacon at hand took every write of this run: no chooser was opened in between. False before the first write. */
  readonly sameHandle: boolean;
  /** The Control Point has said that processing ended. */
  readonly endSeen: boolean;
  /** How often 81F2 was found empty in a row. */
  readonly empties: number;
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
  /** It was somebody else's, or nobody knows whose: this run's package may be written now. */
  | 'write'
  /** It is what an earlier run of this device waited for: this run's package may not be needed any more. */
  | 'needless'
  /** It belongs to another device's run: this is the wrong beacon. */
  | 'otherBeacon'
  /** Nobody knows whose it is: the run waits for the backend's judgement. */
  | 'unsure';

export type Place =
  | 'ready'
  | 'reserving'
  | 'connecting'
  | 'discovering'
  | 'journallingLook'
  | 'journallingWriting'
  | 'writing'
  | 'processing'
  | 'checkingToken'
  | 'looking'
  | 'pausing'
  | 'reservingAgain'
  | 'journallingTaken'
  | 'journallingReading'
  | 'settling'
  | 'reading';

/** Outcomes that are said without a response in hand. Only of a command, or of a run that has touched nothing. */
export type EndOutcome = 'noAnswer' | 'commandSent' | 'abandoned' | 'needless';

export type End =
  /** The run's own response is committed; its outcome was committed with it. */
  | { readonly kind: 'saved' }
  /** A response of unsure owner is committed; the run stays uncertain until the backend has judged. */
  | { readonly kind: 'unsure' }
  | { readonly kind: 'outcome'; readonly outcome: EndOutcome }
  /** Stopped short; the journal says what is next. `unwritten`: the last write does not count, the beacon at hand did not take it. */
  | { readonly kind: 'failure'; readonly code: RunFailureCode; readonly unwritten?: boolean };

export type State =
  | { readonly at: Place; readonly course: Course }
  | {
      readonly at: 'saving' | 'marking' | 'held';
      readonly course: Course;
      readonly after: After;
      readonly copies: Copies;
    }
  | { readonly at: 'closing' | 'releasing' | 'ended'; readonly course: Course; readonly end: End };

/** Each effect is carried out by itself and answered with one event; only `held` waits for a person. */
export type Effect =
  /** Strict: the run's row and its padded, reserved receipt row, and the mirror's file (asked for while the chooser is open). Nothing of the beacon is touched before. */
  | { readonly do: 'reserve' }
  | { readonly do: 'connect' }
  | { readonly do: 'discover' }
  /**
   * The journal's next step, on disk before it is taken. `look` and `writing` strict; `taken` (the beacon has acknowledged the
   * write) and `reading` need only outlive a kill: what a power cut takes of them leaves `writing`, and the same way back.
   */
  | { readonly do: 'journal'; readonly step: 'look' | 'writing' | 'taken' | 'reading' }
  | { readonly do: 'write' }
  /** Waits and reads the Control Point until it says ended or the limit is reached; without a write of ours the limit is short. */
  | { readonly do: 'poll'; readonly afterWrite: boolean }
  | { readonly do: 'readToken' }
  /** Waits until the response may be read, counted from the end of processing, and loads what it is compared with. */
  | { readonly do: 'settle' }
  /** Between two reads of an 81F2 that was found empty. */
  | { readonly do: 'pause' }
  /** Reads 81F2 once; the bytes are judged with what was loaded before. */
  | { readonly do: 'readResponse' }
  /**
   * Starts the copies that are missing, in the turn in which it is asked for: strict, the response, the run's step or outcome and
   * the package's state in one transaction; and the second copy. One failing does not stop the other: one copy is better than none.
   */
  | { readonly do: 'save'; readonly after: After; readonly copies: Copies }
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
  /** Of an earlier run of the same device. */
  | 'earlierRun'
  /** Of a run of another device. */
  | 'otherDevice'
  | 'unsure'
  /** Plain words that answer no write of ours, or come from a beacon that may be any: they decide nothing and stay in the journal. */
  | PlainWord;

export type PlainWord =
  /** Read before a write of ours. */
  | 'nobody'
  /** "Not for me" (3, 4), after a chooser: another beacon. */
  | 'notForMe'
  /** "I have had this packet or a newer one" (7, 9), to a write that was not the first. */
  | 'hadThat'
  /** Another no, after a chooser. */
  | 'otherNo';

export type Event =
  | { readonly type: 'go' }
  | { readonly type: 'done' }
  /** The person asks to save the missing copies again. */
  | { readonly type: 'retry' }
  | { readonly type: 'failed'; readonly code: RunFailureCode }
  /** The Control Point did not say ended within the limit. */
  | { readonly type: 'neverEnded' }
  | { readonly type: 'token'; readonly verdict: 'equal' | 'newer' | 'older' | 'absent' }
  | { readonly type: 'response'; readonly owner: Owner }
  /** Which copies are on disk after a try to save them. */
  | ({ readonly type: 'saved' } & Copies);

export interface Step {
  readonly state: State;
  /** Null where a person is waited for, and at the end. */
  readonly effect: Effect | null;
}

/** What the journal does not know. */
export interface AtHand {
  /** The beacon at hand is the very one that took all writes of this run: no chooser was opened since. */
  readonly sameHandle: boolean;
  /** What an earlier run may have left in a beacon (earlier-runs.ts). */
  readonly before: Precaution;
}

/** `look`: a run of the same device may have left its response · `glance`: one of another device, which may have been picked. */
export type Precaution = 'none' | 'look' | 'glance';
