/**
 * Selects the rows that determine a beacon's state, and the track they result in. Every screen uses this, so that all
 * show the same word.
 */
import { isOpenPackage, type CarriedPackage } from './carried-package.ts';
import { showsValues, valuesOf } from './delivery/read-back.ts';
import { isWrittenByBluetooth, type CachedDevice } from './device.ts';
import { errandOf } from './errand.ts';
import { isDismissed, settledByLater, undelivered, type Receipt } from './receipt.ts';
import { isUnfinished, mayHaveWritten, type Run } from './run.ts';
import { isOpenReceipt, sourcedTrackOf, type SourcedTrack } from './track.ts';
import { trackOfGateway, trackReaching, type Track } from './track-marks.ts';

export interface StoryRows {
  readonly packages: readonly CarriedPackage[];
  readonly runs: readonly Run[];
  readonly receipts: readonly Receipt[];
}

/** The rows of one beacon that determine its state. */
export interface BeaconStory {
  /** A package that can be written, else a prepared one, else the newest. */
  readonly package: CarriedPackage | null;
  /** A run in progress, else the newest that may have written; a refused one only if none is uncertain. */
  readonly run: Run | null;
  readonly receipt: Receipt | null;
  /** The run is in progress, in this window or another. */
  readonly isUnderWay: boolean;
  /** A receipt of another beacon that may be this one's is not delivered, which holds back a new package. */
  readonly isHeldByOther: boolean;
}

export const NO_STORY: BeaconStory = {
  package: null,
  run: null,
  receipt: null,
  isUnderWay: false,
  isHeldByOther: false,
};

/** The beacon in the device list; null when it is not listed. Type and values are needed for gateways only. */
export type ListedBeacon =
  | (Pick<CachedDevice, 'pending' | 'readAtMs'> & Partial<Pick<CachedDevice, 'deviceType' | 'name' | 'attributes'>>)
  | null;

/** Chooses the rows that determine the state of a beacon. `underWay`: IDs of the runs in progress. */
export function storyOf(
  beacon: string,
  { packages, runs, receipts }: StoryRows,
  underWay: ReadonlySet<string> = new Set(),
): BeaconStory {
  const dismissed = new Set(receipts.filter(isDismissed).map(({ id }) => id));
  let chosen: CarriedPackage | null = null;
  for (const row of packages) {
    if (row.uniqueId !== beacon || !errandOf(row).configures || row.state === 'replaced') continue;
    if (chosen === null || isBefore(chosen, row)) chosen = row;
  }
  let run: Run | null = null;
  let isUnderWay = false;
  for (const row of runs) {
    if (row.uniqueId !== beacon || !errandOf(row).configures || row.outcome?.kind === 'abandoned') continue;
    // The wrong beacon refused, and a person has seen it.
    if (row.outcome?.kind === 'refused' && dismissed.has(row.outcome.receiptId)) continue;
    const goesOn = underWay.has(row.id);
    if (run !== null && !goesOn && (isUnderWay || !isEarlier(run, row))) continue;
    run = row;
    isUnderWay = goesOn;
  }
  const settled = settledByLater(receipts);
  let receipt: Receipt | null = null;
  for (const row of receipts) {
    if (row.uniqueId !== beacon || row.state === 'reserved' || settled.has(row.id) || dismissed.has(row.id)) continue;
    // A reading tells of the configuration only once the backend shows what was written.
    if (!errandOf(row).configures && row.state !== 'verified') continue;
    if (row.state === 'refused' && run !== null && isUncertain(run) && !isOfItsEnd(row, run)) continue;
    if (receipt === null || receipt.createdAtMs < row.createdAtMs) receipt = row;
  }
  const isOfOther = ({ uniqueId, candidates }: Receipt): boolean => uniqueId !== beacon && candidates.includes(beacon);
  const isHeldByOther = receipts.some(isOfOther) && undelivered(receipts).some(isOfOther);
  return { package: chosen, run, receipt, isUnderWay, isHeldByOther };
}

/**
 * Returns the track of a beacon with the row that determines it. A package that is newer than the last run and receipt
 * starts a new track, unless they are still open.
 */
