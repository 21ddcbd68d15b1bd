/** Plans alias, room, tags and notes of many devices from a table. */
import { virtualValuesOf } from '../delivery/edits.ts';
import type { CachedDevice } from '../device.ts';
import { isCutText } from '../storable-text.ts';
import { roomFault, type RoomFault } from '../room.ts';
import type { VirtualName, VirtualValues } from '../virtual-edit.ts';
import { planTags } from './tags.ts';

/** One valid row of the table. An empty text leaves the value unchanged. */
export interface DeviceRow {
  readonly uniqueId: string;
  readonly alias: string;
  readonly room: string;
  /** Comma-separated. Added to the device's tags. */
  readonly tags: string;
  readonly notes: string;
}

/**
 * Why a row is skipped: `viewer` may not change the device, `cut` is stored here only in part; `room…` as in
 * domain/room.ts.
 */
export type DeviceRowFault = 'viewer' | 'cut' | 'tooManyTags' | `room:${RoomFault}`;

export interface DeviceLine {
  readonly device: CachedDevice;
  /** The changed values in the backend's spelling. */
  readonly values: VirtualValues;
  readonly fault: DeviceRowFault | null;
}

/** Returns a line for each row whose device is in `devices`, which include unsent edits. */
export function planDeviceTable(
  rows: readonly DeviceRow[],
  devices: ReadonlyMap<string, CachedDevice>,
): readonly DeviceLine[] {
  return rows.flatMap((row) => {
    const device = devices.get(row.uniqueId);
    return device === undefined ? [] : [planRow(row, device)];
  });
}

function planRow(row: DeviceRow, device: CachedDevice): DeviceLine {
  const leftOut = (fault: DeviceRowFault): DeviceLine => ({ device, values: {}, fault });
  if (device.access === 'VIEWER') return leftOut('viewer');
  const room = roomFault(row.room);
  if (room !== null) return leftOut(`room:${room}`);
  const now = virtualValuesOf(device);
  const add = row.tags.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  const [tagLine] = planTags([device], { add, remove: [], room: row.room });
  if (tagLine!.fault === 'tooMany') return leftOut('tooManyTags');
  if (tagLine!.fault === 'cut') return leftOut('cut');
  const wanted: Readonly<Record<VirtualName, string>> = {
    ...now,
    alias: row.alias === '' ? now.alias : row.alias,
    tags: tagLine!.tags.join(','),
    notes: row.notes === '' ? now.notes : row.notes,
  };
  const changed = (Object.keys(wanted) as VirtualName[]).filter((name) => wanted[name] !== now[name]);
  // A shortened value must not be compared with a full one.
  if (changed.some((name) => isCutText(now[name]))) return leftOut('cut');
  return { device, values: Object.fromEntries(changed.map((name) => [name, wanted[name]])), fault: null };
}
