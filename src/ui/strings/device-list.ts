/** Words of the columns and the tools of the device list. */
import * as english from './en/device-list.ts';
import { inLanguage } from './language.ts';

export const { columnWords, heardWord, deviceListStrings } = inLanguage('deviceList', english);
