/** Words of why this browser cannot write to beacons, and of what helps. */
import * as english from './en/no-bluetooth.ts';
import { inLanguage } from './language.ts';

export const { noBluetoothStrings } = inLanguage('noBluetooth', english);
