/** Decides which state the run screen shows for one beacon, from the rows stored on this phone. */
import { isOvertaken, type PackageSource } from '../../../domain/beacon-answer.ts';
import type { Beacon } from '../../../domain/beacon-table.ts';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { isNewer } from '../../../domain/provisioning/earlier-runs.ts';
import { errandOf } from '../../../domain/errand.ts';
import { meaningOf } from '../../../domain/provisioning/next-action.ts';
import { killedBy } from '../../../domain/provisioning/token-rule.ts';
import { undelivered, type Receipt } from '../../../domain/receipt.ts';
import {
  isUnfinished,
  mayHaveWritten,
  receiptIdOf,
  type Run,
  type RunFailure,
  type RunOutcome,
} from '../../../domain/run.ts';
import type { TrackSource } from '../../../domain/track.ts';
import type { Track, TrackSummary } from '../../../domain/track-marks.ts';
import type { NextStep } from '../../../domain/provisioning/next-step.ts';
import type { RunProgress } from '../../../use-cases/run/runs.ts';

export interface RunFacts {
  readonly uniqueId: string;
  readonly beacon: Beacon;
  readonly current: RunProgress | null;
  readonly elsewhere: ReadonlySet<string>;
  readonly nextStep: (run: Run) => NextStep;
  /**
   * In a job: the track of the job's plan while this phone has no package of that plan. A package stored for another
   * plan must not be written or shown then.
   */
  readonly unpackedPlan?: Track | null;
}

export type RunCase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'nothing' }
  /** The stored rows of the beacon cannot be read together. */
  | { readonly kind: 'unreadable' }
  /** No configuration, but this phone holds commands for the beacon. Their own pages send them. */
  | { readonly kind: 'commandsOnly'; readonly commands: readonly CarriedPackage[] }
  | { readonly kind: 'preparedOnly'; readonly package: CarriedPackage | null }
  | { readonly kind: 'dead'; readonly package: CarriedPackage }
  /** The job plans other values than those of the package or the last run. */
  | { readonly kind: 'otherPlan'; readonly track: Track }
  | {
      readonly kind: 'ready';
      readonly package: CarriedPackage;
      readonly failure: RunFailure | null;
      /** The result code with which the beacon that was connected last refused it, or null. */
      readonly refusedWith: number | null;
      /**
       * The track's state of the previous package, which is still open; null when the track is that of this package.
       */
      readonly before: PackageBefore | null;
    }
  /** Writing the package would make commands for the same beacon useless: they are sent first, or removed. */
  | { readonly kind: 'waits'; readonly package: CarriedPackage; readonly commands: readonly CarriedPackage[] }
  | { readonly kind: 'running'; readonly progress: RunProgress }
  | { readonly kind: 'copyMissing'; readonly progress: RunProgress; readonly missing: 'both' | 'second' }
  | { readonly kind: 'elsewhere'; readonly run: Run }
  | {
      readonly kind: 'unfinished';
      readonly run: Run;
      readonly step: NextStep;
      readonly failure: RunFailure | null;
      /** A receipt without a known owner on this phone may be this beacon's. */
      readonly mayBeHere: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly run: Run | null;
      readonly outcome: RunOutcome;
      readonly receipt: Receipt | null;
    };

/**
 * `unsettled`: the run of the previous package is uncertain, and writing the new package settles it. The others are
 * states of its receipt.
 */
type PackageBefore = 'unsettled' | Extract<TrackSummary, 'receipt' | 'sent' | 'notVerified' | 'refused' | 'uncertain'>;

export interface RunView {
  readonly case: RunCase;
  readonly track: Track;
  /** Where the next package of this beacon comes from. */
  readonly source: PackageSource;
  /** The package that was or will be written; null when unknown. */
  readonly package: CarriedPackage | null;
  /** The run that a person may close because its beacon may be gone: it may have written. */
  readonly closable: Run | null;
}

/** Order: the run in this window, unfinished runs, what can be started, past runs. */
export function viewRun(facts: RunFacts): RunView {
  const { rows, track, source } = facts.beacon;
  const runs = rows.runs.toSorted((a, b) => b.startedAtMs - a.startedAtMs);
  const packages = rows.packages.toSorted(newestFirst);
  const chosen = chooseCase(facts, runs, packages);
  const run = runOf(chosen, runs);
  const shown = packageOf(chosen, run, packages);
  const isHere = chosen.kind === 'running' || chosen.kind === 'copyMissing' || chosen.kind === 'elsewhere';
  return {
    case: chosen,
    package: shown,
    source,
    track: trackOfCase(chosen, facts, track),
    closable: isHere ? null : (runs.find((one) => isClosable(one, facts)) ?? null),
  };
}

