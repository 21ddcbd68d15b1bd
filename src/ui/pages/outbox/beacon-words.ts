/** What all screens say of the beacons that have a receipt here, kept until a row of it changes. */
import type { TrackSummary } from '../../../domain/track-marks.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { NO_FACTS, factsByDevice, listedBeacons, trackOfDevice } from '../../beacon/device-facts.ts';

type Rows = Parameters<typeof factsByDevice>[0];

interface Sources extends Pick<Rows, 'receipts' | 'current' | 'elsewhere'> {
  /** Undefined while they are not read. */
  readonly packages: Rows['packages'] | undefined;
  readonly runs: Rows['runs'] | undefined;
  readonly devices: readonly CachedDevice[] | undefined;
}

export class BeaconWords {
  private made: { readonly of: Sources; readonly wordOf: (uniqueId: string) => TrackSummary } | null = null;

  of(sources: Sources): (uniqueId: string) => TrackSummary {
    if (this.made === null || !isSame(this.made.of, sources)) {
      const { receipts, packages = [], runs = [], devices = [], current, elsewhere } = sources;
      const facts = factsByDevice({ receipts, packages, runs, edits: [], current, elsewhere });
      const listed = listedBeacons(devices, new Set(receipts.map(({ uniqueId }) => uniqueId)));
      const wordOf = (id: string): TrackSummary =>
        trackOfDevice(listed.get(id) ?? null, facts.get(id) ?? NO_FACTS).summary;
      this.made = { of: sources, wordOf };
    }
    return this.made.wordOf;
  }
}

function isSame(one: Sources, other: Sources): boolean {
  return (Object.keys(one) as (keyof Sources)[]).every((name) => one[name] === other[name]);
}
