/** Translates the backend's terms for kinds and roles of devices. Unknown terms are shown unchanged. */
import { MAX_DEVICES } from '../../domain/limits.ts';
import type { ListCount } from '../../use-cases/stores.ts';
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

/** Says why the list has fewer devices than the backend. */
export function shortInWords({ read, counted }: ListCount): string {
  return read < MAX_DEVICES ? deviceStrings.short(read, counted) : deviceStrings.full(read, counted);
}
