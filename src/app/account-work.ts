/** Composes preparing, runs and the sender of an account. Runs when the account is opened. */
import { whenFits } from '../domain/when-fits.ts';
import { coalesced } from '../domain/coalesced.ts';
import type { Run } from '../domain/run.ts';
import type { Backend } from '../backend/backend.ts';
import { createBluetooth } from '../bluetooth/bluetooth.ts';
import { pageWakeLock } from '../ui/shared/wake-lock.ts';
import { pageLoadedAtMs } from './clock.ts';
import type { AccountParts } from './account-parts.ts';
import { pageEvents } from './page-events.ts';
import { registerBackgroundSync } from '../service-worker/page/background-sync.ts';
import { onWorkerTrouble } from '../service-worker/page/worker-trouble.ts';
import type { AccountStorage } from '../storage/open-account.ts';
import type { Mirror } from '../storage/second-copy/mirror.ts';
import type { CachedRows } from '../use-cases/cached-rows.ts';
import { composeSender } from '../use-cases/outbox/compose.ts';
import type { RunningOutbox } from '../use-cases/outbox/outbox.ts';
import type { OutboxView } from '../use-cases/outbox/outbox-view.ts';
import type { PrepareParts } from '../use-cases/prepare/prepare-parts.ts';
import type { PrepareService } from '../use-cases/prepare/prepare.ts';
import type { PackagesView } from '../use-cases/prepare/packages-view.ts';
import type { BluetoothPort } from '../use-cases/run/bluetooth-port.ts';
import { type Runs, createRuns } from '../use-cases/run/runs.ts';
import type { RunViews } from '../use-cases/run/run-views.ts';
import { createStoredRuns } from '../use-cases/run/stored-runs.ts';
import type { RunClock } from '../use-cases/surroundings.ts';

interface WorkParts {
  readonly account: AccountParts;
  readonly storage: AccountStorage;
  readonly mirror: Mirror;
  readonly backend: Backend;
  /** The rows cached in memory; the views read them after each change. */
  readonly cachedRows: Pick<AccountStorage, 'runs' | 'receipts' | 'packages'> & { readonly runs: CachedRows<Run> };
  /** Views that are already open. Whoever opened them closes them. */
  readonly views: { readonly outbox: OutboxView; readonly packages: PackagesView; readonly runs: RunViews };
  readonly fetchBlinks: PrepareParts['fetchBlinks'];
  /** Resolves when the device list has been read. */
  readonly listed: Promise<unknown>;
}

export interface Work {
  readonly bluetooth: BluetoothPort;
  readonly prepare: PrepareService;
  readonly runs: Runs;
  readonly outbox: RunningOutbox;
  /** Resolves when a run in progress has ended. Nothing is aborted. */
  close(): Promise<void>;
}

/** Delay before another attempt to save a receipt, ms. */
const SAVE_AGAIN_MS = 2000;
/** Longest time to wait for a read that has exceeded its limit, ms. */
const LATE_READ_MS = 30_000;

/** Loaded on request: only receipt files contain a key mark. */
const keyMarks = () => import('./session-on-request.ts');

export function openWork({
  account: parts,
  storage,
  mirror,
  backend,
  cachedRows,
  views,
  fetchBlinks,
  listed,
}: WorkParts): Work {
  const { account, current, apiKey, clock, newId, locks } = parts;
  const { devices, packages, runs: runRows, receipts, skew } = storage;
  const { prepare, outbox } = composeSender({
    account,
    storage,
    backend,
    locks,
    clock,
    newId,
    random: Math.random,
    hasKey: () => apiKey() !== null,
    fetchBlinks,
    keyMark: async () => {
      const key = apiKey();
      return key === null ? null : (await keyMarks()).makeKeyMark(key);
    },
    readFile: async (text, signal) => {
      const { readReceiptText } = await import('../ui/shared/file-reading.ts');
      return readReceiptText((url) => new Worker(parts.trustUrl(url), { type: 'module' }), text, signal);
    },
    isOwnKey: async (mark) => (await keyMarks()).matchesKeyMark(mark, apiKey() ?? ''),
    views,
    sources: [pageEvents()],
    onTrouble: parts.onTrouble,
  });
  const bluetooth = createBluetooth({
    bluetooth: parts.bluetooth,
    settings: () => current().settings,
    clock,
    pageLoadedAtMs,
  });
  const runs = createRuns(
    {
      bluetooth,
      packages: cachedRows.packages,
      // As they are on the disk, so that changes another window made before it released the radio are seen.
      runs: createStoredRuns(runRows, cachedRows),
      receipts: cachedRows.receipts,
      mirror,
      skew,
      clock,
      newId,
      devices,
      locks,
      account: current,
      otherAccounts: {
        unreadRuns: async (uniqueId) =>
          parts.otherAccounts().length === 0
            ? []
            : (await import('./services-on-request.ts')).unreadRuns(parts, uniqueId),
      },
      wakeLock: pageWakeLock(),
      onReceipt: () => {
        void outbox.kick('enqueued');
        void registerBackgroundSync();
      },
    },
    views.runs,
  );

  // Read the devices after the list has been drawn, because there may be many.
  void listed.then(() => views.runs.readDevices());
  const settleOnce = coalesced(async () => {
    const { settleRuns } = await import('./services-on-request.ts');
    await settleRuns({ ...cachedRows, locks, clock });
  });
  // A failure is reported; the next change tries again.
  const settle = (): void => void settleOnce().catch(parts.onTrouble);
  const stopSettling = [receipts.watch(settle), packages.watch(settle)];
  const stopHearing = onWorkerTrouble(navigator.serviceWorker, parts.onTrouble);
  outbox.start().then(settle, parts.onTrouble);

  return {
    bluetooth,
    prepare,
    runs,
    outbox,
    async close() {
      outbox.stop();
      await whenRunEnded(runs.current, () => runs.retrySave(), clock);
      await Promise.race([runs.lateOver(), clock.sleep(LATE_READ_MS)]);
      for (const stop of stopSettling) stop();
      stopHearing();
    },
  };
}

/** Resolves when the run has ended. Retries saving receipt copies that are still missing. */
async function whenRunEnded(
  progress: Runs['current'],
  retrySave: () => Promise<void>,
  clock: Pick<RunClock, 'sleep'>,
): Promise<void> {
  const hasEnded = (): boolean => progress.value === null || progress.value.phase === 'ended';
  const ended = whenFits(progress, hasEnded);
  while (!hasEnded()) {
    if (progress.value?.copyMissing != null) await retrySave();
    await Promise.race([ended, clock.sleep(SAVE_AGAIN_MS)]);
  }
}
