/** Whether there is Web Bluetooth, or a look-alike of it, and whether it is on: known without the code that talks to beacons. */
import type { RadioPort } from '../use-cases/run/bluetooth-port.ts';

/** What is used of `navigator.bluetooth`; the practice look-alike has the same shape. */
export interface BluetoothLike extends EventTarget {
  requestDevice(options?: RequestDeviceOptions): Promise<BluetoothDevice>;
  getAvailability?(): Promise<boolean>;
}

/** `present`: undefined where the browser has none. */
export function createRadio(present: () => BluetoothLike | undefined): RadioPort {
  return {
    async availability() {
      const radio = present();
      if (radio === undefined) return 'absent';
      if (radio.getAvailability === undefined) return 'unknown';
      return radio.getAvailability().then(
        (on) => (on ? 'available' : 'off'),
        () => 'unknown',
      );
    },
    onAvailability(listener) {
      const radio = present();
      radio?.addEventListener('availabilitychanged', listener);
      return () => radio?.removeEventListener('availabilitychanged', listener);
    },
  };
}
