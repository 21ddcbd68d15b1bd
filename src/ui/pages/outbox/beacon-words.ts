/** Texts about the beacons that have a receipt on this phone, for all screens. */
import type { TrackSummary } from '../../../domain/track-marks.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { NO_FACTS, factsByDevice, listedBeacons, trackOfDevice } from '../../beacon/device-facts.ts';

type Rows = Parameters<typeof factsByDevice>[0];

interface Sources extends Pick<Rows, 'receipts' | 'current' | 'elsewhere'> {
  /** Undefined until they are loaded. */
  readonly packages: Rows['packages'] | undefined;
  readonly runs: Rows['runs'] | undefined;
  readonly devices: readonly CachedDevice[] | undefined;
}

export function beaconWords({
  receipts,
  packages = [],
  runs = [],
  devices = [],
  current,
  elsewhere,
}: Sources): (uniqueId: string) => TrackSummary {
  const facts = factsByDevice({ receipts, packages, runs, edits: [], current, elsewhere });
  const listed = listedBeacons(devices, new Set(receipts.map(({ uniqueId }) => uniqueId)));
  return (id) => trackOfDevice(listed.get(id) ?? null, facts.get(id) ?? NO_FACTS).summary;
}
