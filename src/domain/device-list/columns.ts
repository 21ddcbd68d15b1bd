/** What a list of devices can show, sort by and write to a file, in one table (interface.md 2.7, field-facts.md 3). */
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

/** Numbers stay numbers; times are Unix ms; a list is joined by ", "; what the backend has not said is null. */
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

/** `created`: as the backend lists them · `state`: by the word of the track · `heard`: by the telemetry on this device. */
export const DEVICE_ORDERS = ['created', ...DEVICE_COLUMNS, 'state', 'heard'] as const;
export type DeviceOrder = (typeof DEVICE_ORDERS)[number];

/** What the list does not tell by itself: a place in the order, null where nothing is known. */
export interface OrderContext {
  readonly stateOf: (device: CachedDevice) => number | null;
  readonly heardAtOf: (device: CachedDevice) => number | null;
}

export const NOTHING_KNOWN: OrderContext = { stateOf: () => null, heardAtOf: () => null };

/** A new list in this order; devices that say nothing of it come last either way, equal ones stay as they were. */
export function sortDevices(
  devices: readonly CachedDevice[],
  by: DeviceOrder,
  descending: boolean,
  context: OrderContext = NOTHING_KNOWN,
): readonly CachedDevice[] {
  if (by === 'created') return descending ? devices.toReversed() : devices;
  // Keys are made once: a comparison happens a million times.
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
