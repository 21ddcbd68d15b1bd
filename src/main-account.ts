/** Composition of one connected account: its stores, backend, radio, use cases and outbox, wired and started. */
import { deferBackend } from './backend/deferred-backend.ts';
import { createBluetooth } from './bluetooth/bluetooth.ts';
import { createWakeLock, type WakeLockLike } from './bluetooth/wake-lock.ts';
import type { Account } from './domain/account.ts';
import { withVerified } from './domain/device.ts';
import { onDemand } from './domain/on-demand.ts';
import { undeliveredWork, type UndeliveredWork } from './domain/undelivered-work.ts';
import type { Commands } from './use-cases/commands/offered.ts';
import { createDrafts } from './use-cases/drafts/drafts.ts';
import type { Drafts } from './use-cases/drafts/offered.ts';
import { createDeviceList } from './use-cases/devices/device-list.ts';
import type { Ownership } from './use-cases/ownership/offered.ts';
import type { HandOver } from './use-cases/jobs/hand-over.ts';
import type { Jobs } from './use-cases/jobs/offered.ts';
import type { RunClock } from './use-cases/surroundings.ts';
import type { PrepareMany } from './use-cases/prepare/many-offered.ts';
import { createPrepare } from './use-cases/prepare/prepare.ts';
import { runningRuns } from './use-cases/run/run-views.ts';
import { createRuns } from './use-cases/run/runs.ts';
import type { Devices } from './use-cases/devices/offered.ts';
import type { Prepare } from './use-cases/prepare/offered.ts';
import type { Runs } from './use-cases/run/offered.ts';
import { settleRuns } from './use-cases/run/settle-runs.ts';
import type { Streams } from './use-cases/streams/offered.ts';
import type { Telemetry } from './use-cases/telemetry/offered.ts';
import {
  httpParts,
  openCommands,
  openOwnership,
  openPrepareMany,
  openRenewal,
  openStreams,
  openTelemetry,
  type AccountParts,
} from './main-later.ts';
import { pageEvents } from './main-triggers.ts';
import { askForBackgroundSync } from './service-worker/background-sync.ts';
import { fitsKeyMark } from './storage/accounts/key-mark.ts';
import { createMirror } from './storage/second-copy/mirror.ts';
import { accountDatabase } from './names.ts';
import { openAccountStorage, type AccountStorage } from './storage/open-account.ts';
import { createOutbox } from './use-cases/outbox/outbox.ts';
import type { Outbox } from './use-cases/outbox/offered.ts';

export interface AccountServices {
  readonly devices: Devices;
  readonly prepare: Prepare;
  readonly runs: Runs;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** Fetches its code when it is first asked for. */
  telemetry(): Promise<Telemetry>;
  streams(): Promise<Streams>;
  commands(): Promise<Commands>;
  ownership(): Promise<Ownership>;
  prepareMany(): Promise<PrepareMany>;
  jobs(): Promise<Jobs>;
  handOver(): Promise<HandOver>;
  keyGiven(): void;
  countWork(): Promise<UndeliveredWork>;
  /** A person has read what was lost. */
  lossesRead(): void;
  /** Ends when a run that is still open has ended; nothing is cut off. */
  close(): Promise<void>;
}

/** A receipt that could not be saved is saved again after this time, ms. */
const SAVE_AGAIN_MS = 2000;
const SWEEP_AFTER_MS = 1000;
/** A read that has outlived its limit is waited for no longer than this, ms. */
const LATE_READ_MS = 30_000;