function trackOfCase(chosen: RunCase, { unpackedPlan = null }: RunFacts, track: Track): Track {
  if (chosen.kind === 'otherPlan') return chosen.track;
  if (chosen.kind === 'preparedOnly' && unpackedPlan !== null) return unpackedPlan;
  return chosen.kind === 'ended' ? atItsEnd(track, chosen) : track;
}

function isClosable(run: Run, { elsewhere }: RunFacts): boolean {
  return isUnfinished(run) && mayHaveWritten(run) && !elsewhere.has(run.id);
}

/** True when "on this phone" may be shown: both copies are stored and the owner is certain. */
export function isSafelyStored(receipt: Receipt | null): receipt is Receipt {
  return receipt !== null && receipt.mirrored && receipt.owner === 'known' && receipt.state !== 'reserved';
}

/** The track of an ending before the rows are read again. The older rows do not know of the response. */
function atItsEnd(track: Track, { outcome, receipt }: Extract<RunCase, { kind: 'ended' }>): Track {
  const isRead = outcome.kind !== 'receipt' || (receipt !== null && receipt.state !== 'reserved');
  if (isRead || track.marks.some(({ word, state }) => word === 'written' && state !== 'empty')) return track;
  const marks = track.marks.map((mark) => (mark.word === 'written' ? { ...mark, state: 'uncertain' as const } : mark));
  return { marks, summary: 'uncertain' };
}

/** Uses the row that the track comes from, so that sentence and track always agree. */
function chooseCase(facts: RunFacts, runs: readonly Run[], packages: readonly CarriedPackage[]): RunCase {
  const { beacon } = facts;
  const { track, by } = beacon;
  const progress =
    facts.current?.uniqueId === facts.uniqueId && errandOf(facts.current).configures ? facts.current : null;
  if (progress !== null && progress.copyMissing !== null)
    return { kind: 'copyMissing', progress, missing: progress.copyMissing };
  if (progress !== null && progress.phase !== 'ended') return { kind: 'running', progress };

  const carried = packages.find((row) => row.state === 'carried');
  const unfinished = runs.find(isUnfinished);
  const open =
    unfinished !== undefined && by === 'receipt' && isOvertaken(unfinished, runs, beacon) ? undefined : unfinished;
  const plan = facts.unpackedPlan ?? null;
  if (plan !== null && open === undefined && (carried !== undefined || beacon.run !== null))
    return plan.summary === 'prepared' ? preparedOnly(packages) : { kind: 'otherPlan', track: plan };

  const run = runs.find((run) => run.id === progress?.runId) ?? null;
  if (
    progress !== null &&
    progress.outcome !== null &&
    progress.outcome.kind !== 'abandoned' &&
    !isOutrun(run, runs) &&
    // The rows may lag behind the ending. When they contain it, something newer may have begun.
    (run === null || run.outcome === null || by !== 'package')
  )
    return ended(run, progress.outcome, facts);
  // A newer package settles an uncertain run: its own run first reads what the beacon may still hold.
  if (open !== undefined && (carried === undefined || !isNewer(carried, open) || facts.elsewhere.has(open.id))) {
    const step = facts.nextStep(open);
    if (facts.elsewhere.has(open.id) || step === 'runningElsewhere') return { kind: 'elsewhere', run: open };
    return {
      kind: 'unfinished',
      run: open,
      step,
      failure: progress?.failure ?? lasting(open.lastFailure),
      mayBeHere: undelivered(beacon.rows.receipts).some(
        ({ uniqueId, candidates }) => uniqueId === facts.uniqueId || candidates.includes(facts.uniqueId),
      ),
    };
  }
  if (carried !== undefined) {
    const commands = killedBy(carried, beacon.rows.commands);
    if (commands.length > 0) return { kind: 'waits', package: carried, commands };
    const last = beacon.run?.packageId === carried.id ? beacon.run.outcome : null;
    const refusedWith = last?.kind === 'refused' ? last.result : null;
    const isOwn = runs.some(({ id, packageId }) => id === beacon.receipt?.runId && packageId === carried.id);
    // The receipt is stored before the package's row shows it.
    if (by === 'receipt' && isOwn && refusedWith === null) return caseOfReceipt(beacon.receipt!, runs);
    // The outcome of an earlier package does not concern this one.
    const failure = run === null || run.packageId === carried.id ? (progress?.failure ?? null) : null;
    return {
      kind: 'ready',
      package: carried,
      // The command that caused this refusal was sent or removed, so nothing prevents writing.
      failure: failure?.code === 'newerPacketWaiting' ? null : failure,
      refusedWith,
      before: isOwn ? null : packageBefore(track.summary, by),
    };
  }

  // From here on it counts what the list shows as pending.
  if (beacon.listed === 'unread') return { kind: 'loading' };
  if (beacon.isUnreadable) return { kind: 'unreadable' };
  if (by === 'receipt') return caseOfReceipt(beacon.receipt!, runs);
  if (by === 'run' && beacon.run!.outcome !== null) return ended(beacon.run, beacon.run!.outcome, facts);
  const dead = packages.find((row) => row.state === 'dead');
  if (track.summary === 'prepared') return preparedOnly(packages);
  if (dead !== undefined) return { kind: 'dead', package: dead };
  const commands = beacon.rows.commands.filter((row) => errandOf(row).isWork && row.state === 'carried');
  return commands.length > 0 ? { kind: 'commandsOnly', commands } : { kind: 'nothing' };
}

