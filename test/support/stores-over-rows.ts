/** Stores over rows in memory, which do what those on IndexedDB do (store-cases.ts). */
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import type { CachedDevice } from '../../src/domain/device.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import { inOrder, withReading } from '../../src/storage/stores/device-cache.ts';
import type { ListedDevices } from '../../src/use-cases/devices/ports.ts';
import type { OutboxReceipts } from '../../src/use-cases/outbox/ports.ts';
import type { ListReading, PackageStore, ReceiptStore, RowStore } from '../../src/use-cases/stores.ts';
import { changeRows, inOrderOf, plainAccess, type Access, type MemoryRows } from './memory-rows.ts';

export interface DeviceRows {
  readonly devices: Map<string, CachedDevice>;
  /** The last complete read of the list. `top`: the IDs of its first rows. */
  lastRead?: { readonly atMs: number; readonly reading: ListReading; readonly top: readonly string[] } | undefined;
}

const TOP_ROWS = 100;

export function devicesOver(rows: DeviceRows, { watch, read, change }: Access = plainAccess()): ListedDevices {
  const dated = (some: readonly CachedDevice[]) => withReading(some, rows.lastRead?.reading ?? null);
  const all = () => dated([...rows.devices.values()].sort(inOrder));
  const these = (ids: readonly string[]) => dated(ids.flatMap((id) => rows.devices.get(id) ?? []));
  return {
    watch,
    all: () => read(all),
    get: (id) => read(() => these([id])[0] ?? null),
    getMany: (ids) => read(() => new Map(these(ids).map((row) => [row.uniqueId, row]))),
    head: () =>
      read(() =>
        rows.lastRead === undefined ? null : { devices: these(rows.lastRead.top), count: rows.devices.size },
      ),
    completedAtMs: () => read(() => rows.lastRead?.atMs ?? null),
    short: () => read(() => rows.lastRead?.reading.short ?? null),
    putMany: (put) => change('put devices', () => put.forEach((row) => rows.devices.set(row.uniqueId, row))),
    removeMany: (ids) => change('remove devices', () => ids.forEach((id) => rows.devices.delete(id))),
    keepOnly: (ids) =>
      change('remove other devices', () => {
        const remaining = new Set(ids);
        for (const id of rows.devices.keys()) if (!remaining.has(id)) rows.devices.delete(id);
        rows.lastRead = undefined;
      }),
    setCompletedAtMs: (atMs, reading) =>
      change('devices are read', () => {
        const top = all().slice(0, TOP_ROWS);
        rows.lastRead = { atMs, reading, top: top.map(({ uniqueId }) => uniqueId) };
      }),
  };
}

export function packagesOver(
  rows: Pick<MemoryRows, 'packages'>,
  access: Access = plainAccess(),
): PackageStore & RowStore<CarriedPackage> {
  const { change } = access;
  const stored = rowsOver(rows.packages, inOrderOf.packages, access);
  return {
    ...stored,
    ofDevice: async (uniqueId) => (await stored.all()).filter((row) => row.uniqueId === uniqueId),
    replace: (row) => change('keep package', () => changeRows.replacePackage(rows, row)),
    mark: (id, state, withdrawnAtMs) =>
      change('mark package', () => changeRows.markPackage(rows, id, state, withdrawnAtMs), [id]),
    restoreReplaced: (id) => change('bring package back', () => changeRows.restoreReplaced(rows, id)),
  };
}

export function receiptsOver(
  rows: Pick<MemoryRows, 'receipts'>,
  access: Access = plainAccess(),
): ReceiptStore & OutboxReceipts & RowStore<Receipt> {
  const { change } = access;
  return {
    ...rowsOver(rows.receipts, inOrderOf.receipts, access),
    put: (receipt) => change('put', () => changeRows.putReceipt(rows, receipt)),
    update: (id: string, to: (row: Receipt) => Receipt | null) =>
      change('mark', () => changeRows.updateReceipt(rows, id, to), [id]),
    addMissing: (given) => change('add receipts', () => changeRows.addReceipts(rows, given)),
  };
}

/** What the stores of rows with an ID have in common. */
export function rowsOver<Row extends { readonly id: string }>(
  rows: ReadonlyMap<string, Row>,
  inOrder: (one: Row, other: Row) => number,
  { watch, read }: Access,
): RowStore<Row> & { get(id: string): Promise<Row | null> } {
  return {
    watch,
    inOrder,
    all: () => read(() => [...rows.values()].sort(inOrder)),
    get: (id) => read(() => rows.get(id) ?? null),
    ids: () => read(() => [...rows.keys()].sort()),
    getMany: (ids) => read(() => ids.flatMap((id) => rows.get(id) ?? [])),
  };
}
