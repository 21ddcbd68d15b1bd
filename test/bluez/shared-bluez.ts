/** The emulated BlueZ of this process, for every browser that it starts. */
import { createBluez, type Bluez } from './bluez.ts';
import { startBus } from './bus.ts';

/** True if the suite runs over Chromium's own Linux Bluetooth code instead of its emulated radio. */
export const isOverBluez = process.env['FIELDKIT_RADIO'] === 'bluez';

interface SharedBluez {
  readonly bluez: Bluez;
  /** Environment variables for a browser that uses it. */
  readonly environment: Readonly<Record<string, string>>;
}

let shared: Promise<SharedBluez> | null = null;

export function sharedBluez(): Promise<SharedBluez> {
  return (shared ??= start());
}

async function start(): Promise<SharedBluez> {
  const bus = await startBus('org.bluez');
  const bluez = createBluez((...signal) => bus.emit(...signal));
  bus.serve(bluez.serve);
  if (process.env['FIELDKIT_DROP_ORDER'] === 'errorFirst') bluez.dropOrder = 'errorFirst';
  return { bluez, environment: { DBUS_SYSTEM_BUS_ADDRESS: bus.address } };
}
