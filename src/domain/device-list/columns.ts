/** The columns that a device list can show, sort by and export (interface.md 2.7, field-facts.md 3). */
import type { CachedDevice } from '../device.ts';
import { roomOf } from '../room.ts';

export const DEVICE_COLUMNS = [
  'uniqueId',
  'alias',
  'room',
  'name',
  'deviceType',
  'model',
  'firmware',
  'mac',
  'access',
  'orderId',
  'tags',
  'batteryPercent',
  'lastSeen',
  'pending',
  'notes',
] as const;
export type DeviceColumn = (typeof DEVICE_COLUMNS)[number];

export type DeviceCell = string | number | null;

/** Numbers stay numbers; times are Unix ms; lists are joined by ", "; null when the backend does not report it. */
export function deviceCell(device: CachedDevice, column: DeviceColumn): DeviceCell {
  switch (column) {
    case 'lastSeen':
      return device.lastSeenMs;
    case 'tags':
      return device.tags.length === 0 ? null : device.tags.join(', ');
    case 'pending':
      return device.pending === null ? null : Object.keys(device.pending).join(', ');
    case 'orderId':
      return orderOf(device);
    case 'room':
      return roomOf(device.tags);
    default:
      return device[column];
  }
}

export function orderOf({ attributes }: Pick<CachedDevice, 'attributes'>): string | null {
  const { orderId } = attributes;
  return typeof orderId === 'string' && orderId !== '' ? orderId : null;
}

/** `created`: the backend's order · `state`: by the track · `heard`: by telemetry on this phone. */
export const DEVICE_ORDERS = ['created', ...DEVICE_COLUMNS, 'state', 'heard'] as const;
export type DeviceOrder = (typeof DEVICE_ORDERS)[number];
