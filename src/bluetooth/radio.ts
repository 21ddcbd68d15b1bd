/** Reports whether the browser has Web Bluetooth and whether it is on. Loads none of the code that talks to beacons. */
import type { RadioPort } from '../use-cases/run/bluetooth-port.ts';

/** The part of `navigator.bluetooth` that the app uses. The practice radio implements it too. */
export interface BluetoothLike extends EventTarget {
  requestDevice(options?: RequestDeviceOptions): Promise<BluetoothDevice>;
  getAvailability?(): Promise<boolean>;
}

/** How often a browser without Web Bluetooth is looked at again: an extension can bring it at any time, without an event. */
const LOOK_AGAIN_MS = 1000;

/** `currentBluetooth` returns undefined when the browser has no Web Bluetooth. */
export function createRadio(currentBluetooth: () => BluetoothLike | undefined): RadioPort {
  return {
    async availability() {
      const bluetooth = currentBluetooth();
      if (bluetooth === undefined) return 'absent';
      if (bluetooth.getAvailability === undefined) return 'unknown';
      return bluetooth.getAvailability().then(
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
  };
}
