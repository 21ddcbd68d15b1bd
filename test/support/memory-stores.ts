/** The stores of this room in memory, for tests of it: each change is whole or not at all, and a test may end the process around it. */
import type { CachedDevice } from '../../src/domain/device.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { VirtualEdit } from '../../src/domain/virtual-edit.ts';
import type {
  OutboxDevices,
  OutboxEdits,
  OutboxReceipts,
  QueuePause,
  QueueStore,
} from '../../src/use-cases/outbox/ports.ts';

export interface MemoryStores {
  readonly receipts: OutboxReceipts;
  readonly edits: OutboxEdits;
  readonly queue: QueueStore;
  readonly devices: OutboxDevices;
  /** What is "on disk". */
  readonly rows: {
    receipts: Map<string, Receipt>;
    edits: Map<string, VirtualEdit>;
    devices: Map<string, CachedDevice>;
    pause: QueuePause | null;
    exported: readonly string[];
  };
}

/** `around` is called before and after each change takes hold, `whenRead` before the receipts are read; what they throw reaches the caller. */
export function createMemoryStores(
  around: (moment: 'before' | 'after') => void = () => {},
  whenRead: () => void = () => {},
): MemoryStores {
  const rows: MemoryStores['rows'] = {
    receipts: new Map(),
    edits: new Map(),
    devices: new Map(),
    pause: null,
    exported: [],
  };
  const listeners = new Set<() => void>();
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  async function change<T>(carryOut: () => T): Promise<T> {
    await Promise.resolve();
    around('before');
    const result = carryOut();
    around('after');
    for (const listener of listeners) listener();
    return result;
  }
  return {
    rows,
    receipts: {
      watch,
      async all() {
        whenRead();
        return [...rows.receipts.values()];
      },
      get: async (id) => rows.receipts.get(id) ?? null,
      put: (receipt) => change(() => void rows.receipts.set(receipt.id, receipt)),
      update: (id, to) =>
        change(() => {
          const row = rows.receipts.get(id);
          const changed = row === undefined ? null : to(row);
          if (changed !== null) rows.receipts.set(id, changed);
          return rows.receipts.get(id) ?? null;
        }),
      addMissing: (added) =>
        change(() => {
          const known = new Set(
            [...rows.receipts.values()].map((row) => `${row.accountId} ${row.uniqueId} ${row.responseBase64}`),
          );
          const missing = added.filter((row) => !known.has(`${row.accountId} ${row.uniqueId} ${row.responseBase64}`));
          for (const row of missing) rows.receipts.set(row.id, row);
          return missing.length;
        }),
    },
    edits: {
      watch,
      all: async () => [...rows.edits.values()],
      get: async (uniqueId) => rows.edits.get(uniqueId) ?? null,
      update: (uniqueId, to) =>
        change(() => {
          const changed = to(rows.edits.get(uniqueId) ?? null);
          if (changed === null) rows.edits.delete(uniqueId);
          else rows.edits.set(uniqueId, changed);
          return changed;
        }),
    },
    queue: {
      watch,
      pause: async () => rows.pause,
      setPause: (pause) => change(() => void (rows.pause = pause)),
      exported: async () => rows.exported,
      setExported: (ids) => change(() => void (rows.exported = ids)),
    },
    devices: {
      watch,
      get: async (uniqueId) => rows.devices.get(uniqueId) ?? null,
      getMany: async (ids) => new Map(ids.flatMap((id) => (rows.devices.has(id) ? [[id, rows.devices.get(id)!]] : []))),
      putMany: (devices) => change(() => devices.forEach((device) => rows.devices.set(device.uniqueId, device))),
    },
  };
}
