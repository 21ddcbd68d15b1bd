/** Which devices the telemetry on this phone heard, which were silent, and of which nothing can be said. */
import type { CachedDevice } from '../device.ts';
import type { Heard } from '../device-list/view-address.ts';
import { beaconByDevice, type BeaconState, type TypedTrackingIds } from '../telemetry/fleet.ts';
import { hearingOf } from '../telemetry/silent.ts';

/** One of which the backend has no record is silent; of one that is only absent from the range asked, nothing can be said. */
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

/** To when the silence is known: the last question for the last records, Unix ms; null where none was asked. */
export function askedUntil(beacons: readonly BeaconState[]): number | null {
  let latest: number | null = null;
  for (const { latestAtMs } of beacons)
    if (latestAtMs !== null && (latest === null || latestAtMs > latest)) latest = latestAtMs;
  return latest;
}
