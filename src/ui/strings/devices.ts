/** Words of the device list and the device page. */
import * as english from './en/devices.ts';
import { inLanguage } from './language.ts';

export const { deviceStrings } = inLanguage('devices', english);
