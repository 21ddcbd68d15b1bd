/** A run: one attempt to bring one package onto one beacon, as its journal tells it (product.md "What ends a run"). */

/** The last thing in the journal; each is written before it is done. */
export const RUN_STEPS = ['intent', 'writing', 'written', 'reading', 'receipt'] as const;
export type RunStep = (typeof RUN_STEPS)[number];

/** What may be said beside a step; each has its words (ui/strings/history.ts). */
export const RUN_NOTES = [
  'sameConnection',
  'pickedAgain',
  'openedAgain',
  /** The beacon acknowledged the write: its response is read next. */
  'taken',
  'notVerified',
  'otherBeacon',
  'unsureOwner',
  /** Another beacon has taken the last write, which does not count. */
  'writeTakenBack',
  /** The beacon at hand gave a plain response: `answer`. */
  'plainAnswer',
  'secondCopy',
  /** Found in the second copy; how far it came is not known. */
  'secondCopyUnknownStep',
] as const;
export type RunNote = (typeof RUN_NOTES)[number];

export interface JournalEntry {
  readonly step: RunStep;
  readonly atMs: number;
  /** One of `RUN_NOTES`; in a row of an earlier version a sentence. */
  readonly note?: string;
  readonly answer?: { readonly result: number | null; readonly base64: string };
  /**
   * On the way back to a beacon. `same`: no chooser was opened since the write, the beacon at hand is the one that was
   * written. `chooser`: a person picked it anew, it may be any beacon.
   */
  readonly handle?: 'same' | 'chooser';
}

/** How a run ended. A run without an outcome is unfinished and is offered again after a restart. */
export type RunOutcome =
  /** A response is stored; delivery goes on in the outbox. */
  | { readonly kind: 'receipt'; readonly receiptId: string }
  /** The beacon answered in plain with a result other than 0. */
  | { readonly kind: 'refused'; readonly receiptId: string; readonly result: number }
  /** A later run of the same device was verified: what became of this one does not matter any more. */
  | { readonly kind: 'settledLater'; readonly receiptId: string }
  /** A person closed it, and says why (empty: the beacon is gone); nothing more is known of the beacon than before. */
  | { readonly kind: 'closed'; readonly reason: string }
  /** Concluded by an earlier version of the app, which believed 81F3. Such a run may be opened again. */
  | { readonly kind: 'packageDead' }
  /** Concluded by an earlier version of the app. Such a run may be opened again. */
  | { readonly kind: 'receiptLost' }
  /** A command that was written twice and never acknowledged. */
  | { readonly kind: 'noAnswer' }
  /** A command was acknowledged: there is no response, and nothing can confirm it (interface.md 4.4). */
  | { readonly kind: 'commandSent' }
  /** Given up: before anything was written, or a command of which nobody will ever know. */
  | { readonly kind: 'abandoned' };

/** `checkedDate`/`checkedCreated`: corrected by the backend's clock · `unchecked`: the phone's own clock. */
export type ClockTrust = 'checkedDate' | 'checkedCreated' | 'unchecked';

export interface Run {
  readonly id: string;
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly packageId: string;
  readonly packageBase64: string;
  readonly packageToken: number | null;
  /** Name of the command it brings (domain/commands); absent or null for a configuration. */
  readonly command?: string | null;
  /** The row reserved for its response before the beacon was touched. */
  readonly receiptId: string;
  readonly step: RunStep;
  readonly journal: readonly JournalEntry[];
  /** Unix seconds when the Control Point reported the end, corrected by skew; fixed once known ("updated", interface.md 4.4). */
  readonly processedAtSeconds: number | null;
  readonly clock: ClockTrust;
  /** How often the same package was written; 2 at most (recovery from `writing`). */
  readonly writes: number;
  readonly outcome: RunOutcome | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  /** The last failure in plain code, shown while the run is unfinished. */
  readonly lastFailure: RunFailure | null;
}

/** Why a run stopped short; each has its own words and one next action (ui/strings/run.ts). */
export const RUN_FAILURES = [
  'noBluetooth',
  'bluetoothOff',
  'chooserCancelled',
  'connectFailed',
  'connectTimedOut',
  'outOfRange',
  'notAConfigurableBeacon',
  /** The services of a beacon did not come: not in time, or not at all from the very beacon that was written. */
  'servicesMissing',
  'busyElsewhere',
  'droppedBeforeWrite',
  /** An operation before the first write failed for another reason than a drop. */
  'noAnswerBeforeWrite',
  'writeUnanswered',
  'droppedDuringWrite',
  'packageTooLarge',
  'droppedWhileProcessing',
  'neverEnded',
  'droppedWhileReading',
  'readTimedOut',
  'storageFull',
  'storageFailed',
  'secondCopyMissing',
  'cancelled',
  'newerPacketWaiting',
  /** The package of this run is not carried here any more: used, replaced or dead. */
  'packageNotHere',
  /** The beacon at hand turned out to be another one. */
  'otherBeacon',
  /** It answered a repeated write with 7 or 9: it has had this packet or a newer one. */
  'beaconIsAhead',
  /** The beacon that was written said that it had finished, and gave no response. */
  'receiptLost',
  /** Written as often as may be, and no response can be had from the beacon at hand. */
  'noAnswer',
  /** A beacon picked anew answered with another plain no: it may be any beacon. */
  'plainNo',
  /** Nothing was written: the beacon still had the response of an earlier run, which is kept now. */
  'earlierReceipt',
  /** The beacon refused the write itself: nothing was taken over, as far as it says. */
  'writeRefused',
  'unknown',
] as const;
export type RunFailureCode = (typeof RUN_FAILURES)[number];

export interface RunFailure {
  readonly code: RunFailureCode;
  /** The technical name and message, shown under "Details" only. */
  readonly detail: string;
  readonly atMs: number;
}

export function isUnfinished(run: Run): boolean {
  return run.outcome === null;
}

/** The receipt that tells of this run: the one its outcome names, which another run may have read, else the one reserved for it. */
export function receiptIdOf(run: Run): string {
  return run.outcome !== null && 'receiptId' in run.outcome ? run.outcome.receiptId : run.receiptId;
}

/** Whether the beacon may hold something of this run: a write was at least journalled. */
export function mayHaveWritten(run: Run): boolean {
  return run.step !== 'intent';
}