function preparedOnly(packages: readonly CarriedPackage[]): RunCase {
  return { kind: 'preparedOnly', package: packages.find((row) => row.state === 'prepared') ?? null };
}

function packageBefore(summary: TrackSummary, by: TrackSource): PackageBefore | null {
  if (by === 'run') return summary === 'uncertain' ? 'unsettled' : null;
  switch (summary) {
    case 'receipt':
    case 'sent':
    case 'notVerified':
    case 'refused':
    case 'uncertain':
      return by === 'receipt' ? summary : null;
    default:
      return null;
  }
}

/** A receipt ends the run that read it, even if no row of that run shows the end. */
function caseOfReceipt(receipt: Receipt, runs: readonly Run[]): RunCase {
  const own = runs.filter((run) => receiptIdOf(run) === receipt.id && run.outcome !== null);
  const run = own.find(({ outcome }) => outcome?.kind === 'receipt') ?? own[0] ?? null;
  // A package that the beacon refused in plain text may still have been sent.
  const isRunsWord = run?.outcome?.kind === 'settledLater' || run?.outcome?.kind === 'refused';
  const isRefused = receipt.state === 'refused';
  const outcome: RunOutcome =
    isRunsWord && isRefused === (run.outcome.kind === 'refused')
      ? run.outcome
      : isRefused
        ? { kind: 'refused', receiptId: receipt.id, result: receipt.result ?? 0 }
        : { kind: 'receipt', receiptId: receipt.id };
  return { kind: 'ended', run, outcome, receipt };
}

/** True when another window was connected to the beacon later, so that this window's last result is outdated. */
function isOutrun(current: Run | null, runs: readonly Run[]): boolean {
  return (
    current !== null &&
    runs.some((run) => run.startedAtMs > current.startedAtMs && (run.outcome === null || mayHaveWritten(run)))
  );
}

/** Drops failures of this phone's state at that time, which must not prevent another attempt. */
function lasting(failure: RunFailure | null): RunFailure | null {
  const ofThePhone = ['freeSpace', 'waitOther', 'useOtherBrowser', 'turnOnBluetooth'];
  return failure !== null && ofThePhone.includes(meaningOf(failure.code).action) ? null : failure;
}

function ended(run: Run | null, outcome: RunOutcome, facts: RunFacts): RunCase {
  const receiptId = 'receiptId' in outcome ? outcome.receiptId : null;
  return {
    kind: 'ended',
    run,
    outcome,
    receipt: facts.beacon.rows.receipts.find((row) => row.id === receiptId) ?? null,
  };
}

function runOf(chosen: RunCase, runs: readonly Run[]): Run | null {
  if (chosen.kind === 'unfinished' || chosen.kind === 'elsewhere' || chosen.kind === 'ended') return chosen.run;
  if (chosen.kind === 'running' || chosen.kind === 'copyMissing')
    return runs.find((run) => run.id === chosen.progress.runId) ?? null;
  return null;
}

function packageOf(chosen: RunCase, run: Run | null, packages: readonly CarriedPackage[]): CarriedPackage | null {
  if (chosen.kind === 'ready' || chosen.kind === 'waits' || chosen.kind === 'preparedOnly' || chosen.kind === 'dead')
    return chosen.package;
  if (chosen.kind === 'otherPlan') return null;
  if (run !== null) return packages.find((row) => row.id === run.packageId) ?? null;
  return packages[0] ?? null;
}

function newestFirst(a: CarriedPackage, b: CarriedPackage): number {
  return b.preparedAtMs - a.preparedAtMs;
}
