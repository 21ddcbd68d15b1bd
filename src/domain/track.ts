/** The track: how far one beacon's configuration is known to have come, in the six state words. */
import type { CarriedPackage } from './carried-package.ts';
import type { Receipt } from './receipt.ts';
import type { Run } from './run.ts';
import { trackReaching, trackStoppedAfter, withMark, type Track } from './track-marks.ts';

/**
 * The known state of one beacon: its newest package, run and receipt, and whether something is pending at the backend.
 */
export interface TrackFacts {
  readonly pending: boolean;
  readonly package: CarriedPackage | null;
  readonly run: Run | null;
  readonly receipt: Receipt | null;
}

const EMPTY_TRACK: Track = trackReaching(0, 'nothing');

/** The row that determines the track; `package` also when only the backend says that something is pending. */
export type TrackSource = 'package' | 'run' | 'receipt';

export interface SourcedTrack {
  readonly track: Track;
  readonly by: TrackSource;
}

export function trackOf(facts: TrackFacts): Track {
  return sourcedTrackOf(facts).track;
}

/**
 * Returns the track of one beacon, with known facts only. The newest of package, run and receipt that tells more wins.
 */
export function sourcedTrackOf(facts: TrackFacts): SourcedTrack {
  const { run } = facts;
  // The run's response may have been assigned to another beacon since; it then says nothing about this one.
  const belongsToOther = run !== null && facts.receipt !== null && facts.receipt.uniqueId !== run.uniqueId;
  const receipt = facts.receipt?.state === 'reserved' || belongsToOther ? null : facts.receipt;
  const carried = facts.package;
  const ofPackage = { track: trackOfPackage(facts), by: 'package' } as const;
  if (carried !== null && startsAgain(carried, run, receipt)) return ofPackage;
  if (receipt !== null && (run === null || receipt.runId === run.id || receipt.createdAtMs >= run.startedAtMs))
    return { track: trackOfReceipt(receipt), by: 'receipt' };
  const track = run === null ? null : trackOfRun(run);
  return track === null ? ofPackage : { track, by: 'run' };
}

/** True for a package that was prepared after the last run and delivery, which starts the track again. */
function startsAgain(carried: CarriedPackage, run: Run | null, receipt: Receipt | null): boolean {
  if (carried.state !== 'prepared' && carried.state !== 'carried') return false;
  if (run !== null && (run.outcome === null || run.packageId === carried.id)) return false;
  if (receipt === null) return true;
  return carried.preparedAtMs > receipt.createdAtMs && !isOpenReceipt(receipt);
}

/**
 * True when the receipt can still have an effect or needs a person; no newer package may hide it. A change that is gone
 * has no effect any more, and a newer package is what helps.
 */
export function isOpenReceipt(receipt: Receipt): boolean {
  const { state, givenUpAtMs } = receipt;
  return (
    givenUpAtMs === undefined &&
    !isGone(receipt) &&
    (state === 'waiting' || state === 'sent' || state === 'notVerified' || state === 'parked')
  );
}

/** True when the backend has refused it because its change is not pending any more. */
function isGone({ state, lastAnswer }: Receipt): boolean {
  return state === 'notVerified' && lastAnswer?.code === 'gone';
}

function trackOfPackage({ package: carried, pending }: TrackFacts): Track {
  if (carried?.state === 'carried') return trackReaching(2, 'onThisPhone');
  return pending || carried?.state === 'prepared' ? trackReaching(1, 'prepared') : EMPTY_TRACK;
}

function trackOfReceipt(receipt: Receipt): Track {
  // The owner is unknown, so the receipt does not prove that this beacon was written, whatever the backend answered.
  if (receipt.owner === 'unsure' && receipt.state !== 'verified')
    return withMark(trackStoppedAfter(2, 'uncertain'), 'receipt', 'uncertain');
  switch (receipt.state) {
    case 'verified':
      return trackReaching(6, 'verified');
    case 'notVerified':
      return isGone(receipt) ? trackStoppedAfter(4, 'refused') : trackStoppedAfter(5, 'notVerified');
    case 'sent':
      return trackReaching(5, 'sent');
    case 'refused':
      return trackStoppedAfter(2, 'refused');
    case 'parked':
      // "Refused" only if the read after the refusal proved it.
      return receipt.lastAnswer?.code === 'unproven'
        ? trackStoppedAfter(4, 'uncertain')
        : trackStoppedAfter(4, 'refused');
    default:
      return receipt.mirrored ? trackReaching(4, 'receipt') : trackStoppedAfter(3, 'uncertain');
  }
}

/** Returns null when the run tells no more than its package. */
function trackOfRun(run: Run): Track | null {
  switch (run.outcome?.kind) {
    case 'refused':
      return trackStoppedAfter(2, 'refused');
    case 'receiptLost':
      return trackStoppedAfter(3, 'uncertain');
    case 'noAnswer':
      return trackStoppedAfter(2, 'uncertain');
    case 'commandSent':
    case 'abandoned':
      return null;
    case 'packageDead':
      if (run.step === 'intent') return null;
  }
  switch (run.step) {
    case 'intent':
      return trackReaching(2, 'onThisPhone');
    case 'writing':
      return trackStoppedAfter(2, 'uncertain');
    case 'written':
    case 'reading':
      // The run stopped; it is unknown whether the response can still be obtained.
      return run.lastFailure === null && run.outcome === null
        ? trackReaching(3, 'written')
        : trackStoppedAfter(3, 'uncertain');
    case 'receipt':
      return run.outcome === null ? trackStoppedAfter(3, 'uncertain') : trackReaching(4, 'receipt');
  }
}
