/** One face for the services of whichever account is connected, so that screens keep watching while accounts change. */
import { createLive, createRelay, type Live } from '../../domain/live.ts';
import type { DeviceListState, Devices } from '../../use-cases/devices/offered.ts';
import type { Outbox, OutboxState } from '../../use-cases/outbox/offered.ts';
import type { Prepare } from '../../use-cases/prepare/offered.ts';
import type { RunProgress, Runs } from '../../use-cases/run/offered.ts';
import { forwarded, later } from './forwarded.ts';
import { paced } from './paced-live.ts';
import { NO_RUN, OUTBOX_WAITS, PREPARE_WAITS } from './waiting-calls.ts';
import type { RoomState, Services } from './services.ts';

type AccountRoom = Pick<
  Services,
  | 'devices'
  | 'prepare'
  | 'runs'
  | 'outbox'
  | 'drafts'
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
  unexported: 0,
  unverified: 0,
  needsYou: 0,
  pause: null,
  sending: false,
  sync: null,
  trouble: null,
  storageRemarks: [],
  loaded: false,
};

/** `onPrepare` is called when a person prepares a beacon, before anything is asked of the backend. */
export function createAccountFace({ onPrepare }: { readonly onPrepare: () => void }): AccountFace {
  let open: AccountRoom | null = null;
  const waiting: ((room: AccountRoom) => void)[] = [];
  const deviceList = createRelay(NO_DEVICES);
  const packages = createRelay<Prepare['packages']['value']>([]);
  const runs = createRelay<Runs['list']['value']>([]);
  const current = createRelay<Runs['current']['value']>(null);
  const elsewhere = createRelay<ReadonlySet<string>>(new Set());
  const radio = createRelay<Runs['radio']['value']>('unknown');
  const outbox = createRelay(NO_OUTBOX);
  const state = createLive<RoomState>('closed');
  const opened = (): Promise<AccountRoom> =>
    open === null ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(open);
  const refuse = async (): Promise<never> => {
    throw new Error('No account is connected');
  };
  const prepare = forwarded<Prepare>({
    to: () => open?.prepare ?? null,
    watched: { packages },
    closed: PREPARE_WAITS,
    wait: refuse,
  });
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
    telemetry: async () => (await opened()).telemetry(),
    jobs: async () => (await opened()).jobs(),
    handOver: async () => (await opened()).handOver(),
    streams: async () => (await opened()).streams(),
    commands: async () => (await opened()).commands(),
    ownership: async () => (await opened()).ownership(),
    async prepareMany() {
      const many = await (await opened()).prepareMany();
      return {
        ...many,
        start(tasks) {
          onPrepare();
          return many.start(tasks);
        },
      };
    },
    devices: forwarded<Devices>({
      to: () => open?.devices ?? null,
      watched: { list: deviceList },
      closed: {
        refresh: async () => undefined,
        askPart: async () => undefined,
        cancelRefresh: () => undefined,
        // The list may be what keeps the account from opening: it is forgotten as soon as it can be.
        forget: async () => (await opened()).devices.forget(),
      },
      wait: refuse,
    }),
    prepare: {
      ...prepare,
      prepare(input, options) {
        onPrepare();
        return prepare.prepare(input, options);
      },
    },
    runs: forwarded<Runs>({
      to: () => open?.runs ?? null,
      watched: { list: runs, current, elsewhere, radio },
      closed: {
        ...later('start', 'resume'),
        nextStep: () => 'nothing',
        ...NO_RUN,
        abandon: async () => false,
        closeRun: async () => false,
        reopenRun: async () => false,
        mayReopen: () => false,
      },
      wait: refuse,
    }),
    drafts: {
      kept: (of) => open?.drafts.kept(of) ?? null,
      keep: (of, draft) => open?.drafts.keep(of, draft),
    },
    outbox: forwarded<Outbox>({
      to: () => open?.outbox ?? null,
      watched: { state: outbox },
      closed: {
        sendNow: async () => undefined,
        ...OUTBOX_WAITS,
      },
      wait: refuse,
    }),
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
