/** Sorts the device list by a column: devices without a value come last in both directions. */
import { folded } from '../clean-text.ts';
import type { CachedDevice } from '../device.ts';
import { deviceCell, type DeviceCell, type DeviceOrder } from './columns.ts';

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
  return typeof cell === 'string' ? folded(cell) : cell;
}
