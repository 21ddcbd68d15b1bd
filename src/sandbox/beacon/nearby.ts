/** The nearby practice beacons, derived from the same seed as the backend's fleet. */
import { MAX_FLEET_SIZE, NEARBY_IDS, findDevice } from '../fleet.ts';
import { drawFrom } from '../seed.ts';
import { createBeacon, type BeaconOptions, type BeaconState } from './beacon.ts';

interface NearbyBeacon {
  readonly uniqueId: string;
  /** Signal strength, dBm. */
  readonly rssiDbm: number;
}

export const NEARBY: readonly NearbyBeacon[] = NEARBY_IDS.map((uniqueId, index) => ({
  uniqueId,
  rssiDbm: -48 - index * 7,
}));

/** Returns the beacon with this uniqueId in its factory state. */
export function fleetBeacon(seed: string, uniqueId: string, options: Partial<BeaconOptions> = {}): BeaconState {
  const values = findDevice(seed, uniqueId, MAX_FLEET_SIZE)?.physical ?? {};
  const processingMs = 300 + drawFrom(`${seed} ${uniqueId} speed`).below(601);
  return createBeacon({ values, processingMs, ...options, uniqueId, seed });
}

/** Returns the advertised name, which is the factory's name if none was set. */
export function advertisedName(state: BeaconState): string {
  const name = state.values['name'];
  return typeof name === 'string' && name !== '' ? name : 'Kontakt';
}
