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

type DeviceCell = string | number | null;

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

/** Sort values from outside the list; null when unknown. */
export interface OrderContext {
  readonly stateOf: (device: CachedDevice) => number | null;
  readonly heardAtOf: (device: CachedDevice) => number | null;
}

export const NOTHING_KNOWN: OrderContext = { stateOf: () => null, heardAtOf: () => null };

/** Returns a sorted list. Devices without a value come last in both directions; equal ones keep their order. */
export function sortDevices(
  devices: readonly CachedDevice[],
  by: DeviceOrder,
  descending: boolean,
  context: OrderContext = NOTHING_KNOWN,
): readonly CachedDevice[] {
  if (by === 'created') return descending ? devices.toReversed() : devices;
  // Sort keys are computed once, because a million comparisons follow.
  const keyed = devices.map((device, at) => ({ device, at, key: keyOf(cellBy(device, by, context)) }));
  const sign = descending ? -1 : 1;
  keyed.sort((one, other) => {
    if (one.key === other.key) return one.at - other.at;
    if (one.key === null) return 1;
    if (other.key === null) return -1;
    return one.key < other.key ? -sign : sign;
  });
  return keyed.map(({ device }) => device);
}

function cellBy(device: CachedDevice, by: Exclude<DeviceOrder, 'created'>, context: OrderContext): DeviceCell {
  if (by === 'state') return context.stateOf(device);
  return by === 'heard' ? context.heardAtOf(device) : deviceCell(device, by);
}

function keyOf(cell: DeviceCell): string | number | null {
  return typeof cell === 'string' ? cell.toLowerCase() : cell;
}
