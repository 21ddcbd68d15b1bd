/** Translates the backend's terms for kinds and roles of devices. Unknown terms are shown unchanged. */
import { deviceStrings } from '../strings/devices.ts';

export function accessWord(access: string): string {
  return wordOf(deviceStrings.accessNames, access);
}

export function typeWord(deviceType: string): string {
  return wordOf(deviceStrings.typeNames, deviceType);
}

/** Own properties only: a term may be "constructor". */
function wordOf(names: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(names, word) ? names[word]! : word;
}