export function trackAndSource(listed: ListedBeacon, story: BeaconStory): SourcedTrack {
  if (isGateway(listed, story)) return { track: gatewayTrack(listed, story.package), by: 'package' };
  const carried = story.package !== null && isOpenPackage(story.package) ? story.package : null;
  const since = carried?.preparedAtMs ?? 0;
  const run = story.run !== null && (story.run.startedAtMs >= since || isUncertain(story.run)) ? story.run : null;
  const receipt = story.receipt !== null && tellsBeside(story.receipt, carried, story.run) ? story.receipt : null;
  const pending = listed !== null && listed.pending !== null;
  // Verified, but the list was read later and shows something pending: another configuration has been prepared since.
  if (
    receipt?.state === 'verified' &&
    pending &&
    listed.readAtMs > (receipt.settledAtMs ?? receipt.createdAtMs) &&
    (run === null || run.startedAtMs <= receipt.createdAtMs)
  )
    return sourcedTrackOf({ pending, package: carried, run: null, receipt: null });
  const sourced = sourcedTrackOf({ pending, package: carried, run, receipt });
  return story.isUnderWay ? { ...sourced, track: underWay(sourced.track) } : sourced;
}

/** True when the device fetches its configuration itself, so nothing is written here. */
export function isGateway(listed: ListedBeacon, { package: row }: BeaconStory): boolean {
  const deviceType = listed?.deviceType ?? row?.deviceType;
  return deviceType !== undefined && !isWrittenByBluetooth(deviceType);
}

/**
 * Derived from the list, because a gateway does not report what it has applied: nothing is pending, and the values are
 * shown.
 */
function gatewayTrack(listed: ListedBeacon, row: CarriedPackage | null): Track {
  if (listed !== null && listed.pending !== null) return trackOfGateway(false);
  if (row === null) return trackReaching(0, 'nothing');
  if (listed === null || listed.readAtMs < row.preparedAtMs) return trackOfGateway(false);
  return showsValues(valuesOf(listed), row.values) ? trackOfGateway(true) : trackReaching(0, 'nothing');
}

/**
 * True when the receipt determines the state beside a package that can still be written: only the package's own receipt
 * shows it as verified, and an open receipt is never hidden.
 */
function tellsBeside(receipt: Receipt, carried: CarriedPackage | null, run: Run | null): boolean {
  if (carried === null || isOpenReceipt(receipt)) return true;
  if (receipt.state === 'verified') return run !== null && run.id === receipt.runId && run.packageId === carried.id;
  return receipt.createdAtMs >= carried.preparedAtMs;
}

/** During a run the state is not known yet; it becomes uncertain only after a drop. */
function underWay(track: Track): Track {
  if (track.summary !== 'uncertain') return track;
  const marks = track.marks.map((mark) => (mark.state === 'uncertain' ? { ...mark, state: 'empty' as const } : mark));
  return { marks, summary: marks.findLast((mark) => mark.state === 'reached')?.word ?? 'nothing' };
}

/** True when the beacon may have changed and the result is unknown. A newer package must not hide that. */
function isUncertain(run: Run): boolean {
  return isUnfinished(run) && mayHaveWritten(run);
}

/**
 * False for a refusal of another package, or one after which the run continued with another beacon: it does not tell
 * the run's result.
 */
function isOfItsEnd(refused: Receipt, run: Run): boolean {
  return refused.runId === run.id && (run.journal.at(-1)?.atMs ?? 0) <= refused.createdAtMs;
}

function isBefore(known: CarriedPackage, row: CarriedPackage): boolean {
  const rank = ({ state }: CarriedPackage): number => (state === 'carried' ? 2 : state === 'prepared' ? 1 : 0);
  return rank(known) === rank(row) ? known.preparedAtMs < row.preparedAtMs : rank(known) < rank(row);
}

function isEarlier(known: Run, row: Run): boolean {
  // A refusal left the beacon unchanged, so an uncertain run still counts, whichever is newer.
  if (isUncertain(known) && row.outcome?.kind === 'refused') return false;
  if (isUncertain(row) && known.outcome?.kind === 'refused') return true;
  if (mayHaveWritten(known) !== mayHaveWritten(row)) return mayHaveWritten(row);
  return known.startedAtMs < row.startedAtMs;
}
