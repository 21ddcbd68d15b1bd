/** Names of the devices by id: of 200,000 they take long enough to be felt, so they are made once a list and not at each tick of the clock. */
import type { CachedDevice } from '../../../domain/device.ts';

const made = new WeakMap<readonly CachedDevice[], ReadonlyMap<string, string>>();

/** The same map for the same list; '' for a device without a name. */
export function titlesOf(devices: readonly CachedDevice[]): ReadonlyMap<string, string> {
  const known = made.get(devices);
  if (known !== undefined) return known;
  const titles = new Map(devices.map((device) => [device.uniqueId, device.alias ?? device.name ?? '']));
  made.set(devices, titles);
  return titles;
}