export async function openAccount(given: AccountParts): Promise<AccountServices> {
  const parts: AccountParts = { ...given, account: withSettingsOf(given.account, given.current) };
  const { account, current, apiKey, clock, newId, locks } = parts;
  const mirror = createMirror({ accountId: account.id, trustUrl: parts.trustUrl });
  const storage = await openAccountStorage(account.id, {
    nowMs: clock.nowMs,
    newId,
    mirror,
    account: given.account,
    localStorage,
    keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
  });
  const { devices, packages, runs: runRows, receipts, edits, queue, skew } = storage;
  const backend = deferBackend({ ...httpParts(parts), onSkew: (reading) => void skew.write(reading) });
  const prepare = createPrepare({
    backend,
    packages,
    runs: runRows,
    receipts,
    devices,
    clock,
    newId,
    drain: () => outbox.kick('enqueued'),
    running: () => runningRuns(locks),
  });
  const list = createDeviceList({ account: current, backend, devices, packages, runs: runRows, receipts, clock });
  const outbox = createOutbox({
    account,
    receipts,
    edits,
    queue,
    devices,
    backend,
    locks,
    clock,
    newId,
    removeImported: (ids) => storage.removeImported(ids),
    random: Math.random,
    keyKnown: () => apiKey() !== null,
    keyMark: () => current().keyMark ?? null,
    isOwnKey: async (mark) => fitsKeyMark(mark, apiKey() ?? ''),
    sources: [pageEvents()],
    storageRemarks: storage.remarks,
    valuesOf: async (uniqueId) =>
      (await packages.ofDevice(uniqueId))
        .filter(({ kind }) => kind === 'configuration')
        .toSorted((a, b) => b.preparedAtMs - a.preparedAtMs)[0]?.values ?? null,
    onNewPackage: (uniqueId, base64) => prepare.keepOffered(uniqueId, base64),
    onVerified: async ({ uniqueId, values }) => {
      const device = await devices.get(uniqueId);
      if (device !== null) await devices.putMany([withVerified(device, values)]);
      await prepare.retireApplied(uniqueId, values);
    },
  });
  const wakeLock = createWakeLock((navigator as { wakeLock?: WakeLockLike }).wakeLock, document);
  const drafts = createDrafts({ store: storage.drafts, nowMs: clock.nowMs, onTrouble: parts.onTrouble });
  const bluetooth = createBluetooth({ bluetooth: parts.bluetooth, settings: () => current().settings, clock });
  const runs = createRuns({
    bluetooth,
    packages,
    runs: runRows,
    receipts,
    mirror,
    skew,
    clock,
    newId,
    devices,
    locks,
    account: current,
    wakeLock,
    onReceipt: () => {
      void outbox.kick('enqueued');
      void askForBackgroundSync();
    },
  });

  // What a run has brought is to be seen as soon as it is over.
  runs.current.subscribe(() => {
    const phase = runs.current.value?.phase;
    if (phase === 'releasing' || phase === 'ended') storage.tellNews();
  });
  const settle = inTurn(() => settleRuns({ runs: runRows, receipts, packages, locks, clock }));
  const stopSettling = [receipts.watch(settle), packages.watch(settle)];
  // Before the device list, which may be long: what is to be sent waits for no list.
  await Promise.all([outbox.start(), runs.open(), prepare.start(), drafts.open()]);
  settle();
  const listed = list.start().catch((error: unknown) => parts.onTrouble(error));
  let isClosed = false;
  const commands = onDemand(() => openCommands(parts, storage, (uniqueId) => prepare.fetchPackage(uniqueId)));
  const telemetry = onDemand(() => openTelemetry(parts, list));
  const streams = onDemand(() => openStreams(parts));
  const ownership = onDemand(() => openOwnership(parts, backend, list));
  const prepareMany = onDemand(() => openPrepareMany(parts, prepare, backend));
  const jobs = onDemand(async () =>
    (await import('./main-jobs.ts')).openJobs({
      storage,
      clock,
      newId,
      wakeLock,
      bluetooth,
      askBackend: backend.readDevice,
    }),
  );
  const handOver = onDemand(async () =>
    (await import('./main-jobs.ts')).openHandOver({ jobs: await jobs(), outbox, packages, runs: runRows, clock }),
  );
  // What a write has killed is marked whether or not somebody looks at commands; the network may be back at any time.
  const renewal = onDemand(() => openRenewal(parts, storage, backend, prepare));
  const renew = (why: 'network' | 'list'): Promise<void> => renewal().then((one) => one.visit(why));
  const sweep = (): void =>
    void commands()
      .then((one) => one.sweep('network'))
      .then(() => renew('network'))
      .catch(() => undefined);
  const stopReading = whenReadAgain(list, () => void renew('list').catch(() => undefined));
  const stopListening = pageEvents().subscribe((why) => (why === 'online' ? sweep() : undefined));
  void listed.then(() => clock.sleep(SWEEP_AFTER_MS)).then(() => (isClosed ? undefined : sweep()));

  return {
    devices: list,
    prepare,
    runs,
    outbox,
    drafts,
    telemetry,
    streams,
    commands,
    ownership,
    prepareMany,
    jobs,
    handOver,
    keyGiven() {
      void outbox.keyGiven();
      sweep();
    },
    countWork: () => countWork(storage),
    lossesRead: () => void storage.lossesRead().catch((error: unknown) => parts.onTrouble(error)),
    async close() {
      isClosed = true;
      outbox.stop();
      stopListening();
      stopReading();
      commands.ifOpen((one) => one.close());
      telemetry.ifOpen((one) => one.close());
      prepareMany.ifOpen((one) => one.cancel());
      jobs.ifOpen((one) => one.close());
      await whenOver(runs.current, () => runs.retrySave(), clock);
      await Promise.race([runs.lateOver(), clock.sleep(LATE_READ_MS)]);
      for (const stop of stopSettling) stop();
      runs.close();
      list.close();
      prepare.close();
      await drafts.close();
      storage.close();
    },
  };
}

/** The list was read to its end once more, in this window or another. */
function whenReadAgain({ list }: Pick<Devices, 'list'>, then: () => void): () => void {
  let lastMs: number | null = null;
  return list.subscribe(() => {
    const { completedAtMs, refreshing } = list.value;
    if (refreshing !== null || completedAtMs === null || completedAtMs === lastMs) return;
    const isFirst = lastMs === null;
    lastMs = completedAtMs;
    // The first is what was kept from earlier, and the network is asked then anyway.
    if (!isFirst) then();
  });
}

/** Settings that a person saves hold from the next call on, without a restart. */
function withSettingsOf(account: Account, current: () => Account): Account {
  return {
    ...account,
    get settings() {
      return current().settings;
    },
  };
}

/** What an account that is not open now holds only on this phone. */
export async function countWorkOf(
  account: Account,
  parts: Pick<AccountParts, 'clock' | 'newId'>,
): Promise<UndeliveredWork> {
  // To open it would make it: an account that another window has just removed must not come back as an empty one.
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  if (!names.some((name) => name.startsWith(accountDatabase(account.id)))) return undeliveredWork([], [], []);
  const storage = await openAccountStorage(account.id, {
    nowMs: parts.clock.nowMs,
    newId: parts.newId,
    mirror: null,
    localStorage: null,
    keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
  });
  try {
    return await countWork(storage);
  } finally {
    storage.close();
  }
}

async function countWork({ receipts, runs, edits }: AccountStorage): Promise<UndeliveredWork> {
  const [rows, runRows, editRows] = await Promise.all([receipts.all(), runs.all(), edits.all()]);
  return undeliveredWork(rows, runRows, editRows);
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

/** Runs the work once more when it was asked for while it ran; a failure waits for the next time. */
function inTurn(work: () => Promise<unknown>): () => void {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    last = last
      .then(() => {
        waiting = false;
        return work();
      })
      .catch(() => undefined);
  };
}
