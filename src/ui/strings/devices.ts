/** Words of the device list and the device page, and of what went wrong with a call to the backend. */
import * as english from './en/devices.ts';
import { inLanguage } from './language.ts';

export type { FailureAction } from './en/devices.ts';
export const { failureWords, failureActions, deviceStrings } = inLanguage('devices', english);
