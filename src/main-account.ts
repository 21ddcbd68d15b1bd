/** Composition of one connected account: its stores, backend, radio, use cases and outbox, wired and started. */
import { deferBackend } from './backend/deferred-backend.ts';
import { createRadio } from './bluetooth/radio.ts';
import type { Account } from './domain/account.ts';
import { createRelay } from './domain/live.ts';
import { onDemand, type OnDemand } from './domain/on-demand.ts';
import { isUnfinished } from './domain/run.ts';
import { undeliveredWork, type UndeliveredWork } from './domain/undelivered-work.ts';
import type { Commands } from './use-cases/commands/offered.ts';
import { createDrafts } from './use-cases/drafts/drafts.ts';
import type { Drafts } from './use-cases/drafts/offered.ts';
import { createDeviceList } from './use-cases/devices/device-list.ts';
import type { Ownership } from './use-cases/ownership/offered.ts';
import type { HandOver } from './use-cases/jobs/hand-over.ts';
import type { Jobs } from './use-cases/jobs/offered.ts';
import type { PrepareMany } from './use-cases/prepare/many-offered.ts';
import { createPackagesView, type PackagesView } from './use-cases/prepare/packages-view.ts';
import { createRunViews, type RunViews } from './use-cases/run/run-views.ts';
import type { Devices } from './use-cases/devices/offered.ts';
import type { Prepare } from './use-cases/prepare/offered.ts';
import type { Runs } from './use-cases/run/offered.ts';
import type { Streams } from './use-cases/streams/offered.ts';
import type { Telemetry } from './use-cases/telemetry/offered.ts';
import { httpParts, type AccountParts } from './main-parts.ts';
import { pageEvents } from './main-triggers.ts';
import type { Work } from './main-work.ts';
import { createMirror } from './storage/second-copy/mirror.ts';
import { accountDatabase } from './names.ts';
import { openAccountStorage, type AccountStorage } from './storage/open-account.ts';
import { createOutboxView, type OutboxView } from './use-cases/outbox/outbox-view.ts';
import { forwarded, later } from './ui/shell/forwarded.ts';
import { NO_RUN, OUTBOX_WAITS, PREPARE_WAITS } from './ui/shell/waiting-calls.ts';
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
  savedAccess(): Promise<ReadonlyMap<string, string | null>>;
  /** A person has read what was lost. */
  lossesRead(): void;
  /** Ends when a run that is still open has ended; nothing is cut off. */
  close(): Promise<void>;
}

const SWEEP_AFTER_MS = 1000;
const fetchLater = () => import('./main-later.ts');
/** A page that does not come up keeps the list waiting no longer than this, ms. */
const HEAD_DRAWN_MS = 3000;

