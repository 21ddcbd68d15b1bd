/** The practice beacons that hang nearby, made from the same seed as the backend's fleet so that both agree. */
import { NEARBY_IDS, findDevice } from '../fleet.ts';
import { drawFrom } from '../seed.ts';
import { createBeacon, type BeaconOptions, type BeaconState } from './beacon.ts';

interface NearbyBeacon {
  readonly uniqueId: string;
  /** The strength at which it is heard. */
  readonly rssiDbm: number;
}

export const NEARBY: readonly NearbyBeacon[] = NEARBY_IDS.map((uniqueId, index) => ({
  uniqueId,
  rssiDbm: -48 - index * 7,
}));

/** A beacon of the fleet in the state in which it left the factory; any uniqueId. */
export function fleetBeacon(seed: string, uniqueId: string, options: Partial<BeaconOptions> = {}): BeaconState {
  const values = findDevice(seed, uniqueId)?.physical ?? {};
  const processingMs = 300 + drawFrom(`${seed} ${uniqueId} speed`).below(601);
  return createBeacon({ values, processingMs, ...options, uniqueId, seed });
}

/** What it advertises; the factory's name where none was ever set. */
export function advertisedName(state: BeaconState): string {
  const name = state.values['name'];
  return typeof name === 'string' && name !== '' ? name : 'Kontakt';
}
