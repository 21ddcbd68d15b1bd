/** A run: one attempt to write one package to one beacon, as recorded in its journal (product.md "What ends a run"). */
import * as z from 'zod/mini';
import { rowObject, type Parsed } from './schema.ts';

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

const journalEntry = rowObject({
  step: z.enum(RUN_STEPS),
  atMs: z.number(),
  /** One of `RUN_NOTES`; a sentence in rows of earlier versions. */
  note: z.optional(z.string()),
  answer: z.optional(rowObject({ result: z.nullable(z.number()), base64: z.string() })),
  /**
   * Set when the run resumed. `same`: no chooser was opened since the write, so this is the same beacon. `chooser`: a
   * person picked it again, so it may be any beacon.
   */
  handle: z.optional(z.enum(['same', 'chooser'])),
});
export type JournalEntry = Parsed<typeof journalEntry>;

/** How a run ended. A run without an outcome is unfinished and offered again after a restart. */
const runOutcome = z.discriminatedUnion('kind', [
  /** A response is stored; the outbox delivers it. */
  rowObject({ kind: z.literal('receipt'), receiptId: z.string() }),
  /** The beacon answered in plain text with a result other than 0. */
  rowObject({ kind: z.literal('refused'), receiptId: z.string(), result: z.number() }),
  /** A later run of the same device was verified, so the result of this one does not matter. */
  rowObject({ kind: z.literal('settledLater'), receiptId: z.string() }),
  /** A person closed it, with a reason (empty: the beacon is gone). Nothing more is known about the beacon. */
  rowObject({ kind: z.literal('closed'), reason: z.string() }),
  /** Concluded from 81F3 by an earlier version of the app. Such a run may be reopened. */
  rowObject({ kind: z.literal('packageDead') }),
  /** Concluded by an earlier version of the app. Such a run may be reopened. */
  rowObject({ kind: z.literal('receiptLost') }),
  /** A command was written twice and never acknowledged. */
  rowObject({ kind: z.literal('noAnswer') }),
  /** A command was acknowledged: there is no response, and nothing can confirm it (interface.md 4.4). */
  rowObject({ kind: z.literal('commandSent') }),
  /** Closed before anything was written, or for a command whose result cannot be known. */
  rowObject({ kind: z.literal('abandoned') }),
]);
export type RunOutcome = Parsed<typeof runOutcome>;

/** `checkedDate`/`checkedCreated`: corrected by the backend's clock · `unchecked`: the phone's own clock. */
export const clockTrust = z.enum(['checkedDate', 'checkedCreated', 'unchecked']);
export type ClockTrust = z.infer<typeof clockTrust>;

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

const runFailure = rowObject({
  // A code of a newer version must not make an unfinished run unreadable.
  code: z.catch(z.enum(RUN_FAILURES), 'unknown'),
  /** The technical name and message, shown only under "Details". */
  detail: z.string(),
  atMs: z.number(),
  /** How often in a row the run has stopped with this code. Absent: once, or the row is of an earlier version. */
  times: z.optional(z.number()),
});
export type RunFailure = Parsed<typeof runFailure>;

/** The stored row of a run. */
export const runSchema = rowObject({
  id: z.string(),
  uniqueId: z.string(),
  deviceType: z.string(),
  packageId: z.string(),
  packageBase64: z.string(),
  packageToken: z.nullable(z.number()),
  /** Name of its command (domain/commands); absent or null for a configuration. */
  command: z.optional(z.nullable(z.string())),
  /** ID of the receipt row that is reserved before the beacon is contacted. */
  receiptId: z.string(),
  step: z.enum(RUN_STEPS),
  journal: z.array(journalEntry),
  /**
   * Unix seconds when the Control Point reported the end, corrected by skew; set once ("updated", interface.md 4.4).
   */
  processedAtSeconds: z.nullable(z.number()),
  clock: clockTrust,
  /** How often the package was written; 2 at most (recovery from `writing`). */
  writes: z.number(),
  outcome: z.nullable(runOutcome),
  startedAtMs: z.number(),
  endedAtMs: z.nullable(z.number()),
  /** The last failure, shown while the run is unfinished. */
  lastFailure: z.nullable(runFailure),
});
export type Run = Parsed<typeof runSchema>;

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
