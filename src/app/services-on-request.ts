/** The services of an account that most visits do not need, in one bundle. Each is opened on its first use. */
import { createBackendOnRequest } from '../backend/on-request.ts';
import { createPracticeTail, createStreamCalls } from '../backend/streams.ts';
import { createTelemetryCalls } from '../backend/telemetry.ts';
import { coalesced } from '../domain/coalesced.ts';
import { onDemand } from '../domain/on-demand.ts';
import { ifPossible } from '../domain/unawaited.ts';
import { readCachedPages } from '../service-worker/page/cached-pages.ts';
import { createPhotoStore } from '../storage/stores/photo-store.ts';
import { openTelemetryStorage } from '../storage/telemetry/telemetry.ts';
import { cameraState } from '../ui/elements/scan-label/camera.ts';
import { sha256 } from '../ui/shared/sha256.ts';
import { shrinkPhoto } from '../ui/shared/shrink-photo.ts';
import { pageWakeLock } from '../ui/shared/wake-lock.ts';
import { createCommands } from '../use-cases/commands/commands.ts';
import type { Devices } from '../use-cases/devices/device-list.ts';
import { createExtensions } from '../use-cases/extensions.ts';
import { followBatteries } from '../use-cases/jobs/confirm-batteries.ts';
import { createHandOver } from '../use-cases/jobs/hand-over.ts';
import { noteHungUp } from '../use-cases/jobs/hung-up.ts';
import { createJobs, type JobsService } from '../use-cases/jobs/jobs.ts';
import type { Outbox } from '../use-cases/outbox/outbox.ts';
import { settleRefused } from '../use-cases/outbox/settle-refused.ts';
import { createOwnership } from '../use-cases/ownership/ownership.ts';
import { createPhoneCheck } from '../use-cases/phone-check/phone-check.ts';
import { createBlinkFetch } from '../use-cases/prepare/blink-packets.ts';
import { createNetworkVisits, type NetworkVisits } from '../use-cases/prepare/network-visits.ts';
import { createPrepareMany } from '../use-cases/prepare/prepare-many.ts';
import type { PrepareService } from '../use-cases/prepare/prepare.ts';
import { createRenewal } from '../use-cases/prepare/renew-overtaken.ts';
import { createWithdrawals } from '../use-cases/prepare/withdraw.ts';
import { createReadings } from '../use-cases/readings/readings.ts';
import { createStreams } from '../use-cases/streams/streams.ts';
import { createTelemetry, type Telemetry } from '../use-cases/telemetry/telemetry.ts';
import { notifyOfAlarms } from './alarm-notice.ts';
import type { Environment } from './environment.ts';
import { followAlarmChecks } from './follow-alarm-checks.ts';

export { settleRuns } from '../use-cases/run/settle-runs.ts';
export { takeEntrusted, unreadRuns } from './entrusted-receipts.ts';

/** The services of the account that these ones use. */
interface FirstServices {
  readonly list: Devices;
  /** Resolves when the device list has been read. */
  readonly listed: Promise<unknown>;
  readonly prepare: PrepareService;
  readonly outbox: Outbox;
}

export type ServicesOnRequest = ReturnType<typeof createServicesOnRequest>;

