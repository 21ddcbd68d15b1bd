/** A run: one attempt to write one package to one beacon, as recorded in its journal (product.md "What ends a run"). */

/** Steps in the journal; each is stored before it is taken. */
export const RUN_STEPS = ['intent', 'writing', 'written', 'reading', 'receipt'] as const;
export type RunStep = (typeof RUN_STEPS)[number];

/** Notes beside a step; each has a text (ui/strings/history.ts). */
export const RUN_NOTES = [
  'sameConnection',
  'pickedAgain',
  'openedAgain',
  /** The beacon acknowledged the write; its response is read next. */
  'taken',
  'notVerified',
  'otherBeacon',
  'unsureOwner',
  /** Another beacon received the last write, so the write does not count. */
  'writeTakenBack',
  /** The connected beacon gave a plain response: `answer`. */
  'plainAnswer',
  'secondCopy',
  /** Restored from the second copy; its last step is unknown. */
  'secondCopyUnknownStep',
] as const;
export type RunNote = (typeof RUN_NOTES)[number];

export interface JournalEntry {
  readonly step: RunStep;
  readonly atMs: number;
  /** One of `RUN_NOTES`; a sentence in rows of earlier versions. */
  readonly note?: string;
  readonly answer?: { readonly result: number | null; readonly base64: string };
  /**
   * Set when the run resumed. `same`: no chooser was opened since the write, so this is the same beacon. `chooser`: a
   * person picked it again, so it may be any beacon.
   */
  readonly handle?: 'same' | 'chooser';
}

/** How a run ended. A run without an outcome is unfinished and offered again after a restart. */
export type RunOutcome =
  /** A response is stored; the outbox delivers it. */
  | { readonly kind: 'receipt'; readonly receiptId: string }
  /** The beacon answered in plain text with a result other than 0. */
  | { readonly kind: 'refused'; readonly receiptId: string; readonly result: number }
  /** A later run of the same device was verified, so the result of this one does not matter. */
  | { readonly kind: 'settledLater'; readonly receiptId: string }
  /** A person closed it, with a reason (empty: the beacon is gone). Nothing more is known about the beacon. */
  | { readonly kind: 'closed'; readonly reason: string }
  /** Concluded from 81F3 by an earlier version of the app. Such a run may be reopened. */
  | { readonly kind: 'packageDead' }
  /** Concluded by an earlier version of the app. Such a run may be reopened. */
  | { readonly kind: 'receiptLost' }
  /** A command was written twice and never acknowledged. */
  | { readonly kind: 'noAnswer' }
  /** A command was acknowledged: there is no response, and nothing can confirm it (interface.md 4.4). */
  | { readonly kind: 'commandSent' }
  /** Closed before anything was written, or for a command whose result cannot be known. */
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
  /** Name of its command (domain/commands); absent or null for a configuration. */
  readonly command?: string | null;
  /** ID of the receipt row that is reserved before the beacon is contacted. */
  readonly receiptId: string;
  readonly step: RunStep;
  readonly journal: readonly JournalEntry[];
  /**
   * Unix seconds when the Control Point reported the end, corrected by skew; set once ("updated", interface.md 4.4).
   */
  readonly processedAtSeconds: number | null;
  readonly clock: ClockTrust;
  /** How often the package was written; 2 at most (recovery from `writing`). */
  readonly writes: number;
  readonly outcome: RunOutcome | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  /** The last failure, shown while the run is unfinished. */
  readonly lastFailure: RunFailure | null;
}

/** Why a run stopped; each has a text and one next action (ui/strings/run.ts). */
export const RUN_FAILURES = [
  'noBluetooth',
  'bluetoothOff',
  'chooserCancelled',
  'connectFailed',
  'connectTimedOut',
  'outOfRange',
  'notAConfigurableBeacon',
  /** The services were not discovered: not in time, or not at all on the beacon that was written. */
  'servicesMissing',
  'busyElsewhere',
  'droppedBeforeWrite',
  /** An operation before the first write failed without a drop. */
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
  /** The package of this run is not carried: used, replaced or dead. */
  'packageNotHere',
  /** The header of the packet says that it does something else than this run was started for. */
  'otherOperation',
  /** The connected beacon is another one. */
  'otherBeacon',
  /** It answered a repeated write with 7 or 9: it already has this packet or a newer one. */
  'beaconIsAhead',
  /** The beacon that was written reported the end, but returned no response. */
  'receiptLost',
  /** Written as often as allowed, and the connected beacon returns no response. */
  'noAnswer',
  /** A newly picked beacon answered with another plain refusal; it may be any beacon. */
  'plainNo',
  /** Nothing was written: the beacon still had the response of an earlier run, which is now stored. */
  'earlierReceipt',
  /** The beacon refused the write itself; as far as it says, nothing was applied. */
  'writeRefused',
  /** The beacon refused each read of its response. */
  'readRefused',
  /** The beacon answers only a paired device. */
  'notPaired',
  'unknown',
] as const;
export type RunFailureCode = (typeof RUN_FAILURES)[number];

export interface RunFailure {
  readonly code: RunFailureCode;
  /** The technical name and message, shown only under "Details". */
  readonly detail: string;
  readonly atMs: number;
  /** How often in a row the run has stopped with this code. Absent: once, or the row is of an earlier version. */
  readonly times?: number;
}

export function isUnfinished(run: Run): boolean {
  return run.outcome === null;
}

/**
 * Returns the ID of the run's receipt: the one in its outcome, which another run may have read, else the reserved one.
 */
export function receiptIdOf(run: Run): string {
  return run.outcome !== null && 'receiptId' in run.outcome ? run.outcome.receiptId : run.receiptId;
}

/** True when the beacon may have received a write of this run: it was at least journalled. */
export function mayHaveWritten(run: Run): boolean {
  return run.step !== 'intent';
}
