/** The devices of a list by their ids: a list of 200,000 is sorted once for all pages that ask. */
import type { CachedDevice } from '../device.ts';
import { memoizeByObject } from '../memoize.ts';

export const devicesById = memoizeByObject(
  (devices: readonly CachedDevice[]): ReadonlyMap<string, CachedDevice> =>
    new Map(devices.map((device) => [device.uniqueId, device])),
);
