/**
 * The track of one beacon, the row that determines it, and where its next package comes from. Every screen uses this.
 */
import { isGateway, trackAndSource, type BeaconStory, type ListedBeacon } from './beacon-story.ts';
import { isUnfinished, receiptIdOf, type Run } from './run.ts';
import type { SourcedTrack } from './track.ts';

/**
 * `fetch`: the backend has something pending, or may have · `prepare`: nothing is pending as far as is known, so there
 * is no package to fetch · `outbox`: a receipt that may be this beacon's is sent before · `none`: a gateway fetches its configuration itself and never has a package here.
 */
export type PackageSource = 'fetch' | 'prepare' | 'outbox' | 'none';

export interface BeaconAnswer extends SourcedTrack {
  readonly source: PackageSource;
}

export function answerOf(listed: ListedBeacon, story: BeaconStory): BeaconAnswer {
  const { track, by } = trackAndSource(listed, story);
  return { track, by, source: packageSource(listed, story) };
}

/**
 * Returns where the beacon's next package comes from. When the carried package is useless, the list is trusted only if
 * it was read after all stored rows of the beacon.
 */
export function packageSource(listed: ListedBeacon, story: BeaconStory): PackageSource {
  if (isGateway(listed, story)) return 'none';
  if (story.isHeldByOther) return 'outbox';
  if (story.package?.state === 'prepared') return 'fetch';
  if (listed !== null && listed.pending !== null) return 'fetch';
  if (!isUsedUp(story)) return 'prepare';
  return listed !== null && listed.readAtMs > latestOf(story) ? 'prepare' : 'fetch';
}

/**
 * True when a later run of the beacon has the receipt that counts: once that is verified, the earlier run is settled.
 */
export function isOvertaken(open: Run, runs: readonly Run[], { receipt }: BeaconStory): boolean {
  return (
    receipt !== null &&
    runs.some((run) => run.startedAtMs > open.startedAtMs && run.outcome !== null && receiptIdOf(run) === receipt.id)
  );
}

/** True when the prepared change has not been delivered, and its package cannot be written any more. */
function isUsedUp({ package: row, run, receipt }: BeaconStory): boolean {
  if (row?.state === 'dead' || receipt?.state === 'notVerified') return true;
  return run !== null && (isUnfinished(run) || ENDED_WITHOUT_RECEIPT.has(run.outcome!.kind));
}

const ENDED_WITHOUT_RECEIPT: ReadonlySet<string> = new Set([
  'refused',
  'closed',
  'packageDead',
  'receiptLost',
  'noAnswer',
]);

function latestOf({ package: row, run, receipt }: BeaconStory): number {
  return Math.max(
    row?.fetchedAtMs ?? row?.preparedAtMs ?? 0,
    run?.endedAtMs ?? run?.journal.at(-1)?.atMs ?? run?.startedAtMs ?? 0,
    receipt?.settledAtMs ?? receipt?.createdAtMs ?? 0,
  );
}
