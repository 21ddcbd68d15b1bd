/** Composes preparing, runs and the sender of an account. Runs when the account is opened. */
import { whenFits } from '../domain/when-fits.ts';
import { coalesced } from '../domain/coalesced.ts';
import { fetchHandle } from '../bluetooth/bluetooth.ts';
import { whenIdle } from '../ui/shared/when-idle.ts';
import { pageWakeLock } from '../ui/shared/wake-lock.ts';
import type { Environment } from './environment.ts';
import { pageEvents } from './page-events.ts';
import { registerBackgroundSync } from '../service-worker/page/background-sync.ts';
import { onWorkerTrouble } from '../service-worker/page/worker-messages.ts';
import { composeSender } from '../use-cases/outbox/compose.ts';
import type { OutboxView } from '../use-cases/outbox/outbox-view.ts';
import type { PrepareParts } from '../use-cases/prepare/prepare-parts.ts';
import type { PackagesView } from '../use-cases/prepare/packages-view.ts';
import { RunsService, fetchProvision } from '../use-cases/run/runs.ts';
import type { RunViews } from '../use-cases/run/run-views.ts';
import { createStoredRuns } from '../use-cases/run/stored-runs.ts';

interface WorkEnvironment extends Environment {
  /** Views that are already open. Whoever opened them closes them. */
  readonly views: { readonly outbox: OutboxView; readonly packages: PackagesView; readonly runs: RunViews };
  readonly fetchBlinks: PrepareParts['fetchBlinks'];
  /** Resolves when the device list has been read. */
  readonly listed: Promise<unknown>;
}

/** Longest time to wait for a read that has exceeded its limit, ms. */
const LATE_READ_MS = 30_000;

/** Loaded on request: only receipt files contain a key mark. */
const keyMarks = () => import('./session-on-request.ts');

export function openWork(env: WorkEnvironment) {
  const { storage, cachedStorage, views, apiKey, clock, onTrouble } = env;
  const { prepare, outbox } = composeSender({
    ...env,
    cachedReceipts: cachedStorage.receipts,
    keyMark: async () => {
      const key = apiKey();
      return key === null ? null : (await keyMarks()).makeKeyMark(key);
    },
    readFile: async (text, signal) => {
      const { readFile } = await import('../ui/shared/read-file.ts');
      return readFile((url) => new Worker(env.trustUrl(url), { type: 'module' }), 'receipts', text, signal);
    },
    isOwnKey: async (mark) => (await keyMarks()).matchesKeyMark(mark, apiKey() ?? ''),
    sources: [pageEvents()],
  });
  const runs = new RunsService(
    {
      ...cachedStorage,
      ...env,
      // As they are on the disk, so that changes another window made before it released the radio are seen.
      runs: createStoredRuns(storage.runs, cachedStorage),
      account: env.current,
      otherAccounts: {
        unreadRuns: async (uniqueId) =>
          env.otherAccounts().length === 0 ? [] : (await import('./services-on-request.ts')).unreadRuns(env, uniqueId),
      },
      wakeLock: pageWakeLock(),
      onReceipt: () => {
        void outbox.kick('enqueued');
        void registerBackgroundSync();
      },
    },
    views.runs,
  );

  // Long before a beacon is picked, so that a run waits for no file, even if a new version has replaced them.
  env.listed
    .then(whenIdle)
    .then(() => Promise.all([fetchProvision(), fetchHandle()]))
    .catch(onTrouble);
  const settleOnce = coalesced(async () => {
    const { settleRuns } = await import('./services-on-request.ts');
    await settleRuns({ ...cachedStorage, ...env });
  });
  // A failure is reported; the next change tries again.
  const settle = (): void => void settleOnce().catch(onTrouble);
  // A run may write its row after its receipt was verified, so its end is looked at as well.
  const settleEnded = (): void => (runs.current.value?.phase === 'ended' ? settle() : undefined);
  const stopSettling = [
    storage.receipts.watch(settle),
    storage.packages.watch(settle),
    runs.current.subscribe(settleEnded),
  ];
  const stopHearing = onWorkerTrouble(navigator.serviceWorker, onTrouble);
  outbox.start().then(settle, onTrouble);

  return {
    prepare,
    runs,
    outbox,
    /** Resolves when a run in progress has ended. Nothing is aborted. */
    async close(): Promise<void> {
      outbox.stop();
      // The run itself tries again to save copies that are missing.
      await whenFits(runs.current, (run) => run === null || run.phase === 'ended');
      await Promise.race([runs.lateOver(), clock.sleep(LATE_READ_MS)]);
      for (const stop of stopSettling) stop();
      stopHearing();
    },
  };
}
