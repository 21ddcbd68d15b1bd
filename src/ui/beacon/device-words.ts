/** The backend's own words for what a device is and what one may do with it, in words of the person; a word that nobody here knows as it is. */
import { deviceStrings } from '../strings/devices.ts';

export function accessWord(access: string): string {
  return wordOf(deviceStrings.accessNames, access);
}

export function typeWord(deviceType: string): string {
  return wordOf(deviceStrings.typeNames, deviceType);
}

/** Own names only: a word may be "constructor". */
function wordOf(names: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(names, word) ? names[word]! : word;
}
