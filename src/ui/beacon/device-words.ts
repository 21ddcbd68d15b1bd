/** Translates the backend's terms for kinds and roles of devices. Unknown terms are shown unchanged. */
import { deviceStrings } from '../strings/devices.ts';
import { ownOf } from '../words/own.ts';

export function accessWord(access: string): string {
  return ownOf(deviceStrings.accessNames, access) ?? access;
}

export function typeWord(deviceType: string): string {
  return ownOf(deviceStrings.typeNames, deviceType) ?? deviceType;
}
