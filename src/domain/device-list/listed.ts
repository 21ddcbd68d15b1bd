/** A device of the list, where "not read yet" is not "not in the list". */
import type { CachedDevice } from '../device.ts';

/** The part of the list's state that says which devices there are. */
export interface ListedDevices {
  /** Null until the stored list is read. */
  readonly devices: readonly CachedDevice[] | null;
  /** The first rows of a long list, while the others are read. */
  readonly head?: { readonly devices: readonly CachedDevice[] } | null;
}

/** Returns the device, null when the list does not contain it, or 'unread' while that is not known. */
export function listedDevice(list: ListedDevices | undefined, uniqueId: string): CachedDevice | null | 'unread' {
  const isIt = (row: CachedDevice): boolean => row.uniqueId === uniqueId;
  if (list === undefined) return 'unread';
  return (list.devices ?? list.head?.devices)?.find(isIt) ?? (list.devices === null ? 'unread' : null);
}
