/** Implements the Bluetooth port of runs on Web Bluetooth, or on the practice radio: availability, the chooser, handles. */
import type { ChooserFilter } from '../domain/provisioning/chooser-filter.ts';
import type { BluetoothProfile } from '../domain/settings.ts';
import { BluetoothFailure, toBluetoothFailure } from './failure.ts';
import { onDemand } from '../domain/on-demand.ts';
import type { Handle, HandleOptions } from './handle.ts';
import type { BluetoothPort } from '../use-cases/run/bluetooth-port.ts';

/** The part of `navigator.bluetooth` that the app uses. The practice radio implements it too. */
export interface BluetoothLike extends EventTarget {
  requestDevice(options?: RequestDeviceOptions): Promise<BluetoothDevice>;
  getAvailability?(): Promise<boolean>;
}

export interface BluetoothOptions extends HandleOptions {
  /** `navigator.bluetooth`, or a function if it can change. Undefined when the browser has none. */
  readonly bluetooth: BluetoothLike | undefined | (() => BluetoothLike | undefined);
}

/** How often a browser without Web Bluetooth is looked at again: an extension can bring it at any time, without an event. */
const LOOK_AGAIN_MS = 1000;

/** Loaded once the device list is shown, which has no room for it. */
export const fetchHandle = onDemand(() => import('./handle.ts'));

export function createBluetooth({ bluetooth, ...options }: BluetoothOptions): BluetoothPort {
  const currentBluetooth = typeof bluetooth === 'function' ? bluetooth : (): BluetoothLike | undefined => bluetooth;
  /**
   * One handle for each device, so that all operations of a device share one queue, and a link that is still closing is waited for.
   * The map holds the device itself: Chromium drops the object of a device that nothing holds, and then answers the next pick with a new one.
   */
  const handles = new Map<BluetoothDevice, Handle>();

  async function handleOf(device: BluetoothDevice): Promise<Handle> {
    const { createHandle } = await fetchHandle();
    const existing = handles.get(device);
    if (existing !== undefined) return existing;
    const handle = createHandle(device, options);
    handles.set(device, handle);
    return handle;
  }

  return {
    async availability() {
      const current = currentBluetooth();
      if (current === undefined) return 'absent';
      if (current.getAvailability === undefined) return 'unknown';
      return current.getAvailability().then(
        (on) => (on ? 'available' : 'off'),
        () => 'unknown',
      );
    },
    onAvailability(listener) {
      let watched: BluetoothLike | undefined;
      const watch = (): boolean => {
        watched = currentBluetooth();
        watched?.addEventListener('availabilitychanged', listener);
        return watched !== undefined;
      };
      const lookAgain = (): void => {
        if (!watch()) return;
        clearInterval(timer);
        listener();
      };
      const timer = watch() ? undefined : setInterval(lookAgain, LOOK_AGAIN_MS);
      return () => {
        clearInterval(timer);
        watched?.removeEventListener('availabilitychanged', listener);
      };
    },
    // No `await` before requestDevice: it needs a fresh user gesture (field-facts.md 2).
    choose(filter) {
      const current = currentBluetooth();
      if (current === undefined)
        return Promise.reject(new BluetoothFailure('unsupported', 'this browser has no Web Bluetooth'));
      try {
        return current
          .requestDevice(chooserOptions(filter, options.settings().profile))
          .then(handleOf, (cause: unknown) => {
            throw toBluetoothFailure(cause, 'choose');
          });
      } catch (cause) {
        return Promise.reject(toBluetoothFailure(cause, 'choose'));
      }
    },
  };
}

/**
 * Which devices the browser's chooser shows: all if the filter names none or the settings have no name prefix. The service is
 * always in `optionalServices`: these beacons do not advertise it, so it cannot be a filter (field-facts.md 2).
 */
function chooserOptions(
  { names, withPrefixes, excluded = [] }: ChooserFilter,
  profile: BluetoothProfile,
): RequestDeviceOptions {
  const optionalServices = [profile.serviceUuid];
  const prefixes = profile.namePrefixes.filter((prefix) => prefix !== '');
  const filters: BluetoothLEScanFilter[] = names.map((name) => ({ name }));
  if (withPrefixes) filters.push(...prefixes.map((namePrefix) => ({ namePrefix })));
  if (filters.length === 0 || prefixes.length === 0) return { acceptAllDevices: true, optionalServices };
  const exclusionFilters = excluded.map((name) => ({ name }));
  return { filters, ...(exclusionFilters.length === 0 ? {} : { exclusionFilters }), optionalServices };
}