export async function openAccount(given: AccountParts): Promise<AccountServices> {
  const parts: AccountParts = { ...given, account: withSettingsOf(given.account, given.current) };
  const { account, current, clock, newId, locks } = parts;
  const mirror = createMirror({ accountId: account.id, trustUrl: parts.trustUrl });
  const storage = await openAccountStorage(account.id, {
    nowMs: clock.nowMs,
    newId,
    mirror,
    account: given.account,
    localStorage,
    keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
    onTrouble: parts.onTrouble,
  });
  const { devices, packages, runs: runRows, receipts, edits, queue, skew } = storage;
  const backend = deferBackend({ ...httpParts(parts), onSkew: (reading) => void skew.write(reading) });
  const views = {
    outbox: createOutboxView({
      account,
      receipts,
      edits,
      queue,
      storageRemarks: storage.remarks,
      onTrouble: parts.onTrouble,
    }),
    packages: createPackagesView(packages),
    runs: createRunViews({ ...storage, locks, bluetooth: createRadio(() => parts.bluetooth), clock }),
  };
  const list = createDeviceList({
    account: current,
    backend: {
      ...backend,
      async devicePage(...asked) {
        const apiKey = parts.apiKey();
        const page = await backend.devicePage(...asked);
        // Another key may have been given meanwhile, and the answer would be to that one.
        if (page.ok && apiKey !== null && apiKey === parts.apiKey()) parts.onKeyAccepted(apiKey);
        return page;
      },
    },
    devices,
    packages,
    runs: runRows,
    receipts,
    clock,
    headDrawn: () => Promise.race([parts.firstPage, clock.sleep(HEAD_DRAWN_MS)]),
  });
  const drafts = createDrafts({ store: storage.drafts, nowMs: clock.nowMs, onTrouble: parts.onTrouble });
  let isClosed = false;
  let tellListed = (): void => {};
  const whenListed = new Promise<void>((resolve) => (tellListed = resolve));
  const { work, closeWork, prepare, runs, outbox } = deferWork(views, async () => {
    const { openWork } = await import('./main-work.ts');
    if (isClosed) throw new Error('The account was closed');
    return openWork({ account: parts, storage, mirror, backend, views, listed: whenListed });
  });
  // What waits, or was begun, waits for no list; a failed fetch is tried again with the next event.
  const workIfAny = (): void => {
    if (isWorkWaiting(views)) void work().catch((error: unknown) => parts.onTrouble(error));
  };
  const stopLooking = [
    views.outbox.state.subscribe(workIfAny),
    views.runs.list.subscribe(workIfAny),
    pageEvents().subscribe(workIfAny),
  ];
  views.outbox.follow();
  await Promise.all([views.outbox.load(), views.runs.open(), views.packages.open(), drafts.open()]);
  const listed = list
    .start()
    .catch((error: unknown) => parts.onTrouble(error))
    .finally(tellListed);
  // From then on a click finds it: a chooser is opened in the turn of the click.
  void Promise.all([listed, parts.firstPage])
    .then(work)
    .catch((error: unknown) => (isClosed ? undefined : parts.onTrouble(error)));
  const commands = onDemand(async () =>
    (await fetchLater()).openCommands(parts, storage, (uniqueId) => prepare.fetchPackage(uniqueId)),
  );
  const telemetry = onDemand(async () => (await fetchLater()).openTelemetry(parts, list));
  const streams = onDemand(async () => (await fetchLater()).openStreams(parts));
  const ownership = onDemand(async () => (await fetchLater()).openOwnership(parts, backend, list));
  const prepareMany = onDemand(async () =>
    (await fetchLater()).openPrepareMany(parts, (await work()).prepare, backend),
  );
  const jobs = onDemand(async () =>
    (await import('./main-jobs.ts')).openJobs({
      storage,
      clock,
      newId,
      bluetooth: (await work()).bluetooth,
      askBackend: backend.readDevice,
    }),
  );
  const handOver = onDemand(async () =>
    (await import('./main-jobs.ts')).openHandOver({
      jobs: await jobs(),
      outbox,
      packages,
      runs: runRows,
      clock,
      newId,
    }),
  );
  // What a write has killed is marked whether or not somebody looks at commands; the network may be back at any time.
  const renewals = onDemand(async () =>
    (await fetchLater()).openRenewals(parts, storage, backend, { prepare, commands, list }),
  );
  const sweep = (): void =>
    void renewals()
      .then((one) => one.begin())
      .catch(() => undefined);
  const stopListening = pageEvents().subscribe((why) => (why === 'online' ? sweep() : undefined));
  void Promise.all([listed, parts.firstPage])
    .then(() => clock.sleep(SWEEP_AFTER_MS))
    .then(() => (isClosed ? undefined : sweep()));

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
      // One that is not at work yet begins with this key; a pause that waited for it is lifted.
      if (views.outbox.state.value.pause !== null) void work().catch((error: unknown) => parts.onTrouble(error));
      work.ifOpen((one) => one.outbox.keyGiven());
      void listed.then(sweep);
    },
    countWork: () => countWork(storage),
    savedAccess: () => savedAccess(storage),
    lossesRead: () => void storage.lossesRead().catch((error: unknown) => parts.onTrouble(error)),
    async close() {
      isClosed = true;
      stopListening();
      for (const stop of stopLooking) stop();
      renewals.ifOpen((one) => one.close());
      commands.ifOpen((one) => one.close());
      telemetry.ifOpen((one) => one.close());
      prepareMany.ifOpen((one) => one.cancel());
      jobs.ifOpen((one) => one.close());
      await closeWork();
      views.outbox.close();
      views.runs.close();
      views.packages.close();
      list.close();
      await drafts.close();
      storage.close();
    },
  };
}

