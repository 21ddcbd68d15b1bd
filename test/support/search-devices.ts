import type { CachedDevice } from '../../src/domain/device.ts';
import { searchIndexOf } from '../../src/domain/device-list/search.ts';

/** Returns the devices that a search shows, as the device list computes them. */
export function searchDevices(devices: readonly CachedDevice[], query: string): readonly CachedDevice[] {
  if (query.trim() === '') return devices;
  return searchIndexOf(devices)
    .find(query, null)
    .map((at) => devices[at]!);
}
