/** The practice beacons of this browser: kept in localStorage, written before any answer of theirs is handed out. */
import { powerCycle, type BeaconState } from '../beacon/beacon.ts';
import { takeFault, type BeaconFault, type BeaconFaults } from '../beacon/faults.ts';
import { exchange, type LinkAnswer, type LinkRequest } from '../beacon/link.ts';
import { NEARBY, advertisedName, fleetBeacon } from '../beacon/nearby.ts';
import { findDevice } from '../fleet.ts';
import { practiceBeaconPrefix } from '../../names.ts';

/** The part of localStorage that is used. */
interface BeaconStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface ShelvedBeacon {
  /** Printed on the housing; not visible over the air. */
  readonly uniqueId: string;
  /** Advertised. */
  readonly name: string;
  readonly rssiDbm: number;
}

export interface BeaconStore {
  nearby(): readonly ShelvedBeacon[];
  /** Carries a beacon of the fleet here; false when there is no such beacon. */
  bringNear(uniqueId: string): boolean;
  load(uniqueId: string): BeaconState;
  change(uniqueId: string, change: (state: BeaconState) => BeaconState): void;
  powerCycleAll(): void;
  /** One operation; the beacon's new state is stored when this returns. */
  exchange(uniqueId: string, request: LinkRequest): LinkAnswer;
  /** How long the system keeps the link that the app lets go now; counts the fault down. */
  takeCloseMs(uniqueId: string): number;
  /** One queue for all: what names no beacon strikes whichever is used next. */
  faults(): BeaconFaults;
  setFaults(faults: readonly BeaconFault[]): void;
  /** Factory state for all, no faults. */
  reset(): void;
}

interface BeaconStoreOptions {
  readonly seed: string;
  readonly storage: BeaconStorage;
  /** Milliseconds. */
  readonly now: () => number;
  /** Tells apart the shelves of several namespaces. */
  readonly name?: string;
}

export function createBeaconStore({ seed, storage, now, name = '' }: BeaconStoreOptions): BeaconStore {
  const prefix = practiceBeaconPrefix(name);
  const keyOf = (uniqueId: string): string => `${prefix}beacon.${uniqueId}`;
  const faultsKey = `${prefix}beacon-faults`;
  const nearKey = `${prefix}near`;

  const faults = (): BeaconFaults => stored(storage, faultsKey, [] as BeaconFaults);
  const carried = (): readonly string[] => stored(storage, nearKey, [] as readonly string[]);
  const load = (uniqueId: string): BeaconState => {
    const fresh = fleetBeacon(seed, uniqueId);
    return { ...fresh, ...stored<Partial<BeaconState>>(storage, keyOf(uniqueId), {}), seed, uniqueId };
  };
  const save = (state: BeaconState): void =>
    storage.setItem(keyOf(state.uniqueId), JSON.stringify({ ...state, faults: [] }));
  const near = (): readonly { uniqueId: string; rssiDbm: number }[] => [
    // What was carried here lies at hand, the last one on top.
    ...carried()
      .map((uniqueId) => ({ uniqueId, rssiDbm: -40 }))
      .toReversed(),
    ...NEARBY,
  ];

  return {
    nearby: () => near().map((beacon) => ({ ...beacon, name: advertisedName(load(beacon.uniqueId)) })),
    bringNear(uniqueId) {
      if (findDevice(seed, uniqueId)?.deviceType !== 'BEACON') return false;
      if (!near().some((beacon) => beacon.uniqueId === uniqueId))
        storage.setItem(nearKey, JSON.stringify([...carried(), uniqueId]));
      return true;
    },
    load,
    change: (uniqueId, change) => save(change(load(uniqueId))),
    powerCycleAll() {
      for (const { uniqueId } of near()) save(powerCycle(load(uniqueId)));
    },
    exchange(uniqueId, request) {
      const all = faults();
      const own = all.filter(({ on }) => on === undefined || on === uniqueId);
      const answer = exchange({ ...load(uniqueId), faults: own }, request, now());
      save(answer.state);
      const others = all.filter((fault) => !own.includes(fault));
      storage.setItem(faultsKey, JSON.stringify([...answer.state.faults, ...others]));
      return answer;
    },
    takeCloseMs(uniqueId) {
      const all = faults();
      const own = all.filter(({ on }) => on === undefined || on === uniqueId);
      const taken = takeFault(own, 'closesSlowly');
      if (taken.fault === null) return 0;
      storage.setItem(faultsKey, JSON.stringify([...taken.faults, ...all.filter((fault) => !own.includes(fault))]));
      return taken.fault.ms;
    },
    faults,
    setFaults: (list) => storage.setItem(faultsKey, JSON.stringify(list)),
    reset() {
      for (const { uniqueId } of near()) storage.removeItem(keyOf(uniqueId));
      storage.removeItem(nearKey);
      storage.removeItem(faultsKey);
    },
  };
}

/** Practice data is worth nothing when it is damaged: the fallback then. */
function stored<Value>(storage: BeaconStorage, key: string, fallback: Value): Value {
  try {
    const parsed = JSON.parse(storage.getItem(key) ?? 'null') as Value | null;
    return parsed ?? fallback;
  } catch {
    return fallback;
  }
}
