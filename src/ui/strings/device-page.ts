/** Words of the device page. */
import * as english from './en/device-page.ts';
import { inLanguage } from './language.ts';

export const { devicePageStrings } = inLanguage('devicePage', english);
