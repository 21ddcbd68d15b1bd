/** What this phone has stored of each device: the current rows, the unsent edit, and the track that they make. */
import {
  NO_STORY,
  receiptsAbout,
  storiesOf,
  trackOfBeacon,
  type BeaconStory,
  type StoryRows,
} from '../../domain/beacon-story.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Track } from '../../domain/track-marks.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import type { RunProgress } from '../../use-cases/run/offered.ts';
import { isOpen } from '../shell/open-run.ts';

/** Runs in progress: `current` in this window, `elsewhere` in others. */
interface RunsUnderWay {
  readonly current?: RunProgress | null | undefined;
  readonly elsewhere?: ReadonlySet<string> | undefined;
}

interface DeviceRows extends StoryRows, RunsUnderWay {
  readonly edits: readonly VirtualEdit[];
}

/** The rows of one device that concern its present configuration, and its unsent values. */
export interface DeviceFacts extends BeaconStory {
  readonly edit: VirtualEdit | null;
}

export const NO_FACTS: DeviceFacts = { ...NO_STORY, edit: null };

export function underWayOf({ current, elsewhere }: RunsUnderWay): ReadonlySet<string> {
  return new Set([...(elsewhere ?? []), ...(isOpen(current) ? [current.runId] : [])]);
}

/** Groups the rows by device in one pass, for lists of any length. */
export function factsByDevice(rows: DeviceRows): ReadonlyMap<string, DeviceFacts> {
  const facts = new Map<string, DeviceFacts>();
  for (const [uniqueId, story] of storiesOf(rows, underWayOf(rows))) facts.set(uniqueId, { ...story, edit: null });
  for (const row of rows.edits) facts.set(row.uniqueId, { ...(facts.get(row.uniqueId) ?? NO_FACTS), edit: row });
  return facts;
}

/** The same for one device; skips the rows of the others. */
export function factsOfDevice(uniqueId: string, rows: DeviceRows): DeviceFacts {
  const own = <T extends { readonly uniqueId: string }>(all: readonly T[]): T[] =>
    all.filter((row) => row.uniqueId === uniqueId);
  const { packages, runs, receipts, edits } = rows;
  const ofIt = {
    packages: own(packages),
    runs: own(runs),
    receipts: receiptsAbout(uniqueId, receipts),
    edits: own(edits),
  };
  return factsByDevice({ ...rows, ...ofIt }).get(uniqueId) ?? NO_FACTS;
}

/** Returns only devices with stored rows, because the list may have 100,000. */
export function listedBeacons(
  devices: readonly CachedDevice[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, CachedDevice> {
  return new Map(devices.flatMap((device) => (wanted.has(device.uniqueId) ? [[device.uniqueId, device]] : [])));
}

export function trackOfDevice(device: CachedDevice | null, facts: DeviceFacts): Track {
  return trackOfBeacon(device, facts);
}
