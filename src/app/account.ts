/**
 * Composes one account: its environment, device list, runs, sender and services for the screens. Runs each time an
 * account is opened.
 */
import { openEnvironment, type Environment, type Surroundings } from './environment.ts';
import { onDemand } from '../domain/on-demand.ts';
import { whenIdle } from '../ui/shared/when-idle.ts';
import type { AccountServices, AppServices } from '../ui/shell/services.ts';
import { createBeacons } from '../use-cases/beacons/beacons.ts';
import { createDeviceList } from '../use-cases/devices/device-list.ts';
import { createDrafts } from '../use-cases/drafts/drafts.ts';
import { createOutboxView } from '../use-cases/outbox/outbox-view.ts';
import { createPackagesView } from '../use-cases/prepare/packages-view.ts';
import { createRunViews } from '../use-cases/run/run-views.ts';
import { openWork } from './account-work.ts';
import { pageEvents } from './page-events.ts';
import type { ServicesOnRequest } from './services-on-request.ts';

/** The services that exist only while an account is open. */
export type OfferedServices = Omit<AccountServices, keyof AppServices>;

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;

const SWEEP_AFTER_MS = 1000;
/** Loaded on request, because most visits do not need them. */
const onRequest = () => import('./services-on-request.ts');

export async function openAccount(surroundings: Surroundings) {
  const env = await openEnvironment(surroundings);
  const { storage, cachedStorage, clock, onTrouble } = env;
  const cachedRows = [cachedStorage.runs, cachedStorage.receipts, cachedStorage.packages];
  const stopForgetting = pageEvents().subscribe((why) => {
    if (why === 'visible') for (const rows of cachedRows) rows.forget();
  });
  const list = createDeviceList({ ...storage, ...env, backend: reportingAcceptedKeys(env), headDrawn: whenIdle });
  const views = {
    outbox: createOutboxView({ ...cachedStorage, ...env }),
    packages: createPackagesView(cachedStorage.packages),
    runs: createRunViews({ ...cachedStorage, ...env, devices: () => list.list.value.devices ?? [] }),
  };
  const drafts = createDrafts({ ...storage, ...env });
  views.outbox.follow();
  await Promise.all([
    views.outbox.load(),
    views.runs.open(),
    views.packages.open(),
    drafts.open(),
    env.readBackendClock(),
    env.pace.read(),
  ]);
  const listed = list.start().catch(onTrouble);
  const work = openWork({
    ...env,
    views,
    // A package is useful even when its spare packages cannot be loaded.
    fetchBlinks: (...input) =>
      later()
        .then(({ blinks }) => blinks.fetchOne(...input))
        .catch((error: unknown) => (onTrouble(error), [])),
    listed,
  });
  const { prepare, runs, outbox } = work;

  const later = onDemand(async () =>
    (await onRequest()).createServicesOnRequest(env, { list, listed, prepare, outbox }),
  );
  /** Offers a service of the bundle, which is opened on its first use. */
  const offer = <Service>(open: (services: ServicesOnRequest) => Service | Promise<Service>) =>
    onDemand(async () => open(await later()));
  let isClosed = false;
  const sweep = (): void => {
    if (!isClosed)
      void later()
        .then(({ renewals }) => renewals())
        .then((one) => one.begin())
        .catch(onTrouble);
  };
  const stopListening = pageEvents().subscribe((why) => (why === 'online' ? sweep() : undefined));
  // Beacons of a job may have become Verified while no window was open.
  const noteHungUp = async (): Promise<void> => {
    if (!isClosed && (await storage.jobs.notesHungUp())) await (await later()).jobs();
  };
  /** Takes what other accounts of this phone have read from a beacon for this one. */
  const takeEntrusted = async (): Promise<void> => {
    if (isClosed) return;
    const taken = await (await onRequest()).takeEntrusted(env);
    if (taken > 0) await outbox.kick('enqueued');
  };
  void listed
    .then(() => (isClosed ? undefined : storage.compareCopies()))
    .then(() => clock.sleep(SWEEP_AFTER_MS))
    .then(takeEntrusted)
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
          env.onPrepare();
          return prepare.prepare(...input);
        },
      },
      runs,
      outbox,
      drafts,
      backendClock: env.backendClock,
      hasStream: env.hasStream,
      telemetry: offer((services) => services.telemetry()),
      streams: offer(({ streams }) => streams),
      commands: offer((services) => services.commands()),
      ownership: offer(({ ownership }) => ownership),
      prepareMany: offer(({ prepareMany }) => prepareMany),
      withdrawals: offer(({ withdrawals }) => withdrawals),
      readings: offer(({ readings }) => readings),
      phoneCheck: offer((services) => services.phoneCheck),
      jobs: offer((services) => services.jobs()),
      handOver: offer((services) => services.handOver()),
    } satisfies OfferedServices,
    storage,
    keyGiven(): void {
      outbox.keyGiven().catch(onTrouble);
      void listed.then(sweep);
    },
    /** Marks the reported losses as read. */
    lossesRead: () => void storage.lossesRead().catch(onTrouble),
    /** Resolves when a run in progress, its copies and a late read have ended. Nothing is aborted. */
    async close(): Promise<void> {
      isClosed = true;
      stopListening();
      later.ifOpen((services) => services.close());
      await work.close();
      views.outbox.close();
      views.runs.close();
      views.packages.close();
      stopForgetting();
      list.close();
      await drafts.close();
      storage.close();
    },
  };
}

/** Returns the backend with reads of the list that report the key with which they succeeded. */
function reportingAcceptedKeys({ backend, apiKey, onKeyAccepted }: Environment): Environment['backend'] {
  return {
    ...backend,
    async devicePage(...input) {
      const key = apiKey();
      const page = await backend.devicePage(...input);
      // The key may have been replaced while the request ran; the answer then says nothing about the new key.
      if (page.ok && key !== null && key === apiKey()) onKeyAccepted(key);
      return page;
    },
  };
}
