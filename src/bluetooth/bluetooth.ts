/** Web Bluetooth, or a look-alike of it, behind the port that runs use: availability, the chooser, handles. */
import { chooserOptions } from './chooser-options.ts';
import { BluetoothFailure, toBluetoothFailure } from './failure.ts';
import { createHandle, type Handle, type HandleOptions } from './handle.ts';
import { createRadio, type BluetoothLike } from './radio.ts';
import type { BluetoothPort } from '../use-cases/run/bluetooth-port.ts';

interface BluetoothOptions extends HandleOptions {
  /** `navigator.bluetooth`, or a function where it changes (practice and account); undefined where the browser has none. */
  readonly bluetooth: BluetoothLike | undefined | (() => BluetoothLike | undefined);
}

export function createBluetooth({ bluetooth, ...options }: BluetoothOptions): BluetoothPort {
  const radio = typeof bluetooth === 'function' ? bluetooth : (): BluetoothLike | undefined => bluetooth;
  /** The same device object has the same handle, and so the same queue. */
  const handles = new WeakMap<BluetoothDevice, Handle>();

  function handleOf(device: BluetoothDevice): Handle {
    const known = handles.get(device);
    if (known !== undefined) return known;
    const handle = createHandle(device, options);
    handles.set(device, handle);
    return handle;
  }

  return {
    ...createRadio(radio),
    // Not async: requestDevice must be called in the turn of the gesture, and it is.
    choose(filter) {
      const present = radio();
      if (present === undefined)
        return Promise.reject(new BluetoothFailure('unsupported', 'this browser has no Web Bluetooth'));
      try {
        return present
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
