/** What the list and the runs ask of a change: whether its package is missing here, and whether another change contains it. */
import { isSecret, sameValue } from '../attributes/values.ts';
import { isWrittenByBluetooth, type AttributeValues, type CachedDevice } from '../device.ts';

/** True when a change is pending whose package can be fetched with this key and is not here. */
export function needsPackage(device: CachedDevice, isCarried: boolean): boolean {
  return device.pending !== null && !isCarried && isWrittenByBluetooth(device.deviceType) && lockedOf(device) === null;
}

/** Why no configuration can be prepared for a device with this key; null: it can. */
export function lockedOf({ access }: Pick<CachedDevice, 'access'>): 'viewer' | null {
  return access === 'VIEWER' ? 'viewer' : null;
}

/** Whether `of` holds all of these values. A secret cannot be compared: it is sent again. */
export function isWithin(values: AttributeValues, of: AttributeValues): boolean {
  return Object.entries(values).every(
    ([name, value]) => !isSecret(name) && Object.hasOwn(of, name) && sameValue(name, value, of[name]),
  );
}
