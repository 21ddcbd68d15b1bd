/**
 * Composes one account: its stores, backend, device list, runs, sender and services for the screens. Runs each time an
 * account is opened.
 */
import { signal } from '@preact/signals-core';
import { createBackend } from '../backend/backend.ts';
import { createRadio } from '../bluetooth/radio.ts';
import type { Account } from '../domain/account.ts';
import { onDemand } from '../domain/on-demand.ts';
import { CLOCK_UNCHECKED } from '../domain/telemetry/now.ts';
import { openAccountStorage, type AccountStorage } from '../storage/open-account.ts';
import { createMirror } from '../storage/second-copy/mirror.ts';
import { whenIdle } from '../ui/shared/when-idle.ts';
import type { AccountServices, AppServices } from '../ui/shell/services.ts';
import { createBeacons } from '../use-cases/beacons/beacons.ts';
import { createDeviceList } from '../use-cases/devices/device-list.ts';
import { createDrafts } from '../use-cases/drafts/drafts.ts';
import { createOutboxView } from '../use-cases/outbox/outbox-view.ts';
import { createCachedRows } from '../use-cases/cached-rows.ts';
import { createPackagesView } from '../use-cases/prepare/packages-view.ts';
import type { SkewReading } from '../use-cases/run/ports.ts';
import { createRunViews } from '../use-cases/run/run-views.ts';
import { httpParts, type AccountParts } from './account-parts.ts';
import { pageEvents } from './page-events.ts';
import { openWork } from './account-work.ts';

/** The services that exist only while an account is open. */
export type OfferedServices = Omit<AccountServices, keyof AppServices>;

export interface OpenAccount {
  readonly services: OfferedServices;
  readonly storage: AccountStorage;
  keyGiven(): void;
  /** Marks the reported losses as read. */
  lossesRead(): void;
  /** Resolves when a run in progress, its copies and a late read have ended. Nothing is aborted. */
  close(): Promise<void>;
}

const SWEEP_AFTER_MS = 1000;
/** Loaded on request, because most visits do not need them. */
const onRequest = () => import('./services-on-request.ts');

