/**
 * The stores of the outbox (use-cases/outbox/ports.ts) in memory. Each change is atomic, and a test may simulate the
 * end of the process before or after it.
 */
import type { RequestedWait } from '../../src/domain/delivery/backoff.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { VirtualEdit } from '../../src/domain/virtual-edit.ts';
import type { ListedDevices } from '../../src/use-cases/devices/ports.ts';
import type { OutboxEdits, OutboxReceipts, QueuePause, QueueStore } from '../../src/use-cases/outbox/ports.ts';
import { devicesOver, receiptsOver, type DeviceRows } from './stores-over-rows.ts';
import type { Access } from './memory-rows.ts';

export interface MemoryStores {
  readonly receipts: OutboxReceipts;
  readonly edits: OutboxEdits;
  readonly queue: QueueStore;
  readonly devices: ListedDevices;
  readonly rows: DeviceRows & {
    receipts: Map<string, Receipt>;
    edits: Map<string, VirtualEdit>;
    pause: QueuePause | null;
    wait: RequestedWait | null;
    exported: readonly string[];
  };
}

/**
 * Storage answers only after other code has run, and a write takes longer than a read that begins after it, so that a
 * test fails when code does not wait for either.
 */
async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}
const READ_TURNS = 20;
const WRITE_TURNS = 100;

/**
 * `onChange` is called before and after each change takes effect, `whenRead` once the receipts have been read; the caller
 * receives what they throw.
 */
export function createMemoryStores(
  onChange: (moment: 'before' | 'after') => void = () => {},
  whenRead: () => void = () => {},
): MemoryStores {
  const rows: MemoryStores['rows'] = {
    receipts: new Map(),
    edits: new Map(),
    devices: new Map(),
    pause: null,
    wait: null,
    exported: [],
  };
  const listeners = new Set<() => void>();
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  async function change<T>(carryOut: () => T): Promise<T> {
    await takeTurns(WRITE_TURNS);
    onChange('before');
    const result = carryOut();
    onChange('after');
    for (const listener of listeners) listener();
    return result;
  }
  async function read<T>(of: () => T): Promise<T> {
    await takeTurns(READ_TURNS);
    return of();
  }
  const access: Access = { watch, read, change: (_, carryOut) => change(carryOut) };
  const receipts = receiptsOver(rows, access);
  return {
    rows,
    receipts: {
      ...receipts,
      async all() {
        const all = await receipts.all();
        whenRead();
        return all;
      },
    },
    edits: {
      watch,
      all: () => read(() => [...rows.edits.values()].sort((a, b) => a.createdAtMs - b.createdAtMs)),
      get: (uniqueId) => read(() => rows.edits.get(uniqueId) ?? null),
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
      pause: () => read(() => rows.pause),
      setPause: (pause) => change(() => void (rows.pause = pause)),
      wait: () => read(() => rows.wait),
      setWait: (wait) => change(() => void (rows.wait = wait)),
      exported: () => read(() => rows.exported),
      setExported: (ids) => change(() => void (rows.exported = ids)),
    },
    devices: devicesOver(rows, access),
  };
}
