/** Which devices the telemetry on this phone shows as heard, silent or unknown. */
import type { CachedDevice } from '../device.ts';
import type { Heard } from '../device-list/view-address.ts';
import { beaconByDevice, type BeaconState, type TypedTrackingIds } from '../telemetry/fleet.ts';
import { hearingOf } from '../telemetry/silent.ts';

/**
 * A beacon without any record in the backend is silent; one that is only missing from the requested range is unknown.
 */
export function hearingByDevice(
  beacons: readonly BeaconState[],
  typed: TypedTrackingIds,
): (device: Pick<CachedDevice, 'uniqueId' | 'mac'>) => Heard {
  const beaconOf = beaconByDevice(beacons, typed);
  return (device) => {
    const beacon = beaconOf(device);
    if (beacon === undefined) return 'unasked';
    const hearing = hearingOf(beacon);
    if (hearing === 'notLoaded') return 'unasked';
    return hearing === 'neverHeard' ? 'silent' : hearing;
  };
}

/** Until when silence is known: the last request of the latest records, Unix ms; null without one. */
export function queriedUntil(beacons: readonly BeaconState[]): number | null {
  let latest: number | null = null;
  for (const { latestAtMs } of beacons)
    if (latestAtMs !== null && (latest === null || latestAtMs > latest)) latest = latestAtMs;
  return latest;
}
