/** Services of an account that most visits do not need, in one bundle. Each is opened on its first use. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { Backend } from '../backend/backend.ts';
import type { BackendParts } from '../backend/http.ts';
import { createAccessCalls } from '../backend/access.ts';
import { createCommandCalls } from '../backend/command.ts';
import { createConfigListCalls } from '../backend/config-lists.ts';
import { createOrderCalls } from '../backend/order.ts';
import { createOwnershipCalls } from '../backend/ownership.ts';
import { createPracticeTail, createStreamCalls } from '../backend/streams.ts';
import { createTelemetryCalls } from '../backend/telemetry.ts';
import { createReadingCalls } from '../backend/reading.ts';
import { createWithdrawCalls } from '../backend/withdraw.ts';
import { httpParts, type AccountParts } from './account-parts.ts';
import { followAlarmChecks } from './follow-alarm-checks.ts';
import { notifyOfAlarms } from './alarm-notice.ts';
import { ifPossible } from '../domain/unawaited.ts';
import type { ClockReading } from '../domain/telemetry/now.ts';
import type { AccountStorage } from '../storage/open-account.ts';
import { openTelemetryStorage } from '../storage/telemetry/telemetry.ts';
import { createCommands, type CommandsService } from '../use-cases/commands/commands.ts';
import type { Devices } from '../use-cases/devices/device-list.ts';
import { settleRefused } from '../use-cases/outbox/settle-refused.ts';
import { createExtensions, type Extensions } from '../use-cases/extensions.ts';
import { type Ownership, createOwnership } from '../use-cases/ownership/ownership.ts';
import { type PrepareMany, createPrepareMany } from '../use-cases/prepare/prepare-many.ts';
import type { Prepare, PrepareService } from '../use-cases/prepare/prepare.ts';
import { createBlinkFetch, type BlinkFetch } from '../use-cases/prepare/blink-packets.ts';
import { createNetworkVisits, type NetworkVisits } from '../use-cases/prepare/network-visits.ts';
import { createRenewal } from '../use-cases/prepare/renew-overtaken.ts';
import { createWithdrawals, type WithdrawalService } from '../use-cases/prepare/withdraw.ts';
import { type Readings, createReadings } from '../use-cases/readings/readings.ts';
import { type Streams, createStreams } from '../use-cases/streams/streams.ts';
import { type Telemetry, createTelemetry } from '../use-cases/telemetry/telemetry.ts';

export { openHandOver, openJobs } from './jobs.ts';
export { settleRuns } from '../use-cases/run/settle-runs.ts';

/** Composes the streams. They work online only; nothing is stored. */
export function openStreams(parts: AccountParts): Streams {
  const { account, clock } = parts;
  const http = httpParts(parts);
  return createStreams({
    backend: createStreamCalls(http),
    clock,
    practiceTail:
      account.kind === 'sandbox' ? createPracticeTail({ fetch: http.fetch, baseUrl: account.baseUrl }) : null,
  });
}

/** Composes the commands. Loaded after the account has been opened, because a run does not need them. */
export async function openCommands(
  parts: AccountParts,
  { packages, runs, devices }: AccountStorage,
  fetchConfiguration: Prepare['fetchPackage'],
): Promise<CommandsService> {
  const { apiKey, clock, newId, current } = parts;
  const commands = createCommands({
    backend: createCommandCalls(httpParts(parts)),
    packages,
    runs,
    devices,
    clock,
    newId,
    fetchConfiguration,
    words: () => current().settings.commands,
    hasKey: () => apiKey() !== null,
  });
  await commands.start();
  return commands;
}

export function openExtensions({ clock, onTrouble }: AccountParts, { extensions }: AccountStorage): Extensions {
  return createExtensions({ store: extensions, clock, onTrouble });
}

