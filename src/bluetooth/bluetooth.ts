/** Implements the Bluetooth port of runs on Web Bluetooth, or on the practice radio: availability, the chooser, handles. */
import { chooserOptions } from './chooser-options.ts';
import { BluetoothFailure, toBluetoothFailure } from './failure.ts';
import { onDemand } from '../domain/on-demand.ts';
import type { Handle, HandleOptions } from './handle.ts';
import { createRadio, type BluetoothLike } from './radio.ts';
import type { BluetoothPort } from '../use-cases/run/bluetooth-port.ts';

export interface BluetoothOptions extends HandleOptions {
  /** `navigator.bluetooth`, or a function if it can change. Undefined when the browser has none. */
  readonly bluetooth: BluetoothLike | undefined | (() => BluetoothLike | undefined);
}

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
    ...createRadio(currentBluetooth),
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
