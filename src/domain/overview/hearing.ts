/** Which devices the telemetry on this phone heard, which were silent, and of which nothing can be said. */
import type { CachedDevice } from '../device.ts';
import type { Heard } from '../device-list/view-address.ts';
import { beaconByDevice, type BeaconState, type TypedTrackingIds } from '../telemetry/fleet.ts';
import { hearingOf } from '../telemetry/silent.ts';

/** One that was asked for and never heard is silent. */
export function hearingByDevice(
  beacons: readonly BeaconState[],
  typed: TypedTrackingIds,
): (device: Pick<CachedDevice, 'uniqueId' | 'mac'>) => Heard {
  const beaconOf = beaconByDevice(beacons, typed);
  return (device) => {
    const beacon = beaconOf(device);
    if (beacon === undefined) return 'unasked';
    const hearing = hearingOf(beacon);
    return hearing === 'neverHeard' ? 'silent' : hearing;
  };
}

/** To when the silence is known: the end of the latest range that was asked for, Unix ms; null where none was. */
export function askedUntil(beacons: readonly BeaconState[]): number | null {
  let latest: number | null = null;
  for (const { askedUntilMs } of beacons)
    if (askedUntilMs !== null && (latest === null || askedUntilMs > latest)) latest = askedUntilMs;
  return latest;
}
