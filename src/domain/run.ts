/** A run: one attempt to bring one package onto one beacon, as its journal tells it (product.md). */

/** The last thing in the journal; each is written before it is done. */
export const RUN_STEPS = ['intent', 'writing', 'written', 'reading', 'receipt'] as const;
export type RunStep = (typeof RUN_STEPS)[number];

export interface JournalEntry {
  readonly step: RunStep;
  readonly atMs: number;
  /** Said beside the step, e.g. "resumed after a restart"; for people, never parsed. */
  readonly note?: string;
}

/** How a run ended. A run without an outcome is unfinished and is offered again after a restart. */
export type RunOutcome =
  /** A response is stored; delivery goes on in the outbox. */
  | { readonly kind: 'receipt'; readonly receiptId: string }
  /** The beacon answered in plain with a result other than 0. */
  | { readonly kind: 'refused'; readonly receiptId: string; readonly result: number }
  /** The beacon has a newer token: this package is dead, fetch another. */
  | { readonly kind: 'packageDead' }
  /** Applied, receipt lost: needs a new package when online. */
  | { readonly kind: 'receiptLost' }
  /** Written twice and never answered: whether it is applied is not known; a new package settles it. */
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
  'busyElsewhere',
  'droppedBeforeWrite',
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
