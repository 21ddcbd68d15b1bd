/** The stand-in for BlueZ of this process: every browser that this process starts finds it on the bus. */
import { createBluez, type Bluez } from './bluez.ts';
import { startBus } from './bus.ts';

/** True where the suite was asked to run over Chromium's own Linux Bluetooth code instead of its emulation. */
export const isOverBluez = process.env['FIELDKIT_RADIO'] === 'bluez';

interface SharedBluez {
  readonly bluez: Bluez;
  /** Environment variables of a browser that is to use it. */
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
