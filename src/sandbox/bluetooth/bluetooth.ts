/** Emulates navigator.bluetooth over the practice beacons, with a chooser of its own. */
import { DEFAULT_SEED, drawFrom } from '../seed.ts';
import { gattError } from './gatt-error.ts';
import { PracticeDevice } from './gatt.ts';
import type { LinkTiming } from './link.ts';
import type { BeaconStore, ShelvedBeacon } from './beacon-store.ts';

export interface ChooserRequest {
  /** Returns the beacons that pass the filters now. Called again after a beacon was brought near. */
  readonly candidates: () => readonly ShelvedBeacon[];
  /** Returns false if there is no such beacon in the fleet. */
  readonly bringNear: (uniqueId: string) => boolean;
}

/** Shows the candidates. Resolves with the picked uniqueId, or null if the person cancelled. */
type Chooser = (request: ChooserRequest) => Promise<string | null>;

interface PracticeBluetoothOptions {
  readonly beaconStore: BeaconStore;
  readonly choose: Chooser;
  /** Returns the latency of an operation, ms. Default 15. The value may change at any time. */
  readonly latencyMs?: () => number;
  /** True if requestDevice needs a fresh gesture, as in Chromium. Default true. */
  readonly needsGesture?: boolean;
  /** Waits for a time in ms. Default: in real time. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** The members of `Bluetooth` that are emulated. */
interface PracticeBluetooth extends EventTarget {
  requestDevice(options?: RequestDeviceOptions): Promise<BluetoothDevice>;
  getAvailability(): Promise<boolean>;
}

export function createPracticeBluetooth({
  beaconStore,
  choose,
  latencyMs,
  needsGesture = true,
  wait = inRealTime,
}: PracticeBluetoothOptions): PracticeBluetooth {
  const devices = new Map<string, PracticeDevice>();
  const timing = (): LinkTiming => ({ latencyMs: latencyMs?.() ?? 15, wait });

  async function requestDevice(options?: RequestDeviceOptions): Promise<BluetoothDevice> {
    const matches = matcherOf(options);
    if (needsGesture && !navigator.userActivation.isActive) throw gattError('noGesture');
    // A connected beacon does not advertise.
    const candidates = (): ShelvedBeacon[] =>
      beaconStore.nearby().filter((beacon) => matches(beacon) && devices.get(beacon.uniqueId)?.gatt.connected !== true);
    const uniqueId = await choose({ candidates, bringNear: (id) => beaconStore.bringNear(id) });
    const chosen = candidates().find((beacon) => beacon.uniqueId === uniqueId);
    if (!chosen) throw gattError('cancelled');
    const device = deviceOf(chosen);
    for (const uuid of requestedServices(options)) device.allowed.add(uuid);
    // The emulated device has the members that a page uses, not all that the type lists.
    return device as unknown as BluetoothDevice;
  }

  function deviceOf({ uniqueId, name }: ShelvedBeacon): PracticeDevice {
    const before = devices.get(uniqueId);
    if (before?.name === name) return before;
    const device = new PracticeDevice(
      opaqueId(uniqueId),
      name,
      beaconStore,
      uniqueId,
      timing,
      new Set(before?.allowed),
    );
    devices.set(uniqueId, device);
    return device;
  }

  return Object.assign(new EventTarget(), { requestDevice, getAvailability: async () => true });
}

function inRealTime(ms: number): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Returns the same ID for a beacon each time. The uniqueId cannot be derived from it. */
function opaqueId(uniqueId: string): string {
  const draw = drawFrom(`${DEFAULT_SEED} handle ${uniqueId}`);
  return btoa(String.fromCharCode(...Array.from({ length: 16 }, () => draw.below(256))));
}

/**
 * Returns the filter that the options describe. Throws the TypeErrors of requestDevice. Only the name can be filtered,
 * because a beacon advertises nothing else.
 */
function matcherOf(options: RequestDeviceOptions | undefined): (beacon: ShelvedBeacon) => boolean {
  const { filters, exclusionFilters, acceptAllDevices } = (options ?? {}) as {
    filters?: BluetoothLEScanFilter[];
    exclusionFilters?: BluetoothLEScanFilter[];
    acceptAllDevices?: boolean;
  };
  const all = acceptAllDevices === true;
  if (all === (filters !== undefined)) {
    throw new TypeError(
      "Failed to execute 'requestDevice' on 'Bluetooth': Either 'filters' should be present or 'acceptAllDevices' should be true, but not both.",
    );
  }
  if (exclusionFilters !== undefined && filters === undefined) {
    throw new TypeError(
      "Failed to execute 'requestDevice' on 'Bluetooth': 'filters' member must be present if 'exclusionFilters' is present.",
    );
  }
  for (const list of [filters, exclusionFilters]) {
    if (list?.length === 0) {
      throw new TypeError(
        "Failed to execute 'requestDevice' on 'Bluetooth': 'filters' member must be non-empty to find any devices.",
      );
    }
    if (list?.some((filter) => Object.keys(filter).length === 0)) {
      throw new TypeError(
        "Failed to execute 'requestDevice' on 'Bluetooth': A filter must restrict the devices in some way.",
      );
    }
  }
  return (beacon) =>
    (all || filters!.some((filter) => fits(filter, beacon))) &&
    !exclusionFilters?.some((filter) => fits(filter, beacon));
}

function fits(
  { name, namePrefix, services, manufacturerData, serviceData }: BluetoothLEScanFilter,
  beacon: ShelvedBeacon,
): boolean {
  if (services ?? manufacturerData ?? serviceData) return false;
  return (
    (name === undefined || name === beacon.name) && (namePrefix === undefined || beacon.name.startsWith(namePrefix))
  );
}

function requestedServices(options: RequestDeviceOptions | undefined): string[] {
  const { filters = [], optionalServices = [] } = (options ?? {}) as {
    filters?: BluetoothLEScanFilter[];
    optionalServices?: BluetoothServiceUUID[];
  };
  return [...optionalServices, ...filters.flatMap(({ services = [] }) => services)].map((uuid) =>
    String(uuid).toLowerCase(),
  );
}
