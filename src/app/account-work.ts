/** Composition of what works on an account: preparing, runs and the sender. Runs when the account is opened. */
import { coalesced } from '../domain/coalesced.ts';
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
import { composeSender } from '../use-cases/outbox/compose.ts';
import type { RunningOutbox } from '../use-cases/outbox/outbox.ts';
import type { OutboxView } from '../use-cases/outbox/outbox-view.ts';
import type { PrepareParts } from '../use-cases/prepare/prepare-parts.ts';
import type { PrepareService } from '../use-cases/prepare/prepare.ts';
import type { PackagesView } from '../use-cases/prepare/packages-view.ts';
import type { BluetoothPort } from '../use-cases/run/bluetooth-port.ts';
import type { Runs } from '../use-cases/run/offered.ts';
import type { RunViews } from '../use-cases/run/run-views.ts';
import { createRuns } from '../use-cases/run/runs.ts';
import type { RunClock } from '../use-cases/surroundings.ts';

interface WorkParts {
  readonly account: AccountParts;
  readonly storage: AccountStorage;
  readonly mirror: Mirror;
  readonly backend: Backend;
  /** The rows in memory, which what watches them reads after each change. */
  readonly kept: Pick<AccountStorage, 'runs' | 'receipts' | 'packages'>;
  /** What is read already; closed by whoever has opened it. */
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
  /** Ends when a run that is still open has ended; nothing is cut off. */
  close(): Promise<void>;
}

/** A receipt that could not be saved is saved again after this time, ms. */
const SAVE_AGAIN_MS = 2000;
/** A read that has outlived its limit is waited for no longer than this, ms. */
const LATE_READ_MS = 30_000;

/** Only files of receipts bear a mark of the key. */
const keyMarks = () => import('./session-on-request.ts');

export function openWork({
  account: parts,
  storage,
  mirror,
  backend,
  kept,
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
    keyKnown: () => apiKey() !== null,
    fetchBlinks,
    keyMark: async () => {
      const key = apiKey();
      return key === null ? null : (await keyMarks()).makeKeyMark(key);
    },
    readFile: async (text, signal) => {
      const { readReceiptText } = await import('../ui/shared/file-reading.ts');
      return readReceiptText((url) => new Worker(parts.trustUrl(url), { type: 'module' }), text, signal);
    },
    isOwnKey: async (mark) => (await keyMarks()).fitsKeyMark(mark, apiKey() ?? ''),
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
      packages: kept.packages,
      // Read from the disk: what another window did before it released the radio counts.
      runs: runRows,
      receipts: kept.receipts,
      mirror,
      skew,
      clock,
      newId,
      devices,
      locks,
      account: current,
      wakeLock: pageWakeLock(),
      onReceipt: () => {
        void outbox.kick('enqueued');
        void registerBackgroundSync();
      },
    },
    views.runs,
  );

  // The list may be long, and its top is drawn first.
  void listed.then(() => views.runs.readDevices());
  const settleOnce = coalesced(async () => {
    const { settleRuns } = await import('./services-on-request.ts');
    await settleRuns({ ...kept, locks, clock });
  });
  // Tried again with the next change.
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
      await whenOver(runs.current, () => runs.retrySave(), clock);
      await Promise.race([runs.lateOver(), clock.sleep(LATE_READ_MS)]);
      for (const stop of stopSettling) stop();
      stopHearing();
    },
  };
}

/** Nobody looks at the run any more: where a copy of its receipt is missing it is saved again until it is there. */
async function whenOver(
  progress: Runs['current'],
  retrySave: () => Promise<void>,
  clock: Pick<RunClock, 'sleep'>,
): Promise<void> {
  const isOver = (): boolean => progress.value === null || progress.value.phase === 'ended';
  let stop = (): void => {};
  const over = new Promise<void>((resolve) => {
    stop = progress.subscribe(() => void (isOver() && resolve()));
  });
  while (!isOver()) {
    if (progress.value?.copyMissing != null) await retrySave();
    await Promise.race([over, clock.sleep(SAVE_AGAIN_MS)]);
  }
  stop();
}
