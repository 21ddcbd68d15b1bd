/** The stored rows of the device list: devices with their places, and the devices that are never removed. */
import { MAX_DEVICES } from '../../domain/limits.ts';
import { type CachedDevice, type Device } from '../../domain/device.ts';
import { isSameRow } from '../../domain/device-list/same-row.ts';
import type { DeviceListState } from './device-list.ts';
import type { DeviceListParts } from './ports.ts';

/** Devices written in one transaction. */
export const AT_ONCE = 1000;

/** The state of a read of the list. `change` reports progress and failures. */
export interface Reading {
  readonly parts: DeviceListParts;
  readonly change: (part: Partial<DeviceListState>) => void;
}

export function cached({ clock }: DeviceListParts, device: Device, order: number): CachedDevice {
  return { ...device, order, readAtMs: clock.nowMs() };
}

/**
 * Writes the rows that differ from the stored ones. A row dated later than now is written too, because the clock was
 * set back since. Rows that are not `known` are not looked up: a first list is entirely new.
 */
export async function storeRows(
  parts: DeviceListParts,
  found: readonly Device[],
  placeOf: (order: number | null, index: number) => number,
  known: (uniqueId: string) => boolean,
): Promise<void> {
  const { devices } = parts;
  const rows = await devices.getMany(found.map(({ uniqueId }) => uniqueId).filter(known));
  const read = found.map((device, index) =>
    cached(parts, device, placeOf(rows.get(device.uniqueId)?.order ?? null, index)),
  );
  await devices.putMany(
    read.filter((row) => {
      const previous = rows.get(row.uniqueId);
      return previous === undefined || previous.readAtMs > row.readAtMs || !isSameRow(previous, row);
    }),
  );
}

/** Stores new devices in batches, however many an answer contains, up to MAX_DEVICES. */
export async function storeNew(
  { parts, change }: Reading,
  found: readonly Device[],
  seen: Set<string>,
  placeOf: (order: number | null) => number,
  before: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<'all' | 'some' | 'givenUp'> {
  let isAll = true;
  for (let at = 0; at < found.length && isAll; at += AT_ONCE) {
    if (signal.aborted) return 'givenUp';
    const fresh: Device[] = [];
    for (const device of found.slice(at, at + AT_ONCE)) {
      if (seen.has(device.uniqueId)) continue;
      isAll &&= seen.size < MAX_DEVICES;
      if (!isAll) break;
      fresh.push(device);
      seen.add(device.uniqueId);
    }
    await storeRows(
      parts,
      fresh,
      (previous) => placeOf(previous),
      (uniqueId) => before.has(uniqueId),
    );
    const total = Math.max(found.length, before.size);
    change({ refreshing: { read: seen.size, total: total <= seen.size ? null : total, doing: 'pages' } });
  }
  return isAll ? 'all' : 'some';
}

/** Returns the devices with a package, a run or a receipt. */
export async function boundIds(parts: DeviceListParts): Promise<ReadonlySet<string>> {
  const [packages, runs, receipts] = await Promise.all([parts.packages.all(), parts.runs.all(), parts.receipts.all()]);
  return new Set(
    [...packages, ...runs]
      .map(({ uniqueId }) => uniqueId)
      .concat(receipts.flatMap(({ uniqueId, candidates }) => [uniqueId, ...candidates])),
  );
}
