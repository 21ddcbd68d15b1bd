/** Reports whether the browser has Web Bluetooth and whether it is on. Loads none of the code that talks to beacons. */
import type { RadioPort } from '../use-cases/run/bluetooth-port.ts';

/** The part of `navigator.bluetooth` that the app uses. The practice radio implements it too. */
export interface BluetoothLike extends EventTarget {
  requestDevice(options?: RequestDeviceOptions): Promise<BluetoothDevice>;
  getAvailability?(): Promise<boolean>;
}

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
      const bluetooth = currentBluetooth();
      bluetooth?.addEventListener('availabilitychanged', listener);
      return () => bluetooth?.removeEventListener('availabilitychanged', listener);
    },
  };
}
