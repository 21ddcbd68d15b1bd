/** Changes to the rows of a run: its journal, its receipt row, its end. Pure functions. */
import type { CarriedPackage } from '../carried-package.ts';
import { errandOf, READING } from '../errand.ts';
import { newReceipt } from '../new-receipt.ts';
import { type Receipt } from '../receipt.ts';
import type {
  ClockTrust,
  JournalEntry,
  Run,
  RunFailure,
  RunFailureCode,
  RunNote,
  RunOutcome,
  RunStep,
} from '../run.ts';
import type { ResponseMatch } from './response-match.ts';

interface NewRun {
  readonly id: string;
  readonly receiptId: string;
  readonly package: CarriedPackage;
  readonly nowMs: number;
}

/** Returns a run that has not contacted a beacon. Its package must be stored on this phone. */
export function newRun({ id, receiptId, package: carried, nowMs }: NewRun): Run {
  return {
    id,
    uniqueId: carried.uniqueId,
    deviceType: carried.deviceType,
    packageId: carried.id,
    packageBase64: carried.base64 ?? '',
    packageToken: carried.token,
    ...(errandOf(carried).configures ? {} : { command: carried.command ?? 'unknown' }),
    receiptId,
    step: 'intent',
    journal: [{ step: 'intent', atMs: nowMs }],
    processedAtSeconds: null,
    clock: 'unchecked',
    writes: 0,
    outcome: null,
    startedAtMs: nowMs,
    endedAtMs: null,
    lastFailure: null,
  };
}

/** Appends a step to the journal and clears the last failure. A `writing` step counts a write. */
export function stepTo(run: Run, step: RunStep, atMs: number, note?: RunNote): Run {
  const entry = note === undefined ? { step, atMs } : { step, atMs, note };
  const writes = run.writes + (step === 'writing' ? 1 : 0);
  return { ...run, step, journal: [...run.journal, entry], writes, lastFailure: null };
}

/** Appends a note to the current step. */
export function noteIn(run: Run, atMs: number, note: RunNote, more: Pick<JournalEntry, 'handle' | 'answer'> = {}): Run {
  return { ...run, journal: [...run.journal, { step: run.step, atMs, note, ...more }] };
}

/** Reopens an ended run. The journal is kept. */
export function reopened(run: Run, atMs: number, note: RunNote): Run {
  const open = { ...run, outcome: null, endedAtMs: null };
  return run.step === 'receipt' ? withoutResponse(open, atMs, note) : noteIn(open, atMs, note);
}

/**
 * Returns the run without the response that it has read, which may be another beacon's: at the step that its journal
 * proves. A beacon that never acknowledged the write is not known to have received it.
 */
export function withoutResponse(run: Run, atMs: number, note: RunNote): Run {
  return noteIn({ ...run, step: wasAcknowledged(run) ? 'reading' : 'writing', lastFailure: null }, atMs, note);
}

/** True when a beacon has acknowledged a write of this run, and that write was not taken back. */
function wasAcknowledged({ journal }: Run): boolean {
  const writes: boolean[] = [];
  for (const { step, note } of journal) {
    if (note === 'writeTakenBack') writes.pop();
    else if (step === 'writing' && note === undefined) writes.push(false);
    else if (note === 'taken' || (note === undefined && (step === 'written' || step === 'reading')))
      writes.splice(-1, 1, true);
  }
  return writes.includes(true);
}

/** Undoes the last write of a run when the wrong beacon received it. */
export function withoutLastWrite(run: Run, before: Run, atMs: number): Run {
  const { step, writes, processedAtSeconds, clock } = before;
  return noteIn({ ...run, step, writes, processedAtSeconds, clock }, atMs, 'writeTakenBack');
}

/** Sets the time at which the beacon processed the package, once (`updated` in interface.md 4.4, Unix seconds). */
export function processedAt(run: Run, atMs: number, skewMs: number, clock: ClockTrust): Run {
  if (run.processedAtSeconds !== null) return run;
  return { ...run, processedAtSeconds: Math.floor((atMs + skewMs) / 1000), clock };
}

export function endWith(run: Run, outcome: RunOutcome, atMs: number): Run {
  return { ...run, outcome, endedAtMs: atMs, lastFailure: null };
}

/** Notes why the run stopped. A failure that repeats the last one is counted. */
export function stopWith(run: Run, failure: RunFailure, unwritten: boolean): Run {
  const times = run.lastFailure?.code === failure.code ? (run.lastFailure.times ?? 1) + 1 : 1;
  const lastFailure = times === 1 ? failure : { ...failure, times };
  const stopped = { ...run, lastFailure };
  return unwritten ? withOneWriteLess(stopped) : stopped;
}

/** True when the session of this failure ended with a write that the beacon refused. */
export function isRefusedWrite({ journal }: Run, failure: RunFailure | null): boolean {
  const last = journal.at(-1);
  return (
    failure !== null && WRITE_REFUSALS.includes(failure.code) && last?.step === 'writing' && last.note === undefined
  );
}

/** Failures with which a beacon refuses a write. `notPaired` may also come at a read. */
export const WRITE_REFUSALS: readonly RunFailureCode[] = ['writeRefused', 'notPaired'];

/** Does not count the last write, which the beacon did not accept. */
export function withOneWriteLess(run: Run): Run {
  return { ...run, writes: Math.max(0, run.writes - 1) };
}

interface ReceiptRow {
  readonly id: string;
  readonly accountId: string;
  readonly run: Run;
  readonly values: CarriedPackage['values'];
  readonly nowMs: number;
}

/** Returns the receipt row that is reserved before the beacon is contacted. Storage pads it. */
export function reservedRow({ id, accountId, run, values, nowMs }: ReceiptRow): Receipt {
  return newReceipt({
    id,
    accountId,
    runId: run.id,
    uniqueId: run.uniqueId,
    deviceType: run.deviceType,
    responseBase64: '',
    result: null,
    updatedSeconds: 0,
    clock: run.clock,
    values,
    createdAtMs: nowMs,
    origin: 'run',
  });
}

/** Returns the receipt row with the response. The processing time of `run` must be set. */
export function filledRow(row: ReceiptRow, match: ResponseMatch, base64: string): Receipt {
  const { run } = row;
  return newReceipt({
    ...reservedRow(row),
    uniqueId: match.candidates[0] ?? run.uniqueId,
    owner: match.owner === 'unsure' ? 'unsure' : 'known',
    candidates: match.candidates,
    responseBase64: base64,
    ...(match.isReading ? { kind: READING } : {}),
    token: match.token,
    result: match.result,
    updatedSeconds: run.processedAtSeconds ?? Math.floor(row.nowMs / 1000),
  });
}