interface AccountViews {
  readonly outbox: OutboxView;
  readonly packages: PackagesView;
  readonly runs: RunViews;
}

/** Anything that the sender or a run has still to do with. */
function isWorkWaiting({ outbox, runs }: AccountViews): boolean {
  const { receipts, edits, pause } = outbox.state.value;
  return (
    pause !== null ||
    receipts.some(({ state }) => state !== 'verified') ||
    edits.some(({ state }) => state !== 'saved') ||
    runs.list.value.some(isUnfinished)
  );
}

/** Preparing, runs and the outbox: what is watched is there at once, what they do is fetched with the first call. */
function deferWork(
  views: AccountViews,
  open: () => Promise<Work>,
): Pick<AccountServices, 'runs'> & {
  readonly work: OnDemand<Work>;
  readonly closeWork: () => Promise<void>;
  readonly prepare: Prepare;
  readonly outbox: Outbox;
} {
  const current = createRelay<Runs['current']['value']>(null);
  let opened: Work | null = null;
  const work = onDemand(async () => {
    opened = await open();
    current.follow(opened.runs.current);
    return opened;
  });
  const { list, elsewhere, radio } = views.runs;
  return {
    work,
    closeWork: async () => opened?.close(),
    prepare: forwarded<Prepare>({
      to: () => opened?.prepare ?? null,
      watched: { packages: views.packages.packages },
      closed: PREPARE_WAITS,
      wait: async (call) => call((await work()).prepare),
    }),
    runs: forwarded<Runs>({
      to: () => opened?.runs ?? null,
      watched: { list, current, elsewhere, radio },
      closed: {
        ...later('start', 'resume', 'abandon', 'closeRun', 'reopenRun'),
        nextStep: views.runs.nextStep,
        mayReopen: views.runs.mayReopen,
        ...NO_RUN,
      },
      wait: async (call) => call((await work()).runs),
    }),
    outbox: forwarded<Outbox>({
      to: () => opened?.outbox ?? null,
      watched: { state: views.outbox.state },
      closed: { ...OUTBOX_WAITS, ...later('sendNow') },
      wait: async (call) => call((await work()).outbox),
    }),
  };
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

type ClosedParts = Pick<AccountParts, 'clock' | 'newId' | 'onTrouble'>;

/** What an account that is not open now holds only on this phone. */
export function countWorkOf(account: Account, parts: ClosedParts): Promise<UndeliveredWork> {
  return readClosed(account, parts, undeliveredWork([], [], []), countWork);
}

/** As `AccountServices.savedAccess`, of an account that is not open now. */
export function savedAccessOf(account: Account, parts: ClosedParts): Promise<ReadonlyMap<string, string | null>> {
  return readClosed(account, parts, new Map(), savedAccess);
}

async function readClosed<T>(
  account: Account,
  parts: ClosedParts,
  withoutStorage: T,
  read: (storage: AccountStorage) => Promise<T>,
): Promise<T> {
  // To open it would make it: an account that another window has just removed must not come back as an empty one.
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  if (!names.some((name) => name.startsWith(accountDatabase(account.id)))) return withoutStorage;
  const storage = await openAccountStorage(account.id, {
    nowMs: parts.clock.nowMs,
    newId: parts.newId,
    mirror: null,
    localStorage: null,
    keepDeliveredDays: account.settings.delivery.keepDeliveredDays,
    onTrouble: parts.onTrouble,
  });
  try {
    return await read(storage);
  } finally {
    storage.close();
  }
}

async function countWork({ receipts, runs, edits }: AccountStorage): Promise<UndeliveredWork> {
  const [rows, runRows, editRows] = await Promise.all([receipts.all(), runs.all(), edits.all()]);
  return undeliveredWork(rows, runRows, editRows);
}

async function savedAccess({ devices }: AccountStorage): Promise<ReadonlyMap<string, string | null>> {
  return new Map((await devices.all()).map(({ uniqueId, access }) => [uniqueId, access]));
}
