/** One window of the app at a site: the real use cases over the real radio adapter, connected as in the app. */
import { readReceiptFile } from '../../src/domain/receipt-file-reading.ts';
import { createBluetooth } from '../../src/bluetooth/bluetooth.ts';
import type { Account } from '../../src/domain/account.ts';
import { signal } from '@preact/signals-core';
import { createExtensions } from '../../src/use-cases/extensions.ts';
import { createBeacons } from '../../src/use-cases/beacons/beacons.ts';
import { createBlinkFetch } from '../../src/use-cases/prepare/blink-packets.ts';
import { createMemoryMetaRows } from '../support/memory-meta-rows.ts';
import { createPackagesView } from '../../src/use-cases/prepare/packages-view.ts';
import type { PrepareService } from '../../src/use-cases/prepare/prepare.ts';
import { createRunViews } from '../../src/use-cases/run/run-views.ts';
import { RunsService, type RunsPorts } from '../../src/use-cases/run/runs.ts';
import { createStoredRuns } from '../../src/use-cases/run/stored-runs.ts';
import { settleRuns } from '../../src/use-cases/run/settle-runs.ts';
import { composeSender } from '../../src/use-cases/outbox/compose.ts';
import type { RunningOutbox, OutboxState } from '../../src/use-cases/outbox/outbox.ts';
import { createCachedRows } from '../../src/use-cases/cached-rows.ts';
import { createPace } from '../../src/use-cases/pace.ts';
import { createOutboxView } from '../../src/use-cases/outbox/outbox-view.ts';
import { viewRun, type RunView } from '../../src/ui/beacon/run/run-case.ts';
import type { NextStep } from '../../src/domain/provisioning/next-step.ts';
import { messageOf, type RunMessage } from '../../src/ui/beacon/run/run-say.ts';
import { noting } from '../support/pace.ts';
import { wordsOfBeacon } from '../support/beacon-words.ts';
import type { SiteBackend } from './backend.ts';
import type { SettableClock } from './clock.ts';
import { storesOf, type Disk } from './disk.ts';
import '../support/run-files.ts';
import type { Mortal } from './mortal.ts';
import { createRadio, type EmulatedRadio } from './radio.ts';

export interface Window {
  readonly mortal: Mortal;
  readonly runs: RunsService;
  readonly prepare: PrepareService;
  readonly outbox: RunningOutbox;
  /** Returns the run screen of one beacon, as this window shows it now. */
  shown(uniqueId: string): ShownBeacon;
  close(): void;
}

export interface ShownBeacon {
  readonly view: RunView;
  readonly say: RunMessage;
  /** What each screen shows of the beacon. */
  readonly words: ReturnType<typeof wordsOfBeacon>;
  /** What the window knows of this beacon, from all rows. */
  readonly facts: WindowFacts;
}

export interface WindowFacts extends Omit<Parameters<typeof wordsOfBeacon>[1], 'nextStep'> {
  readonly steps: ReadonlyMap<string, NextStep>;
  /** IDs of the runs that may be opened again. */
  readonly reopenable: ReadonlySet<string>;
  readonly hasHandle: boolean;
  /** Why the outbox sends nothing; null while it sends. */
  readonly pause: OutboxState['pause'];
}

export interface WindowParts {
  readonly account: Account;
  readonly disk: Disk;
  readonly emulatedRadio: EmulatedRadio;
  readonly backend: SiteBackend;
  readonly clock: SettableClock;
  readonly newId: () => string;
  /** True when there is a network and the key was entered. */
  readonly online: () => boolean;
  /** Called with a failure during sending, which must never happen at a site. */
  readonly onTrouble: (error: unknown) => void;
}

