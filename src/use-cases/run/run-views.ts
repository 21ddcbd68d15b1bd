/** What the run pages watch, kept in memory so that a click finds it without waiting: runs, packages, names, the radio. */
import { coalesced } from '../../domain/coalesced.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { createLive, type Live } from '../../domain/live.ts';
import { nextStepOf } from '../../domain/provisioning/next-step.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { canReopen } from '../../domain/provisioning/reopening.ts';
import { receiptIdOf, type Run } from '../../domain/run.ts';
import type { Runs } from './offered.ts';
import type { RadioPort, RadioState } from './bluetooth-port.ts';
import type { DeviceStore, ReceiptStore, PackageStore, RunStore } from '../stores.ts';
import type { Clock, Locks } from '../surroundings.ts';
import { runsOfLocks } from '../../names.ts';

/** Their rows, as `createKeptRows` keeps them: they are read after each change. */
interface RunViewPorts {
  readonly runs: Pick<RunStore, 'all' | 'watch'>;
  readonly packages: Pick<PackageStore, 'all' | 'watch'>;
  readonly receipts: Pick<ReceiptStore, 'all' | 'watch'>;
  readonly devices: Pick<DeviceStore, 'all' | 'watch'>;
  readonly locks: Locks;
  readonly bluetooth: RadioPort;
  readonly clock: Clock;
}

interface OwnRuns {
  isCarriedOut(runId: string): boolean;
  isAwaited(runId: string): boolean;
}

export interface RunViews extends Pick<Runs, 'nextStep' | 'mayReopen'> {
  readonly list: Live<readonly Run[]>;
  /** Runs of other windows only: this window's own lock is left out. */
  readonly elsewhere: Live<ReadonlySet<string>>;
  readonly radio: Live<RadioState>;
  package(id: string): CarriedPackage | null;
  device(uniqueId: string): CachedDevice | null;
  /** Distinct names of the account's devices. */
  names(): readonly string[];
  /** What this window does: the run that it carries out, and the runs whose late response it waits for. Their locks are ours. */
  follow(own: OwnRuns): void;
  /** Reads runs, packages and receipts: what this window has written is in. Never rejects. */
  readRows(): Promise<void>;
  refresh(): Promise<void>;
  /** As `refresh`, without the devices. */
  open(): Promise<void>;
  /** Reads the devices, of which the chooser needs the names, and follows them from then on: the list may be long. */
  readDevices(): Promise<void>;
  close(): void;
}

/** Ids of the runs that some window is carrying out. */
export async function runningRuns(locks: Pick<Locks, 'held'>): Promise<ReadonlySet<string>> {
  return new Set(runsOfLocks([...(await locks.held())]));
}

/** What cannot be read stays as it was, and is read again with the next change; a run reads its own rows and says so where it cannot. */
function latest(read: () => Promise<void>): () => Promise<void> {
  return coalesced(() => read().catch(() => undefined));
}

/** Locks tell nobody when they are let go: while another window runs, ask again. */
const ASK_AGAIN_MS = 2000;

export function createRunViews(ports: RunViewPorts): RunViews {
  const { runs, packages, receipts, devices, locks, bluetooth, clock } = ports;
  const list = createLive<readonly Run[]>([]);
  const radio = createLive<RadioState>('unknown');
  let carried = new Map<string, CarriedPackage>();
  let known: readonly CachedDevice[] = [];
  let stored = new Map<string, Receipt>();
  let readsDevices = false;
  let own: OwnRuns = { isCarriedOut: () => false, isAwaited: () => false };
  const elsewhere = createElsewhere({ locks, clock, isOwn: (id) => own.isCarriedOut(id) || own.isAwaited(id) }, () =>
    reread.runs(),
  );
  const receiptOf = (run: Run): Receipt | null => stored.get(receiptIdOf(run)) ?? null;

  const reread = {
    runs: latest(async () => {
      list.set(await runs.all());
      await elsewhere.look();
    }),
    packages: latest(async () => {
      carried = new Map((await packages.all()).map((one) => [one.id, one]));
      tellOfSteps();
    }),
    receipts: latest(async () => {
      stored = new Map((await receipts.all()).map((one) => [one.id, one]));
      tellOfSteps();
    }),
    devices: latest(async () => {
      known = await devices.all();
    }),
    radio: latest(async () => {
      radio.set(await bluetooth.availability());
    }),
  };

  /** The next step of a run can depend on its receipt and its package: those who watch the list look again. */
  function tellOfSteps(): void {
    list.set([...list.value]);
  }

  const stops = [
    runs.watch(() => void reread.runs()),
    packages.watch(() => void reread.packages()),
    receipts.watch(() => void reread.receipts()),
    devices.watch(() => (readsDevices ? void reread.devices() : undefined)),
    bluetooth.onAvailability(() => void reread.radio()),
  ];

  async function readRows(): Promise<void> {
    await Promise.all([reread.runs(), reread.packages(), reread.receipts()]);
  }

  function readDevices(): Promise<void> {
    readsDevices = true;
    return reread.devices();
  }

  return {
    list,
    elsewhere: elsewhere.live,
    radio,
    package: (id) => carried.get(id) ?? null,
    // Looked for at a click only: a table of 100,000 would be made anew for every change.
    device: (uniqueId) => known.find((one) => one.uniqueId === uniqueId) ?? null,
    nextStep: (run) =>
      nextStepOf(run, {
        elsewhere: elsewhere.live.value.has(run.id),
        awaited: own.isAwaited(run.id),
        receipt: receiptOf(run),
        package: carried.get(run.packageId) ?? null,
      }),
    mayReopen: (run) => canReopen(run, receiptOf(run)?.state ?? null),
    follow: (runs) => void (own = runs),
    names() {
      const names = new Set<string>();
      for (const { name } of known) if (name !== null) names.add(name);
      return [...names];
    },
    readRows,
    async refresh() {
      await Promise.all([readRows(), readDevices(), reread.radio()]);
    },
    async open() {
      await Promise.all([readRows(), reread.radio()]);
    },
    readDevices,
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

/** The runs of other windows, by their locks; while there is one, `readAgain` is called every two seconds. */
function createElsewhere({ locks, clock, isOwn }: ElsewhereParts, readAgain: () => Promise<void>) {
  const live = createLive<ReadonlySet<string>>(new Set());
  const closing = new AbortController();
  let asking = false;

  async function askAgain(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      while (live.value.size > 0) {
        await clock.sleep(ASK_AGAIN_MS, closing.signal);
        await readAgain();
      }
    } catch {
      // Closed.
    } finally {
      asking = false;
    }
  }

  return {
    live,
    async look(): Promise<void> {
      const ids = [...(await runningRuns(locks))].filter((id) => !isOwn(id));
      if (ids.length !== live.value.size || ids.some((id) => !live.value.has(id))) live.set(new Set(ids));
      if (ids.length > 0) void askAgain();
    },
    close: () => closing.abort(),
  };
}
