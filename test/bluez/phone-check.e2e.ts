/** The check of Bluetooth over Chromium's own Linux Bluetooth code. */
import { describe } from 'vitest';
import { isBusPossible } from './bus.ts';

describe.skipIf(!isBusPossible())('over BlueZ (needs Linux and dbus-daemon)', async () => {
  await import('../e2e/phone-check.e2e.ts');
});
