/** The types of a run over Bluetooth: its states, effects, events and ends. machine.ts contains the transitions. */
import type { RunFailureCode } from '../run.ts';

/** How a run begins or resumes, according to the journal. */
export type Plan =
  /** No response of this beacon can be lost: write at once. */
  | 'start'
  /** This run has written nothing, but an earlier run of the same beacon may have: read before the write. */
  | 'lookFirst'
  /**
   * A run of another beacon may have left a response, and the picked beacon may be that one: read once before the
   * write.
   */
  | 'glanceFirst'
  /** This run may have written: read before anything else. */
  | 'wayBack';

/** What the run knows in addition to its state. */
export interface RunFlags {
  readonly plan: Plan;
  /** Number of writes in the journal, including the current one. */
  readonly writes: number;
  /** The package was written over this connection, so the beacon's answer belongs to it. */
  readonly wroteHere: boolean;
  /** The connected beacon took every write of this run, without a chooser in between. False before the first write. */
  readonly sameHandle: boolean;
  /** The Control Point has reported the end of processing. */
  readonly endSeen: boolean;
  /** Number of empty reads of 81F2 in a row. */
  readonly empties: number;
  /** Number of reads of 81F2 that the beacon has refused over this connection. */
  readonly refusals: number;
  /** The last session was on the way back and ended at 81F4, so this one does not read it. */
  readonly skipsPoll: boolean;
  /** The connected beacon refused the last write of this run. */
  readonly refusedBefore: boolean;
  /** See `Errand`. A packet without a response is written and acknowledged, without poll (interface.md 4.4). */
  readonly expectsResponse: boolean;
}

/** Which copies of the response are stored. */
export interface Copies {
  readonly row: boolean;
  readonly mirror: boolean;
}

/** What follows once both copies of a response are stored. */
export type After =
  /** The response belongs to this run: the run ends. */
  | 'finish'
  /** The response belongs to another run, or its owner is unknown: write this run's package next. */
  | 'write'
  /** An earlier run of this device was waiting for it: this run's package may be unnecessary. */
  | 'needless'
  /** The response belongs to another device's run: this is the wrong beacon. */
  | 'otherBeacon'
  /** The owner is unknown: the run waits for the backend's verdict. */
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

/**
 * Outcomes without a response. Only for a command, or for a run that has written nothing. `refused`: the beacon has
 * refused the write twice.
 */
export type EndOutcome = 'noAnswer' | 'commandSent' | 'abandoned' | 'needless' | 'refused';

export type End =
  /** The run's own response and its outcome are stored. */
  | { readonly kind: 'saved' }
  /** A response of unsure owner is stored. The run stays uncertain until the backend's verdict. */
  | { readonly kind: 'unsure' }
  | { readonly kind: 'outcome'; readonly outcome: EndOutcome }
  /**
   * The run stopped; the journal decides the next step. `unwritten`: the last write does not count, because the
   * connected beacon did not accept it.
   */
  | { readonly kind: 'failure'; readonly code: RunFailureCode; readonly unwritten?: boolean };

export type State =
  | { readonly at: Place; readonly flags: RunFlags }
  | {
      readonly at: 'saving' | 'marking' | 'held';
      readonly flags: RunFlags;
      readonly after: After;
      readonly copies: Copies;
    }
  | { readonly at: 'closing' | 'releasing' | 'ended'; readonly flags: RunFlags; readonly end: End };

/** Each effect is executed alone and answered with one event. Only `held` waits for a person. */
export type Effect =
  /**
   * Stores the run's row and its padded, reserved receipt row with strict durability, and the mirror's file, which is
   * requested while the chooser is open. Must finish before the beacon is contacted.
   */
  | { readonly do: 'reserve' }
  | { readonly do: 'connect' }
  | { readonly do: 'discover' }
  /**
   * Stores the next step before it is taken. `look` and `writing` are strict. `taken` (the beacon has acknowledged the
   * write) and `reading` only have to survive a kill: after a power cut the journal says `writing`, which resumes the
   * same way.
   */
  | { readonly do: 'journal'; readonly step: 'look' | 'writing' | 'taken' | 'reading' }
  | { readonly do: 'write' }
  /**
   * Reads the Control Point until it reports the end or the limit is reached. The limit is short without a write over
   * this connection.
   */
  | { readonly do: 'poll'; readonly afterWrite: boolean }
  | { readonly do: 'readToken' }
  /**
   * Waits until the response may be read, counted from the end of processing, and loads the rows it is compared with.
   */
  | { readonly do: 'settle' }
  /** Waits between two reads of an empty 81F2. */
  | { readonly do: 'pause' }
  /** Reads 81F2 once. The bytes are judged with the rows loaded before. */
  | { readonly do: 'readResponse' }
  /**
   * Starts to store the missing copies in the same turn: one strict transaction with the response, the run's step or
   * outcome and the package's state; and the second copy. A failure of one does not stop the other.
   */
  | { readonly do: 'save'; readonly after: After; readonly copies: Copies }
  /**
   * Marks the row as having a second copy. `closesLink`: the beacon is not needed again, so its link is closed first; both
   * copies are on disk by now.
   */
  | { readonly do: 'mark'; readonly closesLink: boolean }
  /** Ends the run, or notes why it stopped, with strict durability. */
  | { readonly do: 'close'; readonly end: End }
  | { readonly do: 'release' };

/** The owner of a response, as far as this phone can tell (domain/provisioning/response-match.ts). */
export type Owner =
  /** 81F2 is empty, or contains a response that is already stored. */
  | 'nothing'
  | 'ours'
  /** An earlier run of the same device. */
  | 'earlierRun'
  /** A run of another device. */
  | 'otherDevice'
  | 'unsure'
  /**
   * Plain answers that belong to no write of ours, or may come from any beacon. They are noted in the journal and
   * decide nothing.
   */
  | PlainWord;

export type PlainWord =
  /** Read before a write of ours. */
  | 'nobody'
  /** "Not for me" (3, 4) after a chooser: this is another beacon. */
  | 'notForMe'
  /** "Had this packet or a newer one" (7, 9), in answer to a write other than the first. */
  | 'hadThat'
  /** Another refusal after a chooser. */
  | 'otherNo';

export type Event =
  | { readonly type: 'go' }
  | { readonly type: 'done' }
  /** The person asks to store the missing copies again. */
  | { readonly type: 'retry' }
  | { readonly type: 'failed'; readonly code: RunFailureCode }
  /** The Control Point did not report the end within the limit. */
  | { readonly type: 'neverEnded' }
  | { readonly type: 'token'; readonly verdict: 'equal' | 'newer' | 'older' | 'absent' }
  | { readonly type: 'response'; readonly owner: Owner }
  /** Which copies are stored after an attempt. */
  | ({ readonly type: 'saved' } & Copies);

export interface Step {
  readonly state: State;
  /** Null when waiting for a person, and at the end. */
  readonly effect: Effect | null;
}

/** What a run needs to resume and its journal does not contain. */
export interface ResumeInfo {
  /** The connected beacon took all writes of this run, and no chooser was opened since. */
  readonly sameHandle: boolean;
  /** What an earlier run may have left on a beacon (earlier-runs.ts). */
  readonly before: Precaution;
  /** The connected beacon refused the write with which the last session of this run ended. */
  readonly refusedBefore: boolean;
}

/**
 * `look`: a run of the same device may have left its response · `glance`: a run of another device, whose beacon may be
 * picked by mistake.
 */
export type Precaution = 'none' | 'look' | 'glance';
