/** Words for sorting, filtering, choosing and saving devices. */
import * as english from './en/device-list.ts';
import { inLanguage } from './language.ts';

export const { columnWords, heardWord, orderWords, deviceListStrings } = inLanguage('deviceList', english);