export async function openWindow(parts: WindowParts, mortal: Mortal): Promise<Window> {
  const { account, disk, newId, onTrouble } = parts;
  const clock = parts.clock.of(mortal);
  const stores = storesOf(disk, mortal, clock);
  const { packages, receipts, locks } = stores;
  const pace = createPace({ ...stores, account, clock, onTrouble });
  const backend = noting(mortalBackend(parts.backend, mortal, parts.online), pace);
  const env = { ...stores, account, backend, pace, clock, newId, onTrouble };
  const cached = {
    runs: createCachedRows(stores.runs),
    receipts: createCachedRows(receipts),
    packages: createCachedRows(packages),
  };
  const views = {
    outbox: createOutboxView({ ...env, ...cached, remarks: signal([]) }),
    packages: createPackagesView(cached.packages),
  };
  const blinks = createBlinkFetch({
    ...env,
    extensions: createExtensions({ ...env, extensions: createMemoryMetaRows() }),
  });
  const { prepare, outbox } = composeSender({
    ...env,
    cachedReceipts: cached.receipts,
    // This disk is never emptied, and nothing is imported here.
    storage: {
      ...stores,
      extensions: createMemoryMetaRows(),
      removeImported: async () => [],
      whenCutOff: () => () => undefined,
    },
    random: () => 0.5,
    hasKey: parts.online,
    fetchBlinks: blinks.fetchOne,
    keyMark: async () => null,
    readFile: async (text) => readReceiptFile(text),
    isOwnKey: async () => false,
    views,
    sources: [],
  });
  const runsPorts: RunsPorts = {
    ...env,
    ...cached,
    otherAccounts: { unreadRuns: async () => [] },
    bluetooth: createBluetooth({
      bluetooth: createRadio(parts.emulatedRadio, mortal, clock),
      settings: () => account.settings,
      clock,
      pageLoadedAtMs: clock.monotonicMs(),
    }),
    runs: createStoredRuns(stores.runs, cached),
    skew: { read: async () => ({ skewMs: 0, trust: 'unchecked' }), write: async () => undefined },
    account: () => account,
    wakeLock: { acquire: async () => null },
    onReceipt: () => void outbox.kick('enqueued'),
  };
  const runs = new RunsService(
    runsPorts,
    createRunViews({ ...runsPorts, ...cached, devices: () => [...disk.devices.values()] }),
  );
  const { table } = createBeacons({
    devices: signal({ devices: [] }),
    packages: prepare.packages,
    runs: runs.list,
    outbox: outbox.state,
    current: runs.current,
    elsewhere: runs.elsewhere,
    onTrouble,
  });
  let settling: Promise<unknown> = Promise.resolve();
  const settle = (): void => {
    settling = settling.then(() => settleRuns({ ...cached, locks, clock })).catch(onTrouble);
  };
  const settleEnded = (): void => (runs.current.value?.phase === 'ended' ? settle() : undefined);
  const stopSettling = [receipts.watch(settle), packages.watch(settle), runs.current.subscribe(settleEnded)];
  views.outbox.follow();
  await Promise.all([runs.refresh(), views.packages.open()]);
  settle();
  await outbox.start();

  return {
    mortal,
    runs,
    prepare,
    outbox,
    shown(uniqueId) {
      const packageRows = prepare.packages.value;
      const view = viewRun({
        uniqueId,
        beacon: table.value.of(uniqueId, disk.devices.get(uniqueId) ?? null),
        current: runs.current.value,
        elsewhere: runs.elsewhere.value,
        nextStep: (run) => runs.nextStep(run),
      });
      const own = <T extends { readonly uniqueId: string }>(rows: readonly T[]): T[] =>
        rows.filter((row) => row.uniqueId === uniqueId);
      const ownRuns = own(runs.list.value);
      const current = runs.current.value;
      const ended = view.case.kind === 'ended' ? view.case.run : null;
      return {
        view,
        facts: {
          packages: own(packageRows),
          runs: ownRuns,
          receipts: table.value.of(uniqueId, null).rows.receipts,
          devices: own([...disk.devices.values()]),
          current: current?.uniqueId === uniqueId ? current : null,
          elsewhere: runs.elsewhere.value,
          steps: new Map(ownRuns.map((run) => [run.id, runs.nextStep(run)])),
          reopenable: new Set(ownRuns.filter((run) => runs.mayReopen(run)).map(({ id }) => id)),
          hasHandle: runs.hasHandle(uniqueId),
          pause: outbox.state.value.pause,
        },
        words: wordsOfBeacon(
          uniqueId,
          {
            packages: packageRows,
            runs: runs.list.value,
            receipts: outbox.state.value.receipts,
            devices: [...disk.devices.values()],
            current: runs.current.value,
            elsewhere: runs.elsewhere.value,
            nextStep: (run) => runs.nextStep(run),
          },
          table.value,
        ),
        say: messageOf(view.case, {
          radio: 'available',
          noBluetooth: () => '',
          hasNext: false,
          nextStep: ended === null ? null : runs.nextStep(ended),
          source: view.source,
          state: view.track.summary,
          isSendingStopped: outbox.state.value.pause !== null,
        }),
      };
    },
    close() {
      for (const stop of stopSettling) stop();
      outbox.stop();
      views.outbox.close();
      runs.close();
      views.packages.close();
    },
  };
}

/** The backend's calls of one window: without a network they fail, and a dead window gets no answer. */
function mortalBackend(backend: SiteBackend, mortal: Mortal, online: () => boolean): SiteBackend {
  const offline = { kind: 'offline' as const, status: 0, message: '', fields: [], retryAfterMs: null };
  const call =
    <A extends unknown[], R>(what: string, failed: R, work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (mortal.dead) return new Promise<never>(() => undefined);
      if (!online()) return failed;
      const step = mortal.step(what);
      if (step === 'dead') return new Promise<never>(() => undefined);
      const answer = await work(...args);
      return step === 'dying' ? new Promise<never>(() => undefined) : answer;
    };
  const lost = { ok: false as const, failure: offline };
  return {
    ...backend,
    postResponse: call('post', { kind: 'failed', failure: offline }, backend.postResponse),
    createConfig: call('create', lost, backend.createConfig),
    encryptConfig: call('encrypt', lost, backend.encryptConfig),
    encryptCommands: call('command', lost, backend.encryptCommands),
    readPending: call('pending', lost, backend.readPending),
    readDevice: call('device', lost, backend.readDevice),
  };
}
