/** What outlives a window: rows and second copies as plain maps, and the stores of each window over them. */
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import type { RequestedWait } from '../../src/domain/delivery/backoff.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import type { ListedDevices } from '../../src/use-cases/devices/ports.ts';
import type { ReceiptStore, PackageStore, RowStore, RunStore } from '../../src/use-cases/stores.ts';
import type { OutboxEdits, OutboxReceipts, QueuePause, QueueStore } from '../../src/use-cases/outbox/ports.ts';
import type { ReceiptMirror } from '../../src/use-cases/run/ports.ts';
import type { Locks } from '../../src/use-cases/surroundings.ts';
import { changeRows, inOrderOf, type Listener } from '../support/memory-rows.ts';
import { devicesOver, packagesOver, receiptsOver, rowsOver, type DeviceRows } from '../support/stores-over-rows.ts';
import type { SiteClock } from './clock.ts';
import type { Mortal } from './mortal.ts';

export interface Disk extends DeviceRows {
  readonly runs: Map<string, Run>;
  readonly receipts: Map<string, Receipt>;
  readonly packages: Map<string, CarriedPackage>;
  readonly mirror: Map<string, Receipt | null>;
  pause: QueuePause | null;
  wait: RequestedWait | null;
  /** Locks by name with their holders; a lock ends with its holder. */
  readonly locks: Map<string, Mortal>;
  /** Listeners of each open window, which are called for each change. */
  readonly listeners: Map<Mortal, Set<Listener>>;
  /** Sleeping windows; their listeners are not called. */
  readonly asleep: Set<Mortal>;
}

export interface WindowStores {
  readonly runs: RunStore & RowStore<Run>;
  readonly receipts: ReceiptStore & OutboxReceipts & RowStore<Receipt>;
  readonly packages: PackageStore & RowStore<CarriedPackage>;
  readonly devices: ListedDevices;
  readonly mirror: ReceiptMirror;
  readonly edits: OutboxEdits;
  readonly queue: QueueStore;
  readonly locks: Locks;
}

export function createDisk(): Disk {
  return {
    runs: new Map(),
    receipts: new Map(),
    packages: new Map(),
    mirror: new Map(),
    devices: new Map(),
    pause: null,
    wait: null,
    locks: new Map(),
    listeners: new Map(),
    asleep: new Set(),
  };
}

/** True when these bytes are stored in a row or in a second copy. */
export function keeps(disk: Disk, base64: string): boolean {
  for (const row of disk.receipts.values()) if (row.responseBase64 === base64) return true;
  for (const row of disk.mirror.values()) if (row?.responseBase64 === base64) return true;
  return false;
}

/** Notifies a window of the changes that it missed while it slept. */
export function wake(disk: Disk, mortal: Mortal): void {
  if (disk.asleep.delete(mortal)) for (const listener of disk.listeners.get(mortal) ?? []) listener();
}

export function storesOf(disk: Disk, mortal: Mortal, clock: SiteClock): WindowStores {
  const mine = new Set<Listener>();
  disk.listeners.set(mortal, mine);
  const watch = (listener: Listener): (() => void) => {
    mine.add(listener);
    return () => void mine.delete(listener);
  };

  async function change<T>(what: string, carryOut: () => T, changed?: readonly string[]): Promise<T> {
    const step = mortal.step(what);
    if (step === 'dead') return new Promise<never>(() => undefined);
    const result = carryOut();
    if (step === 'dying') return new Promise<never>(() => undefined);
    await Promise.resolve();
    for (const [window, listeners] of disk.listeners) {
      if (!window.dead && !disk.asleep.has(window)) for (const listener of listeners) listener(changed);
    }
    return result;
  }

  async function read<T>(query: () => T): Promise<T> {
    if (mortal.dead) return new Promise<never>(() => undefined);
    await Promise.resolve();
    return query();
  }

  const access = { watch, read, change };
  return {
    receipts: receiptsOver(disk, access),
    runs: {
      ...rowsOver(disk.runs, inOrderOf.runs, access),
      begin: (run, reserved) => change('begin run', () => changeRows.begin(disk, run, reserved)),
      put: (run) => change(`journal ${run.step}`, () => void disk.runs.set(run.id, run), [run.id]),
      commitResponse: (run, receipt, state, known) =>
        change('commit', () => changeRows.commitResponse(disk, run, receipt, state, known), [
          run.id,
          receipt.id,
          run.packageId,
        ]),
      takeBack: (run) => change('take back', () => changeRows.takeBack(disk, run)),
      end: (run, state) => change(`end ${run.outcome?.kind}`, () => changeRows.end(disk, run, state)),
    },
    packages: packagesOver(disk, access),
    devices: devicesOver(disk, access),
    mirror: {
      reserve: (id) => change('reserve copy', () => void disk.mirror.set(id, disk.mirror.get(id) ?? null)),
      release: (id) => change('release copy', () => void (disk.mirror.get(id) == null && disk.mirror.delete(id))),
      write: (receipt) => change('copy', () => void disk.mirror.set(receipt.id, receipt)),
    },
    edits: { watch, all: async () => [], get: async () => null, update: async () => null },
    queue: {
      watch,
      pause: () => read(() => disk.pause),
      setPause: (pause) => change('pause', () => void (disk.pause = pause)),
      wait: () => read(() => disk.wait),
      setWait: (wait) => change('pause', () => void (disk.wait = wait)),
      exported: async () => [],
      setExported: async () => undefined,
    },
    locks: locksOf(disk, mortal, clock),
  };
}

function locksOf(disk: Disk, mortal: Mortal, clock: SiteClock): Locks {
  const isFree = (name: string): boolean => {
    const holder = disk.locks.get(name);
    return holder === undefined || holder.dead;
  };
  const take = (name: string): (() => void) => {
    disk.locks.set(name, mortal);
    return () => {
      if (disk.locks.get(name) === mortal) disk.locks.delete(name);
    };
  };
  return {
    tryAcquire: async (name) => (isFree(name) ? take(name) : null),
    async acquire(name, signal) {
      while (!isFree(name)) await clock.sleep(20, signal);
      return take(name);
    },
    held: async () => new Set([...disk.locks].filter(([, holder]) => !holder.dead).map(([name]) => name)),
  };
}
