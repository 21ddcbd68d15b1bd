/** Which devices the telemetry on this phone heard, which were silent, and of which nothing can be said. */
import type { CachedDevice } from '../device.ts';
import type { Heard } from '../device-list/view-address.ts';
import {
  learnedTrackingIds,
  trackingIdOf,
  trackingKey,
  type BeaconState,
  type TypedTrackingIds,
} from '../telemetry/fleet.ts';
import { hearingOf } from '../telemetry/silent.ts';

/** Sorted out once; the devices are looked up one by one. One that was asked for and never heard is silent. */
export function hearingByDevice(
  beacons: readonly BeaconState[],
  typed: TypedTrackingIds,
): (device: Pick<CachedDevice, 'uniqueId' | 'mac'>) => Heard {
  const byKey = new Map(beacons.map((beacon) => [trackingKey(beacon.trackingId), beacon]));
  const learned = learnedTrackingIds(beacons);
  return (device) => {
    const known = trackingIdOf(device, learned, typed);
    const beacon = known === null ? undefined : byKey.get(trackingKey(known.trackingId));
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