export async function openAccount(given: AccountParts): Promise<OpenAccount> {
  const parts: AccountParts = { ...given, account: withSettingsOf(given.account, given.current) };
  const { account, current, clock, newId, locks, onTrouble } = parts;
  const mirror = createMirror({ accountId: account.id, trustUrl: parts.trustUrl });
  const storage = await openAccountStorage(account.id, {
    nowMs: clock.nowMs,
    newId,
    mirror,
    account: given.account,
    localStorage,
    keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
    comparesLater: true,
    onTrouble,
  });
  const { devices, packages, runs: runRows, receipts, edits, queue, skew } = storage;
  const backendClock = signal(CLOCK_UNCHECKED);
  const showSkew = ({ skewMs, trust }: SkewReading): void =>
    void (backendClock.value = { skewMs, isChecked: trust !== 'unchecked' });
  const onSkew = (reading: SkewReading): void => {
    showSkew(reading);
    void skew.write(reading).catch(onTrouble);
  };
  const backend = createBackend({ ...httpParts(parts), onSkew });
  const cachedRows = {
    runs: createCachedRows(runRows),
    receipts: createCachedRows(receipts),
    packages: createCachedRows(packages),
  };
  const stopForgetting = pageEvents().subscribe((why) => {
    if (why === 'visible') for (const rows of Object.values(cachedRows)) rows.forget();
  });
  const views = {
    outbox: createOutboxView({
      account,
      receipts: cachedRows.receipts,
      edits,
      queue,
      storageRemarks: storage.remarks,
      onTrouble,
    }),
    packages: createPackagesView(cachedRows.packages),
    runs: createRunViews({ ...cachedRows, devices, locks, bluetooth: createRadio(() => parts.bluetooth), clock }),
  };
  const list = createDeviceList({
    account: current,
    backend: {
      ...backend,
      async devicePage(...input) {
        const apiKey = parts.apiKey();
        const page = await backend.devicePage(...input);
        // The key may have been replaced while the request ran; the answer then says nothing about the new key.
        if (page.ok && apiKey !== null && apiKey === parts.apiKey()) parts.onKeyAccepted(apiKey);
        return page;
      },
    },
    devices,
    packages,
    runs: runRows,
    receipts,
    clock,
    headDrawn: whenIdle,
  });
  const drafts = createDrafts({ store: storage.drafts, nowMs: clock.nowMs, onTrouble });
  views.outbox.follow();
  await Promise.all([
    views.outbox.load(),
    views.runs.open(),
    views.packages.open(),
    drafts.open(),
    skew.read().then(showSkew, onTrouble),
  ]);
  const listed = list.start().catch(onTrouble);
  const {
    bluetooth,
    prepare,
    runs,
    outbox,
    close: closeWork,
  } = openWork({
    account: parts,
    storage,
    mirror,
    backend,
    cachedRows,
    views,
    // A package is useful even when its spare packages cannot be loaded.
    fetchBlinks: (...input) =>
      blinks()
        .then((one) => one.fetchOne(...input))
        .catch((error: unknown) => (onTrouble(error), [])),
    listed,
  });

  const extensions = onDemand(async () => (await onRequest()).openExtensions(parts, storage));
  const blinks = onDemand(async () => (await onRequest()).openBlinks(parts, storage, await extensions()));
  const commands = onDemand(async () =>
    (await onRequest()).openCommands(parts, { ...storage, ...cachedRows }, (uniqueId) =>
      prepare.fetchPackage(uniqueId),
    ),
  );
  // The alarms of a tag and the names of beacons come from the list.
  const telemetry = onDemand(async () => {
    const [{ openTelemetry }] = await Promise.all([onRequest(), listed]);
    return openTelemetry(parts, list, backendClock, onSkew);
  });
  const streams = onDemand(async () => (await onRequest()).openStreams(parts));
  const ownership = onDemand(async () => (await onRequest()).openOwnership(parts, backend, list, await extensions()));
  const withdrawals = onDemand(async () =>
    (await onRequest()).openWithdrawals(parts, prepare, backend, await extensions()),
  );
  const readings = onDemand(async () =>
    (await onRequest()).openReadings(parts, { ...storage, ...cachedRows }, backend, await extensions()),
  );
  const prepareMany = onDemand(async () => {
    const many = (await onRequest()).openPrepareMany(
      parts,
      prepare,
      backend,
      await blinks(),
      await extensions(),
      await withdrawals(),
    );
    return {
      ...many,
      start(...input: Parameters<typeof many.start>) {
        parts.onPrepare();
        return many.start(...input);
      },
    };
  });
  const jobs = onDemand(async () =>
    (await onRequest()).openJobs({
      storage,
      cachedRows,
      outbox,
      clock,
      newId,
      bluetooth,
      askBackend: backend.readDevice,
      onTrouble,
    }),
  );
  const handOver = onDemand(async () =>
    (await onRequest()).openHandOver({
      jobs: await jobs(),
      outbox,
      packages,
      runs: runRows,
      clock,
      newId,
      trustUrl: parts.trustUrl,
    }),
  );
  // Renewals also run while no screen shows commands, because a write can invalidate packages and the network may
  // return at any time.
  const renewals = onDemand(async () =>
    (await onRequest()).openRenewals(parts, storage, backend, { prepare, commands, list }),
  );
  let isClosed = false;
  const sweep = (): void => {
    if (!isClosed)
      void renewals()
        .then((one) => one.begin())
        .catch(onTrouble);
  };
  const stopListening = pageEvents().subscribe((why) => (why === 'online' ? sweep() : undefined));
  // Beacons of a job may have become Verified while no window was open.
  const noteHungUp = async (): Promise<void> => {
    if (!isClosed && (await storage.jobs.notesHungUp())) await jobs();
  };
  /** Takes what other accounts of this phone have read from a beacon for this one. */
  const takeEntrusted = async (): Promise<void> => {
    if (parts.otherAccounts().length === 0) return;
    const taken = await (await onRequest()).takeEntrusted({ ...parts, storage });
    if (taken > 0) await outbox.kick('enqueued');
  };
  void listed
    .then(() => (isClosed ? undefined : storage.compareCopies()))
    .then(() => (isClosed ? undefined : takeEntrusted()))
    .then(() => clock.sleep(SWEEP_AFTER_MS))
    .then(() => (sweep(), noteHungUp()))
    // Closing the account ends the comparison; the next start compares again.
    .catch((error: unknown) => (isClosed ? undefined : onTrouble(error)));

  return {
    services: {
      beacons: createBeacons({
        devices: list.list,
        packages: prepare.packages,
        runs: runs.list,
        outbox: outbox.state,
        current: runs.current,
        elsewhere: runs.elsewhere,
        onTrouble,
      }),
      devices: list,
      prepare: {
        ...prepare,
        prepare(...input) {
          parts.onPrepare();
          return prepare.prepare(...input);
        },
      },
      runs,
      outbox,
      drafts,
      backendClock,
      telemetry,
      streams,
      commands,
      ownership,
      prepareMany,
      withdrawals,
      readings,
      jobs,
      handOver,
    },
    storage,
    keyGiven() {
      outbox.keyGiven().catch(onTrouble);
      void listed.then(sweep);
    },
    lossesRead: () => void storage.lossesRead().catch(onTrouble),
    async close() {
      isClosed = true;
      stopListening();
      renewals.ifOpen((one) => one.close());
      commands.ifOpen((one) => one.close());
      telemetry.ifOpen((one) => one.close());
      prepareMany.ifOpen((one) => one.cancel());
      jobs.ifOpen((one) => one.close());
      await closeWork();
      views.outbox.close();
      views.runs.close();
      views.packages.close();
      stopForgetting();
      for (const rows of Object.values(cachedRows)) rows.close();
      list.close();
      await drafts.close();
      storage.close();
    },
  };
}

/** Returns the account with its settings read on each access, so that a change takes effect with the next request. */
function withSettingsOf(account: Account, current: () => Account): Account {
  return {
    ...account,
    get settings() {
      return current().settings;
    },
  };
}