export function createServicesOnRequest(env: Environment, { list, listed, prepare, outbox }: FirstServices) {
  const { account, storage, cachedStorage, onTrouble } = env;
  const backend = { ...env.backend, ...createBackendOnRequest(env) };
  const startWorker = (url: string): Worker => new Worker(env.trustUrl(url), { type: 'module' });
  const extensions = createExtensions({ ...storage, ...env });
  const blinks = createBlinkFetch({ ...storage, ...env, extensions, backend });
  const withdrawals = createWithdrawals({ ...prepare.parts, extensions, backend });
  const many = createPrepareMany({ ...env, prepare, withdrawals, extensions, blinks, backend });
  const commands = onDemand(async () => {
    const opened = createCommands({ ...cachedStorage, ...env, prepare, backend });
    await opened.start();
    return opened;
  });
  const telemetry = onDemand(async () => {
    // The alarms of a tag and the names of beacons come from the list.
    await listed;
    const opened = createTelemetry({
      ...env,
      backend: createTelemetryCalls({ ...env, onSkew: env.recordSkew }),
      // A database of its own, because telemetry can be fetched again.
      store: openTelemetryStorage({ ...env, accountId: account.id }),
      devices: () => list.list.value.devices ?? [],
      onAlarms: (fresh) => void notifyOfAlarms(fresh).catch(onTrouble),
    });
    await opened.opened;
    return followAlarmChecks(opened, env);
  });
  const jobs = onDemand(() => openJobs(env, { list, outbox, telemetry }));
  const phoneCheck = createPhoneCheck({
    ...env,
    names: () => (list.list.value.devices ?? []).map(({ name }) => name ?? ''),
    appVersion: __FIELDKIT_VERSION__,
    browser: navigator.userAgent,
  });
  // Renewals also run while no screen shows commands, because a write can invalidate packages and the network may
  // return at any time.
  const renewals = onDemand(async () =>
    openRenewals(env, { list, prepare, sweepCommands: async () => (await commands()).sweep('network') }),
  );
  return {
    blinks,
    commands,
    telemetry,
    jobs,
    phoneCheck,
    renewals,
    withdrawals,
    prepareMany: {
      ...many,
      start(...input: Parameters<typeof many.start>) {
        env.onPrepare();
        return many.start(...input);
      },
    },
    readings: createReadings({ ...cachedStorage, ...env, extensions, backend }),
    ownership: createOwnership({ devices: list, extensions, backend }),
    streams: createStreams({
      ...env,
      backend: createStreamCalls(env),
      practiceTail: account.kind === 'sandbox' ? createPracticeTail({ ...env, baseUrl: account.baseUrl }) : null,
    }),
    handOver: async () =>
      createHandOver({
        ...storage,
        ...env,
        jobs: await jobs(),
        outbox,
        sha256,
        redraw: shrinkPhoto,
        readFile: async (text, signal) =>
          (await import('../ui/shared/read-file.ts')).readFile(startWorker, 'job', text, signal),
      }),
    close() {
      renewals.ifOpen((one) => one.close());
      commands.ifOpen((one) => one.close());
      telemetry.ifOpen((one) => one.close());
      many.cancel();
      phoneCheck.cancel();
      jobs.ifOpen((one) => one.close());
    },
  };
}

interface JobServices extends Pick<FirstServices, 'list' | 'outbox'> {
  readonly telemetry: () => Promise<Telemetry>;
}

/** Opens the jobs. From then on notes their beacons as hung up, and confirms their changed batteries. */
async function openJobs(
  env: Environment,
  { list, outbox, telemetry }: JobServices,
): Promise<JobsService & { close(): void }> {
  const { storage, cachedStorage } = env;
  const jobs = createJobs({
    ...storage,
    ...env,
    photos: createPhotoStore(env.account.id, storage.tryRoom),
    staysAwake: () => pageWakeLock().works(),
    cameraState,
    readPages: readCachedPages,
    lookUp: list.lookUp,
  });
  await jobs.start();
  const noteOnce = coalesced(() => noteHungUp({ ...cachedStorage, jobs, outbox }));
  // A failure is reported; the next change tries again.
  const note = (): void => void noteOnce().catch(env.onTrouble);
  const stops = [
    cachedStorage.receipts.watch(note),
    jobs.state.subscribe(note),
    followBatteries({ ...cachedStorage, ...env, jobs, telemetry }),
  ];
  return {
    ...jobs,
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** Calls `then` each time the list has been read to its end, in this window or another. */
function whenReadAgain({ list }: Pick<Devices, 'list'>, then: () => void): () => void {
  // Start from the cached list's time: the network is queried for a cached list anyway.
  let lastMs = list.value.completedAtMs;
  return list.subscribe(() => {
    const { completedAtMs, refreshing } = list.value;
    if (refreshing !== null || completedAtMs === null || completedAtMs === lastMs) return;
    lastMs = completedAtMs;
    then();
  });
}

interface RenewalServices extends Pick<FirstServices, 'list' | 'prepare'> {
  /** Fetches invalidated commands again; false when the backend did not answer. */
  readonly sweepCommands: () => Promise<boolean>;
}

/**
 * Opens the renewals: packages that were invalidated or superseded are fetched again whenever the network is back and
 * whenever the list has been read. Nothing happens before the first list.
 */
function openRenewals(env: Environment, { list, prepare, sweepCommands }: RenewalServices): NetworkVisits {
  const stored = { ...env.storage, ...env };
  const renewal = createRenewal({ ...stored, prepare, lookUp: list.lookUp });
  const settleRefusals = async (why: 'network' | 'list'): Promise<boolean> =>
    !env.hasKey() || (await settleRefused(stored, why));
  const visits = createNetworkVisits({
    ...env,
    visit: async () => (await sweepCommands()) && (await renewal.visit('network')) && settleRefusals('network'),
  });
  const stopReading = whenReadAgain(list, () => {
    void renewal.visit('list');
    // Only storage rejects here; the next list tries again.
    void ifPossible(settleRefusals('list'));
  });
  return {
    begin: visits.begin,
    close() {
      stopReading();
      visits.close();
    },
  };
}
