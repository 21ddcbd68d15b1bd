/** One face for the services of whichever account is connected, so that screens keep watching while accounts change. */
import { createLive, createRelay, type Live } from '../../domain/live.ts';
import type { DeviceListState } from '../../use-cases/devices/offered.ts';
import type { RunProgress } from '../../use-cases/run/offered.ts';
import type { OutboxState } from '../../use-cases/outbox/offered.ts';
import { paced } from './paced-live.ts';
import type { RoomState, Services } from './services.ts';

type AccountRoom = Pick<
  Services,
  | 'devices'
  | 'prepare'
  | 'runs'
  | 'outbox'
  | 'telemetry'
  | 'streams'
  | 'commands'
  | 'ownership'
  | 'prepareMany'
  | 'jobs'
  | 'handOver'
  | 'lossesRead'
>;

interface AccountFace extends AccountRoom {
  /** From now on these are shown and asked; null while no account is connected. */
  show(room: AccountRoom | null): void;
  /** What is stored for the account could not be opened. */
  fail(): void;
  readonly room: Live<RoomState>;
}

const NO_DEVICES: DeviceListState = {
  devices: [],
  loadedFromCache: false,
  completedAtMs: null,
  refreshing: null,
  failure: null,
};
const NO_OUTBOX: OutboxState = {
  receipts: [],
  edits: [],
  onlyHere: 0,
  unverified: 0,
  needsYou: 0,
  pause: null,
  sending: false,
  storageRemarks: [],
  loaded: false,
};

/** `onPrepare` is called when a person prepares a beacon, before anything is asked of the backend. */
export function createAccountFace({ onPrepare }: { readonly onPrepare: () => void }): AccountFace {
  let open: AccountRoom | null = null;
  const waiting: ((room: AccountRoom) => void)[] = [];
  const deviceList = createRelay(NO_DEVICES);
  const packages = createRelay<AccountRoom['prepare']['packages']['value']>([]);
  const runs = createRelay<AccountRoom['runs']['list']['value']>([]);
  const current = createRelay<AccountRoom['runs']['current']['value']>(null);
  const elsewhere = createRelay<ReadonlySet<string>>(new Set());
  const radio = createRelay<AccountRoom['runs']['radio']['value']>('unknown');
  const outbox = createRelay(NO_OUTBOX);
  const state = createLive<RoomState>('closed');
  const whenOpen = async (): Promise<AccountRoom> =>
    open ?? (await new Promise<AccountRoom>((resolve) => waiting.push(resolve)));
  const now = (): AccountRoom => {
    if (open === null) throw new Error('No account is connected');
    return open;
  };
  return {
    show(next) {
      open = next;
      if (next !== null) for (const go of waiting.splice(0)) go(next);
      deviceList.follow(next?.devices.list ?? null);
      packages.follow(next?.prepare.packages ?? null);
      runs.follow(next?.runs.list ?? null);
      current.follow(next === null ? null : paced(next.runs.current, isOnTheWay));
      elsewhere.follow(next?.runs.elsewhere ?? null);
      radio.follow(next?.runs.radio ?? null);
      outbox.follow(next?.outbox.state ?? null);
      state.set(next === null ? 'closed' : 'open');
    },
    fail: () => state.set('failed'),
    lossesRead: () => open?.lossesRead(),
    room: state,
    telemetry: async () => (await whenOpen()).telemetry(),
    commands: async () => (await whenOpen()).commands(),
    ownership: async () => (await whenOpen()).ownership(),
    async prepareMany() {
      const many = await (await whenOpen()).prepareMany();
      return {
        ...many,
        start(tasks) {
          onPrepare();
          return many.start(tasks);
        },
      };
    },
    jobs: async () => (await whenOpen()).jobs(),
    handOver: async () => (await whenOpen()).handOver(),
    streams: async () => (await whenOpen()).streams(),
    devices: {
      list: deviceList,
      refresh: async (options) => open?.devices.refresh(options),
      askPart: async (ask) => open?.devices.askPart(ask),
      cancelRefresh: () => open?.devices.cancelRefresh(),
      // The list may be what keeps the account from opening: it is forgotten as soon as it can be.
      forget: async () => (await whenOpen()).devices.forget(),
    },
    prepare: {
      packages,
      prepare: async (input, options) => {
        onPrepare();
        return now().prepare.prepare(input, options);
      },
      fetchPackage: async (uniqueId, options) => now().prepare.fetchPackage(uniqueId, options),
    },
    // Not async where a click must reach the chooser in its own turn.
    runs: {
      list: runs,
      current,
      elsewhere,
      radio,
      nextStep: (run) => open?.runs.nextStep(run) ?? 'nothing',
      start: (packageId, options) => now().runs.start(packageId, options),
      resume: (runId, options) => now().runs.resume(runId, options),
      hasHandle: (uniqueId) => open?.runs.hasHandle(uniqueId) ?? false,
      cancel: () => open?.runs.cancel(),
      retrySave: async () => open?.runs.retrySave(),
      exportHeld: () => open?.runs.exportHeld() ?? null,
      dismiss: () => open?.runs.dismiss(),
      abandon: async (runId) => (await open?.runs.abandon(runId)) ?? false,
      closeRun: async (runId, reason) => (await open?.runs.closeRun(runId, reason)) ?? false,
      reopenRun: async (runId) => (await open?.runs.reopenRun(runId)) ?? false,
      mayReopen: (run) => open?.runs.mayReopen(run) ?? false,
    },
    outbox: {
      state: outbox,
      sendNow: async (ids) => open?.outbox.sendNow(ids),
      hold: async (id, held) => now().outbox.hold(id, held),
      holdEdit: async (uniqueId, held) => now().outbox.holdEdit(uniqueId, held),
      retryParked: async () => now().outbox.retryParked(),
      giveUp: async (id) => now().outbox.giveUp(id),
      takeUp: async (id) => now().outbox.takeUp(id),
      sendAnyway: async (id) => now().outbox.sendAnyway(id),
      assignOwner: async (id, uniqueId) => now().outbox.assignOwner(id, uniqueId),
      resume: async () => now().outbox.resume(),
      export: async (ids) => now().outbox.export(ids),
      lookAt: async (text) => now().outbox.lookAt(text),
      removeImported: async (ids) => now().outbox.removeImported(ids),
      restoreImported: async (rows) => now().outbox.restoreImported(rows),
      import: async (text, options) => now().outbox.import(text, options),
      editVirtual: async (device, values) => now().outbox.editVirtual(device, values),
      editMany: async (edits) => now().outbox.editMany(edits),
      discardEdit: async (uniqueId) => now().outbox.discardEdit(uniqueId),
      restoreEdit: async (edit) => now().outbox.restoreEdit(edit),
    },
  };
}

/** From one phase of a run to the next: nothing is asked of the person, so drawing it may come after the step itself. */
function isOnTheWay(told: RunProgress | null, now: RunProgress | null): boolean {
  return (
    told !== null &&
    now !== null &&
    told.runId === now.runId &&
    told.phase !== 'ended' &&
    now.phase !== 'ended' &&
    told.copyMissing === now.copyMissing
  );
}
