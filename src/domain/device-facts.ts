/**
 * Mains power, online state and firmware upgrades as the backend states them (field-facts.md 6). A missing or null value
 * says nothing.
 */
import { BATTERY_NAMES, isMainsMark, valueIn, type Device } from './device.ts';

/** Facts by which the device list can be filtered; also their words in its address. */
export const FACTS = ['mains', 'offline', 'upgrade'] as const;
export type Fact = (typeof FACTS)[number];

type Stated = Pick<Device, 'attributes'>;

export function hasFact(device: Stated, fact: Fact): boolean {
  if (fact === 'mains') return isOnMains(device);
  return fact === 'offline' ? isOnline(device) === false : availableFirmware(device) !== null;
}

export function isOnMains({ attributes }: Stated): boolean {
  const stated = valueIn(attributes, 'status.externalPower');
  return typeof stated === 'boolean' ? stated : BATTERY_NAMES.some((name) => isMainsMark(valueIn(attributes, name)));
}

export function isOnline({ attributes }: Stated): boolean | null {
  const stated = valueIn(attributes, 'status.online');
  return typeof stated === 'boolean' ? stated : null;
}

export function availableFirmware({ attributes }: Stated): string | null {
  return textIn(attributes, 'firmwareInfo.upgrade.nextAvailableVersion');
}

export function textIn(attributes: Device['attributes'], name: string): string | null {
  const value = valueIn(attributes, name);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