export function openBlinks(parts: AccountParts, storage: AccountStorage, extensions: Extensions): BlinkFetch {
  return createBlinkFetch({
    ...storage,
    extensions,
    backend: createCommandCalls(httpParts(parts)),
    clock: parts.clock,
    newId: parts.newId,
    words: () => parts.current().settings.commands,
    onTrouble: parts.onTrouble,
  });
}

export function openOwnership(
  parts: AccountParts,
  { readDevice }: Pick<Backend, 'readDevice'>,
  devices: Devices,
  extensions: Extensions,
): Ownership {
  const http = httpParts(parts);
  return createOwnership({
    backend: { ...createOrderCalls(http), ...createOwnershipCalls(http), ...createAccessCalls(http), readDevice },
    devices,
    extensions,
  });
}

/** Composes telemetry. Its database is separate from the account's stores, because it can be fetched again. */
export async function openTelemetry(
  parts: AccountParts,
  list: Pick<Devices, 'list'>,
  backendClock: ReadonlySignal<ClockReading>,
  onSkew: BackendParts['onSkew'],
): Promise<Telemetry> {
  const { account, clock, trustUrl, onTrouble } = parts;
  const telemetry = createTelemetry({
    backend: createTelemetryCalls({ ...httpParts(parts), onSkew }),
    store: openTelemetryStorage({ accountId: account.id, trustUrl }),
    clock,
    backendClock,
    devices: () => list.list.value.devices ?? [],
    onAlarms: (fresh) => void notifyOfAlarms(fresh).catch(onTrouble),
  });
  await telemetry.opened;
  return followAlarmChecks(telemetry, parts);
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

interface RenewalParts {
  readonly prepare: Prepare;
  readonly commands: () => Promise<CommandsService>;
  readonly list: Pick<Devices, 'list'>;
}

/**
 * Composes the renewals: packages that were invalidated or superseded are fetched again whenever the network is back
 * and whenever the list has been read. Nothing happens before the first list.
 */
export function openRenewals(
  { clock, apiKey, current }: AccountParts,
  { devices, packages, runs, receipts }: AccountStorage,
  backend: Backend,
  { prepare, commands, list }: RenewalParts,
): NetworkVisits {
  const renewal = createRenewal({
    backend,
    devices,
    packages,
    runs,
    receipts,
    prepare,
    clock,
    hasKey: () => apiKey() !== null,
  });
  const settleRefusals = async (why: 'network' | 'list'): Promise<boolean> =>
    apiKey() === null || (await settleRefused({ backend, devices, packages, receipts, clock }, why));
  const visits = createNetworkVisits({
    visit: async () =>
      (await (await commands()).sweep('network')) && (await renewal.visit('network')) && settleRefusals('network'),
    clock,
    random: Math.random,
    delivery: () => current().settings.delivery,
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

export function openWithdrawals(
  parts: AccountParts,
  { parts: prepare }: PrepareService,
  { readDevices }: Backend,
  extensions: Extensions,
): WithdrawalService {
  return createWithdrawals({ prepare, backend: { ...createWithdrawCalls(httpParts(parts)), readDevices }, extensions });
}

export function openReadings(
  parts: AccountParts,
  { packages, runs, receipts, devices }: AccountStorage,
  { readDevice }: Backend,
  extensions: Extensions,
): Readings {
  const { clock, newId } = parts;
  const backend = { ...createReadingCalls(httpParts(parts)), readDevice };
  return createReadings({ backend, extensions, packages, runs, receipts, devices, clock, newId });
}

export function openPrepareMany(
  parts: AccountParts,
  prepare: PrepareService,
  backend: Backend,
  blinks: BlinkFetch,
  extensions: Extensions,
  withdrawals: WithdrawalService,
): PrepareMany {
  const { clock, current } = parts;
  return createPrepareMany({
    prepare,
    backend,
    withdrawals,
    lists: createConfigListCalls(httpParts(parts)),
    extensions,
    blinks,
    clock,
    settings: () => current().settings,
  });
}
export { takeEntrusted, unreadRuns } from './entrusted-receipts.ts';
