/** Names of the devices by id: of 200,000 they take long enough to be felt, so they are made once a list and not at each tick of the clock. */
import type { CachedDevice } from '../../../domain/device.ts';
import { shownName, type VirtualEdit } from '../../../domain/virtual-edit.ts';

const made = new WeakMap<readonly CachedDevice[], ReadonlyMap<string, CachedDevice>>();

/** The devices by their ids. */
export function devicesById(devices: readonly CachedDevice[]): ReadonlyMap<string, CachedDevice> {
  const byId = made.get(devices) ?? new Map(devices.map((device) => [device.uniqueId, device]));
  made.set(devices, byId);
  return byId;
}

/** '' for a device without a name; unsent names win. */
export function titlesOf(
  devices: readonly CachedDevice[],
  edits: readonly VirtualEdit[],
): (uniqueId: string) => string {
  const byId = devicesById(devices);
  const edited = new Map(edits.map((edit) => [edit.uniqueId, edit]));
  return (uniqueId) => shownName(byId.get(uniqueId) ?? null, edited.get(uniqueId) ?? null) ?? '';
}
