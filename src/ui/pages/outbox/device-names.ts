/** The names that the outbox shows. */
import type { CachedDevice } from '../../../domain/device.ts';
import { devicesById } from '../../../domain/device-list/by-id.ts';
import { shownName, type VirtualEdit } from '../../../domain/virtual-edit.ts';

/** '' for a device without a name; unsent names win. */
export function titlesOf(
  devices: readonly CachedDevice[],
  edits: readonly VirtualEdit[],
): (uniqueId: string) => string {
  const byId = devicesById(devices);
  const edited = new Map(edits.map((edit) => [edit.uniqueId, edit]));
  return (uniqueId) => shownName(byId.get(uniqueId) ?? null, edited.get(uniqueId) ?? null) ?? '';
}
