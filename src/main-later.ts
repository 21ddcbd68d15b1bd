/** Parts of a connected account that most visits do without: fetched when one of them is first asked for, and the code of each by itself. */
import type { Backend } from './backend/backend.ts';
import { httpParts, type AccountParts } from './main-parts.ts';
import type { AccountStorage } from './storage/open-account.ts';
import type { CommandsService } from './use-cases/commands/commands.ts';
import type { Devices } from './use-cases/devices/offered.ts';
import type { Ownership } from './use-cases/ownership/offered.ts';
import type { PrepareMany } from './use-cases/prepare/many-offered.ts';
import type { Prepare } from './use-cases/prepare/offered.ts';
import { createNetworkVisits, type NetworkVisits } from './use-cases/prepare/network-visits.ts';
import type { PrepareService } from './use-cases/prepare/prepare.ts';
import type { Streams } from './use-cases/streams/offered.ts';
import type { Telemetry } from './use-cases/telemetry/offered.ts';

/** Online only: nothing of it is stored. */
export async function openStreams(parts: AccountParts): Promise<Streams> {
  const { account, clock } = parts;
  const http = httpParts(parts);
  const [{ createStreamCalls, createPracticeTail }, { createStreams }] = await Promise.all([
    import('./backend/streams.ts'),
    import('./use-cases/streams/streams.ts'),
  ]);
  return createStreams({
    backend: createStreamCalls(http),
    clock,
    practiceTail:
      account.kind === 'sandbox' ? createPracticeTail({ fetch: http.fetch, baseUrl: account.baseUrl }) : null,
  });
}

/** Fetched when the account has been opened: a run can do without it. */
export async function openCommands(
  parts: AccountParts,
  { packages, runs, devices }: AccountStorage,
  fetchConfiguration: Prepare['fetchPackage'],
): Promise<CommandsService> {
  const [{ createCommandCalls }, { createCommands }] = await Promise.all([
    import('./backend/command.ts'),
    import('./use-cases/commands/commands.ts'),
  ]);
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
    keyKnown: () => apiKey() !== null,
  });
  await commands.start();
  return commands;
}

export async function openOwnership(
  parts: AccountParts,
  { readDevice }: Pick<Backend, 'readDevice'>,
  devices: Devices,
): Promise<Ownership> {
  const [{ createOrderCalls }, { createOwnershipCalls }, { createOwnership }] = await Promise.all([
    import('./backend/order.ts'),
    import('./backend/ownership.ts'),
    import('./use-cases/ownership/ownership.ts'),
  ]);
  const http = httpParts(parts);
  return createOwnership({
    backend: { ...createOrderCalls(http), ...createOwnershipCalls(http), readDevice },
    devices,
  });
}

/** Beside the account's own stores: it can be fetched again, and most visits do without it. */
export async function openTelemetry(parts: AccountParts, list: Pick<Devices, 'list'>): Promise<Telemetry> {
  const { account, clock, trustUrl } = parts;
  const [{ createTelemetryCalls }, { openTelemetryStorage }, { createTelemetry }, { followAlarmChecks }] =
    await Promise.all([
      import('./backend/telemetry.ts'),
      import('./storage/telemetry/telemetry.ts'),
      import('./use-cases/telemetry/telemetry.ts'),
      import('./main-checks.ts'),
    ]);
  const telemetry = createTelemetry({
    backend: createTelemetryCalls(httpParts(parts)),
    store: openTelemetryStorage({ accountId: account.id, trustUrl }),
    clock,
    devices: () => list.list.value.devices,
    onAlarms: (fresh) =>
      void import('./main-notice.ts').then(({ tellOfAlarms }) => tellOfAlarms(fresh)).catch(() => undefined),
  });
  return followAlarmChecks(telemetry, parts);
}

/** The list was read to its end once more, in this window or another. */
function whenReadAgain({ list }: Pick<Devices, 'list'>, then: () => void): () => void {
  // Of what was kept from earlier the network is asked anyway.
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

/** What was killed or overtaken is fetched again: on each visit to the network, and when the list was read anew. Not before the list is there. */
export async function openRenewals(
  { clock, apiKey, current }: AccountParts,
  { devices, packages, runs, receipts }: AccountStorage,
  backend: Backend,
  { prepare, commands, list }: RenewalParts,
): Promise<NetworkVisits> {
  const { createRenewal } = await import('./use-cases/prepare/renew-overtaken.ts');
  const renewal = createRenewal({
    backend,
    devices,
    packages,
    runs,
    receipts,
    prepare,
    clock,
    keyKnown: () => apiKey() !== null,
  });
  const visits = createNetworkVisits({
    visit: async () => (await (await commands()).sweep('network')) && renewal.visit('network'),
    clock,
    random: Math.random,
    delivery: () => current().settings.delivery,
  });
  const stopReading = whenReadAgain(list, () => void renewal.visit('list'));
  return {
    begin: visits.begin,
    close() {
      stopReading();
      visits.close();
    },
  };
}

export async function openPrepareMany(
  { clock, current }: AccountParts,
  prepare: PrepareService,
  backend: Backend,
): Promise<PrepareMany> {
  const { createPrepareMany } = await import('./use-cases/prepare/prepare-many.ts');
  return createPrepareMany({ prepare, backend, clock, settings: () => current().settings });
}
