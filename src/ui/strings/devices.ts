/** Words of the device list. */
import * as english from './en/devices.ts';
import { inLanguage } from './language.ts';

export const { deviceStrings } = inLanguage('devices', english);
