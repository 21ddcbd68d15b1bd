/** What is known of each device on this phone: the rows that tell of it now, its unsent edit, and the track they make. */
import { NO_STORY, storiesOf, trackOfBeacon, type BeaconStory, type StoryRows } from '../../domain/beacon-story.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Track } from '../../domain/track-marks.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import type { RunProgress } from '../../use-cases/run/offered.ts';

/** Which runs go on: `current` in this window, `elsewhere` in others. */
interface RunsUnderWay {
  readonly current?: RunProgress | null | undefined;
  readonly elsewhere?: ReadonlySet<string> | undefined;
}

interface DeviceRows extends StoryRows, RunsUnderWay {
  readonly edits: readonly VirtualEdit[];
}

/** The rows of one device that speak of its present configuration, and its unsent values. */
export interface DeviceFacts extends BeaconStory {
  readonly edit: VirtualEdit | null;
}

export const NO_FACTS: DeviceFacts = { ...NO_STORY, edit: null };

export function underWayOf({ current, elsewhere }: RunsUnderWay): ReadonlySet<string> {
  const isHere = current != null && (current.phase !== 'ended' || current.copyMissing !== null);
  return new Set([...(elsewhere ?? []), ...(isHere ? [current.runId] : [])]);
}

/** Sorts the rows by device once, for lists of any length. */
export function factsByDevice(rows: DeviceRows): ReadonlyMap<string, DeviceFacts> {
  const facts = new Map<string, DeviceFacts>();
  for (const [uniqueId, story] of storiesOf(rows, underWayOf(rows))) facts.set(uniqueId, { ...story, edit: null });
  for (const row of rows.edits) facts.set(row.uniqueId, { ...(facts.get(row.uniqueId) ?? NO_FACTS), edit: row });
  return facts;
}

/** Of a list of 100,000 devices only those are looked at that have something here. */
export function listedBeacons(
  devices: readonly CachedDevice[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, CachedDevice> {
  return new Map(devices.flatMap((device) => (wanted.has(device.uniqueId) ? [[device.uniqueId, device]] : [])));
}

export function trackOfDevice(device: CachedDevice | null, facts: DeviceFacts): Track {
  return trackOfBeacon(device, facts);
}

/** The device as it is shown: unsent local values win (product.md "Six words"). */
export function withEdit(device: CachedDevice, edit: VirtualEdit | null): CachedDevice {
  if (edit === null) return device;
  const { alias, tags, notes } = edit.values;
  return {
    ...device,
    ...(alias === undefined ? {} : { alias: alias === '' ? null : alias }),
    ...(tags === undefined ? {} : { tags: tags === '' ? [] : tags.split(',') }),
    ...(notes === undefined ? {} : { notes: notes === '' ? null : notes }),
  };
}

/** Edits the backend has not taken yet. */
export function isUnsent(edit: VirtualEdit | null): edit is VirtualEdit {
  return edit !== null && edit.state !== 'saved';
}
