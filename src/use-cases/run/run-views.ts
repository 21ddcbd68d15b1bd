/**
 * The rows that the run pages show, cached in memory so that a click finds them without waiting: runs, packages, names,
 * the radio.
 */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { coalesced } from '../../domain/coalesced.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { nextStepOf } from '../../domain/provisioning/next-step.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { canReopen } from '../../domain/provisioning/reopening.ts';
import { receiptIdOf, type Run } from '../../domain/run.ts';
import type { RadioPort, RadioState } from './bluetooth-port.ts';
import type { ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { Clock, Locks } from '../surroundings.ts';
import { runsOfLocks } from '../../names.ts';

/** The stores, cached by `createCachedRows`; their rows are read again after each change. */
interface RunViewPorts {
  readonly runs: Pick<RunStore, 'all' | 'watch'>;
  readonly packages: Pick<PackageStore, 'all' | 'watch'>;
  readonly receipts: Pick<ReceiptStore, 'all' | 'watch'>;
  /** Returns the list of devices as it is shown; empty until it is read. */
  readonly devices: () => readonly CachedDevice[];
  readonly locks: Locks;
  readonly bluetooth: RadioPort;
  readonly clock: Clock;
}

interface OwnRuns {
  /** True while this window has the run's lock. */
  isLocked(runId: string): boolean;
  /** True while its response may still arrive. */
  isAwaited(runId: string): boolean;
}

export type RunViews = ReturnType<typeof createRunViews>;

/** Returns the IDs of the runs that any window is carrying out. */
export async function runningRuns(locks: Pick<Locks, 'held'>): Promise<ReadonlySet<string>> {
  return new Set(runsOfLocks([...(await locks.held())]));
}

/**
 * After the first time, rows that cannot be read stay as they were and are read again at the next change. A run reads
 * its own rows and reports a failure.
 */
const ifReadable = (reading: Promise<void>): Promise<void> => reading.catch(() => undefined);

/**
 * Time until the locks are queried again while another window runs, ms, because the release of a lock sends no event.
 */
const QUERY_AGAIN_MS = 2000;

export function createRunViews(ports: RunViewPorts) {
  const { runs, packages, receipts, devices, locks, bluetooth, clock } = ports;
  const list = signal<readonly Run[]>([]);
  const radio = signal<RadioState>('unknown');
  let carried = new Map<string, CarriedPackage>();
  let stored = new Map<string, Receipt>();
  let own: OwnRuns = { isLocked: () => false, isAwaited: () => false };
  const elsewhere = createElsewhere({ locks, clock, isOwn: (id) => own.isLocked(id) }, () => reread('runs'));
  const receiptOf = (run: Run): Receipt | null => stored.get(receiptIdOf(run)) ?? null;

  const read = {
    runs: coalesced(async () => {
      list.value = await runs.all();
      await elsewhere.update();
    }),
    packages: coalesced(async () => {
      carried = new Map((await packages.all()).map((one) => [one.id, one]));
      notifySteps();
    }),
    receipts: coalesced(async () => {
      stored = new Map((await receipts.all()).map((one) => [one.id, one]));
      notifySteps();
    }),
    radio: coalesced(async () => {
      radio.value = await bluetooth.availability();
    }),
  };
  const reread = (what: keyof typeof read): Promise<void> => ifReadable(read[what]());

  /** Notifies the listeners of the list, because the next step of a run depends on its receipt and its package. */
  function notifySteps(): void {
    list.value = [...list.value];
  }

  const stops = [
    runs.watch(() => void reread('runs')),
    packages.watch(() => void reread('packages')),
    receipts.watch(() => void reread('receipts')),
    bluetooth.onAvailability(() => void reread('radio')),
  ];

  /** Reads runs, packages and receipts, including everything that this window has written. Never rejects. */
  async function readRows(): Promise<void> {
    await Promise.all([reread('runs'), reread('packages'), reread('receipts')]);
  }

  return {
    list: list as ReadonlySignal<readonly Run[]>,
    /** Runs of other windows. This window's own locks are left out. */
    elsewhere: elsewhere.live as ReadonlySignal<ReadonlySet<string>>,
    radio: radio as ReadonlySignal<RadioState>,
    package: (id: string): CarriedPackage | null => carried.get(id) ?? null,
    // Searched only at a click: an index of 100,000 devices would have to be built again after every change.
    device: (uniqueId: string): CachedDevice | null => devices().find((one) => one.uniqueId === uniqueId) ?? null,
    nextStep: (run: Run) =>
      nextStepOf(run, {
        elsewhere: elsewhere.live.value.has(run.id),
        awaited: own.isAwaited(run.id),
        receipt: receiptOf(run),
        package: carried.get(run.packageId) ?? null,
      }),
    mayReopen: (run: Run) => canReopen(run, receiptOf(run)?.state ?? null),
    /**
     * Registers the run that this window carries out, and the runs whose late response it waits for. Their locks belong
     * to this window.
     */
    follow: (runs: OwnRuns) => void (own = runs),
    /** Returns the distinct names of the account's devices. */
    names(): readonly string[] {
      const names = new Set<string>();
      for (const { name } of devices()) if (name !== null) names.add(name);
      return [...names];
    },
    readRows,
    /** Asks the browser whether Bluetooth is on. Never rejects. */
    readRadio: () => reread('radio'),
    async refresh(): Promise<void> {
      await Promise.all([readRows(), reread('radio')]);
    },
    /** Reads what the screens show. Rejects when runs, packages or receipts cannot be read. */
    async open(): Promise<void> {
      await Promise.all([read.runs(), read.packages(), read.receipts(), reread('radio')]);
    },
    close() {
      elsewhere.close();
      for (const stop of stops) stop();
    },
  };
}

interface ElsewhereParts {
  readonly locks: Pick<Locks, 'held'>;
  readonly clock: Clock;
  readonly isOwn: (runId: string) => boolean;
}

/** Reads the runs of other windows from their locks. While there is one, `readAgain` is called every two seconds. */
function createElsewhere({ locks, clock, isOwn }: ElsewhereParts, readAgain: () => Promise<void>) {
  const live = signal<ReadonlySet<string>>(new Set());
  const closing = new AbortController();
  let isQuerying = false;

  async function queryAgain(): Promise<void> {
    if (isQuerying) return;
    isQuerying = true;
    try {
      while (live.value.size > 0) {
        await clock.sleep(QUERY_AGAIN_MS, closing.signal);
        await readAgain();
      }
    } catch {
      // The window is closed.
    } finally {
      isQuerying = false;
    }
  }

  return {
    live,
    async update(): Promise<void> {
      const ids = [...(await runningRuns(locks))].filter((id) => !isOwn(id));
      if (ids.length !== live.value.size || ids.some((id) => !live.value.has(id))) live.value = new Set(ids);
      void queryAgain();
    },
    close: () => closing.abort(),
  };
}
