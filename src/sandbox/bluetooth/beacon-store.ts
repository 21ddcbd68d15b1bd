/**
 * Stores the practice beacons of this browser in localStorage. A beacon's state is written before its answer is
 * returned.
 */
import { powerCycle, type BeaconState } from '../beacon/beacon.ts';
import { takeFault, type BeaconFaults } from '../beacon/faults.ts';
import { exchange, type LinkAnswer, type LinkRequest } from '../beacon/link.ts';
import { NEARBY, advertisedName, fleetBeacon } from '../beacon/nearby.ts';
import { MAX_FLEET_SIZE, findDevice } from '../fleet.ts';
import { PRACTICE_BEACON_PREFIX } from '../../names.ts';

/** The methods of localStorage that are used. */
interface BeaconStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface ShelvedBeacon {
  /** Printed on the housing. It is not advertised. */
  readonly uniqueId: string;
  /** The advertised name. */
  readonly name: string;
  readonly rssiDbm: number;
}

export type BeaconStore = ReturnType<typeof createBeaconStore>;

interface BeaconStoreOptions {
  readonly seed: string;
  readonly storage: BeaconStorage;
  /** Returns the current time, Unix ms. */
  readonly now: () => number;
}

export function createBeaconStore({ seed, storage, now }: BeaconStoreOptions) {
  const keyOf = (uniqueId: string): string => `${PRACTICE_BEACON_PREFIX}beacon.${uniqueId}`;
  const faultsKey = `${PRACTICE_BEACON_PREFIX}beacon-faults`;
  const nearKey = `${PRACTICE_BEACON_PREFIX}near`;

  const faults = (): BeaconFaults => stored(storage, faultsKey, [] as BeaconFaults);
  const setFaults = (list: BeaconFaults): void => storage.setItem(faultsKey, JSON.stringify(list));
  /** Returns the faults that may strike this beacon, and what replaces them and keeps those of other beacons. */
  const faultsFor = (uniqueId: string) => {
    const all = faults();
    const own = all.filter(({ on }) => on === undefined || on === uniqueId);
    const others = all.filter((fault) => !own.includes(fault));
    return { own, replace: (left: BeaconFaults): void => setFaults([...left, ...others]) };
  };
  const carried = (): readonly string[] => stored(storage, nearKey, [] as readonly string[]);
  const load = (uniqueId: string): BeaconState => {
    const fresh = fleetBeacon(seed, uniqueId);
    return { ...fresh, ...stored<Partial<BeaconState>>(storage, keyOf(uniqueId), {}), seed, uniqueId };
  };
  const save = (state: BeaconState): void =>
    storage.setItem(keyOf(state.uniqueId), JSON.stringify({ ...state, faults: [] }));
  const near = (): readonly { uniqueId: string; rssiDbm: number }[] => [
    // Beacons that were brought near have the strongest signal, the last one first.
    ...carried()
      .map((uniqueId) => ({ uniqueId, rssiDbm: -40 }))
      .toReversed(),
    ...NEARBY,
  ];

  return {
    nearby: () => near().map((beacon) => ({ ...beacon, name: advertisedName(load(beacon.uniqueId)) })),
    /** Adds a beacon of the fleet to those nearby. Returns false if there is no such beacon. */
    bringNear(uniqueId: string): boolean {
      if (findDevice(seed, uniqueId, MAX_FLEET_SIZE)?.deviceType !== 'BEACON') return false;
      if (!near().some((beacon) => beacon.uniqueId === uniqueId))
        storage.setItem(nearKey, JSON.stringify([...carried(), uniqueId]));
      return true;
    },
    load,
    change: (uniqueId: string, change: (state: BeaconState) => BeaconState): void => save(change(load(uniqueId))),
    powerCycleAll() {
      for (const { uniqueId } of near()) save(powerCycle(load(uniqueId)));
    },
    /** Performs one operation. The beacon's new state is stored when this returns. */
    exchange(uniqueId: string, request: LinkRequest): LinkAnswer {
      const { own, replace } = faultsFor(uniqueId);
      const answer = exchange({ ...load(uniqueId), faults: own }, request, now());
      save(answer.state);
      replace(answer.state.faults);
      return answer;
    },
    /** Returns how long the system keeps the link that the app is closing, ms, and counts the fault down. */
    takeCloseMs(uniqueId: string): number {
      const { own, replace } = faultsFor(uniqueId);
      const taken = takeFault(own, 'closesSlowly');
      if (taken.fault === null) return 0;
      replace(taken.faults);
      return taken.fault.ms;
    },
    /** The queued faults of all beacons. A fault that names no beacon strikes the next one that is used. */
    faults,
    setFaults,
    /** Sets all beacons to the factory state and removes all faults. */
    reset() {
      for (const { uniqueId } of near()) storage.removeItem(keyOf(uniqueId));
      storage.removeItem(nearKey);
      storage.removeItem(faultsKey);
    },
  };
}

/** Reads a JSON value. Returns the fallback if it is missing or damaged, since practice data can be made again. */
function stored<Value>(storage: BeaconStorage, key: string, fallback: Value): Value {
  try {
    const parsed = JSON.parse(storage.getItem(key) ?? 'null') as Value | null;
    return parsed ?? fallback;
  } catch {
    return fallback;
  }
}
