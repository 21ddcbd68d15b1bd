/** Whether the package of a pending change is missing on this phone, and whether one change contains another. */
import { isSecret, sameValue } from '../attributes/values.ts';
import { isWrittenByBluetooth, type AttributeValues, type CachedDevice } from '../device.ts';

/** True when a change is pending whose package this key can fetch and this phone lacks. */
export function needsPackage(device: CachedDevice, isCarried: boolean): boolean {
  return device.pending !== null && !isCarried && isWrittenByBluetooth(device.deviceType) && lockedOf(device) === null;
}

/** Why this key cannot prepare a configuration for a device; null when it can. */
export function lockedOf({ access }: Pick<CachedDevice, 'access'>): 'viewer' | null {
  return access === 'VIEWER' ? 'viewer' : null;
}

/** True when `of` contains all of these values. A secret cannot be compared, so it is sent again. */
export function isWithin(values: AttributeValues, of: AttributeValues): boolean {
  return Object.entries(values).every(
    ([name, value]) => !isSecret(name) && Object.hasOwn(of, name) && sameValue(name, value, of[name]),
  );
}
