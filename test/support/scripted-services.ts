/**
 * `AccountServices` whose live values can be set and whose calls are recorded, for testing and viewing single pages.
 */
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import { signal, type Signal } from '@preact/signals-core';
import { judgePassphrase } from '../../src/domain/passphrase.ts';
import type { Run } from '../../src/domain/run.ts';
import { createBeacons } from '../../src/use-cases/beacons/beacons.ts';
import type { Commands } from '../../src/use-cases/commands/commands.ts';
import type { Ownership } from '../../src/use-cases/ownership/ownership.ts';
import type { ClockReading } from '../../src/domain/telemetry/now.ts';
import type { StoredDraft } from '../../src/use-cases/drafts/drafts.ts';
import type { Devices, DeviceListState } from '../../src/use-cases/devices/device-list.ts';
import type { Prepare } from '../../src/use-cases/prepare/prepare.ts';
import type { Withdrawals } from '../../src/use-cases/prepare/withdraw.ts';
import type { RunProgress, Runs } from '../../src/use-cases/run/runs.ts';
import type { Readings } from '../../src/use-cases/readings/readings.ts';
import type { Session, SessionState } from '../../src/use-cases/session/session.ts';
import type { HandOver } from '../../src/use-cases/jobs/hand-over.ts';
import type { Jobs } from '../../src/use-cases/jobs/jobs.ts';
import type { PhoneCheck } from '../../src/use-cases/phone-check/phone-check.ts';
import type { PrepareMany } from '../../src/use-cases/prepare/prepare-many.ts';
import type { Streams } from '../../src/use-cases/streams/streams.ts';
import type { Telemetry } from '../../src/use-cases/telemetry/telemetry.ts';
import type { Outbox, OutboxState } from '../../src/use-cases/outbox/outbox.ts';
import type { AppControl } from '../../src/ui/shell/app-control.ts';
import type {
  AppState,
  PhoneState,
  OpenedAccount,
  AccountServices,
  PracticeActions,
} from '../../src/ui/shell/services.ts';
import { NO_WORK } from '../../src/domain/undelivered-work.ts';
import { fixtureAccount } from './fixture-rows.ts';

export interface RecordedCall {
  /** Service and method: "outbox.editVirtual". */
  readonly name: string;
  readonly args: readonly unknown[];
}

export interface ScriptedLives {
  readonly session: Signal<SessionState>;
  readonly devices: Signal<DeviceListState>;
  readonly packages: Signal<readonly CarriedPackage[]>;
  readonly runs: Signal<readonly Run[]>;
  readonly current: Signal<RunProgress | null>;
  readonly elsewhere: Signal<ReadonlySet<string>>;
  readonly radio: Signal<'available' | 'absent' | 'off' | 'unknown'>;
  readonly outbox: Signal<OutboxState>;
  readonly app: Signal<AppState>;
  readonly phone: Signal<PhoneState>;
  readonly account: Signal<OpenedAccount>;
  readonly backendClock: Signal<ClockReading>;
  readonly hasStream: Signal<boolean>;
}

/** The sandbox's actions, which do nothing. */
export const PRACTICE_ACTIONS: PracticeActions = {
  firstBeacon: '',
  dropNextLink: () => undefined,
  job: [],
  failSomeOfJob: () => undefined,
  createPanel: () => document.createElement('p'),
};

/** The first live values. */
export type ScriptedValues = {
  readonly [K in keyof ScriptedLives]?: Partial<ScriptedLives[K]['value']> | ScriptedLives[K]['value'];
};

/** Methods that answer differently from the scripted default; each call is still recorded. */
export interface ScriptedAnswers {
  readonly session?: Partial<Session>;
  readonly devices?: Partial<Devices>;
  readonly prepare?: Partial<Prepare>;
  readonly runs?: Partial<Runs>;
  readonly outbox?: Partial<Outbox>;
  readonly app?: Partial<AppControl>;
  readonly telemetry?: () => Promise<Telemetry>;
  readonly prepareMany?: () => Promise<PrepareMany>;
  readonly jobs?: () => Promise<Jobs>;
  readonly handOver?: () => Promise<HandOver>;
  readonly phoneCheck?: () => Promise<PhoneCheck>;
  readonly diagnostics?: () => Promise<string>;
  readonly commands?: Partial<Commands>;
  readonly ownership?: Partial<Ownership>;
  readonly withdrawals?: Partial<Withdrawals>;
  readonly readings?: Partial<Readings>;
  readonly streams?: () => Promise<Streams>;
}

export interface ScriptedServices extends AccountServices {
  readonly lives: ScriptedLives;
  readonly calls: RecordedCall[];
  /** Returns the calls of one method, oldest first. */
  called(name: string): RecordedCall[];
}

/** Treats every passphrase as strong; rating them is tested with the estimator. */
const GUESSES = 1e20;

export const EMPTY_LIST: DeviceListState = {
  devices: [],

  completedAtMs: null,
  refreshing: null,
  failure: null,
};
export const EMPTY_OUTBOX: OutboxState = {
  receipts: [],
  edits: [],
  toSend: 0,
  unexported: 0,
  unverified: 0,
  needsYou: 0,
  pause: null,
  sending: false,
  sync: null,
  trouble: null,
  storageRemarks: [],
};

/** The stored form drafts of a test's pages, until `clear` of page-place.ts; they outlive each page. */
export const scriptedDrafts = new Map<string, StoredDraft>();

/** By default: a live account with its key, no devices, an empty outbox, radio available, online. */
export function scriptedServices(values: ScriptedValues = {}, answers: ScriptedAnswers = {}): ScriptedServices {
  const account = fixtureAccount();
  const lives: ScriptedLives = {
    session: signal<SessionState>({
      account,
      key: 'ready',
      hasVault: false,
      hasScreenLock: false,
      accounts: [account],
      locked: null,
      idleLockMinutes: 0,
      ...values.session,
    }),
    devices: signal<DeviceListState>({ ...EMPTY_LIST, ...values.devices }),
    packages: signal<readonly CarriedPackage[]>((values.packages as readonly CarriedPackage[] | undefined) ?? []),
    runs: signal<readonly Run[]>((values.runs as readonly Run[] | undefined) ?? []),
    current: signal<RunProgress | null>((values.current as RunProgress | null | undefined) ?? null),
    elsewhere: signal<ReadonlySet<string>>((values.elsewhere as ReadonlySet<string> | undefined) ?? new Set()),
    radio: signal<'available' | 'absent' | 'off' | 'unknown'>(values.radio ?? 'available'),
    hasStream: signal(values.hasStream ?? false),
    backendClock: signal<ClockReading>({ skewMs: 0, isChecked: true, ...values.backendClock }),
    outbox: signal<OutboxState>({ ...EMPTY_OUTBOX, ...values.outbox }),
    app: signal<AppState>({
      version: '0.1.0+fixture',
      offlineReady: true,
      updateWaiting: false,
      takingOver: 'no',
      updateFailed: false,
      installFault: null,
      policy: 'header',
      persisted: true,
      installable: false,
      pagesMoved: false,
      theme: 'light',
      language: 'auto',
      online: true,
      ...values.app,
    }),
    phone: signal<PhoneState>({ receiptsElsewhere: [], remarks: [], ...values.phone }),
    account: signal<OpenedAccount>({ services: null, failed: false }),
  };
  const calls: RecordedCall[] = [];
  const recorded = <T extends object>(service: string, usual: Partial<T>, instead: Partial<T> | undefined): T =>
    recording<T>(service, { ...usual, ...instead }, calls);

  const session: Partial<Session> = {
    state: lives.session,
    test: async () => ({ kind: 'ok', devices: 230 }),
    connect: async () => ({ kind: 'connected', account, mayRemember: true }),
    practise: async () => fixtureAccount({ kind: 'sandbox', name: 'Sandbox' }),
    switchTo: async () => 'open',
    giveKey: async () => {
      lives.session.value = { ...lives.session.value, key: 'ready' };
      return { kind: 'connected', account, mayRemember: true };
    },
    openVault: async () => 'opened',
    judgePassphrase: async (passphrase, apiKey) => judgePassphrase(passphrase, apiKey ?? 'secret-key-1', GUESSES),
    offersScreenLock: async () => false,
    setScreenLock: async () => 'kept',
    openScreenLock: async () => 'opened',
    signOutCheck: async () => ({
      ...NO_WORK,
      toSend: lives.outbox.value.toSend,
      receiptIds: lives.outbox.value.receipts.map(({ id }) => id),
      unsentEdits: lives.outbox.value.edits.length,
    }),
    signOut: async () => void (lives.session.value = { ...lives.session.value, account: null, key: 'none' }),
    lock: async () => 'locked',
    remove: async () => ({ kind: 'removed' }),
  };
  const devices: Partial<Devices> = {
    list: lives.devices,
    lookUp: async () => ({ ok: true, value: { found: 0, isWhole: true } }),
  };
  const prepare: Partial<Prepare> = {
    packages: lives.packages,
    prepare: async () => ({ kind: 'notAccessible' }),
    fetchPackage: async () => ({ kind: 'notAccessible' }),
  };
  const runs: Partial<Runs> = {
    list: lives.runs,
    current: lives.current,
    elsewhere: lives.elsewhere,
    radio: lives.radio,
    nextStep: (run) => (run.outcome === null ? 'resume' : 'nothing'),
    hasHandle: () => false,
    exportHeld: () => '{}',
    dismiss: () => void (lives.current.value = null),
    abandon: async () => true,
    closeRun: async () => true,
    reopenRun: async () => true,
    mayReopen: () => false,
  };
  const outbox: Partial<Outbox> = {
    state: lives.outbox,
    export: async () => ({ text: '{}', ids: lives.outbox.value.receipts.map(({ id }) => id) }),
    noteExported: async () => void (lives.outbox.value = { ...lives.outbox.value, unexported: 0 }),
    preview: async () => ({
      kind: 'file',
      count: 1,
      devices: 1,
      accountId: 'acc-1',
      baseUrl: 'https://legacy.example',
      exportedAtMs: null,
      ofThisAccount: true,
      problems: [],
      dropped: [],
    }),
    import: async () => ({ kind: 'imported', added: 1, known: 0 }),
    removeImported: async () => [],
    discardEdit: async (uniqueId) => lives.outbox.value.edits.find((edit) => edit.uniqueId === uniqueId) ?? null,
  };
  const app: Partial<AppControl> = {
    state: lives.app,
    setTheme: (theme) => void (lives.app.value = { ...lives.app.value, theme }),
    setLanguage: (language) => void (lives.app.value = { ...lives.app.value, language }),
    practice: () => null,
  };
  const commands = recorded<Commands>(
    'commands',
    {
      fetch: async () => ({ kind: 'notAccessible' }),
    },
    answers.commands,
  );
  const withdrawals = recorded<Withdrawals>(
    'withdrawals',
    { offer: async () => 'unknown', withdraw: async () => ({ kind: 'withdrawn' }) },
    answers.withdrawals,
  );
  const readings = recorded<Readings>(
    'readings',
    {
      offers: async () => ({ readAll: 'offered', sync: 'offered', decrypt: 'offered' }),
      fetch: async () => ({ kind: 'notAccessible' }),
      fetchValues: async () => ({ kind: 'notAccessible' }),
    },
    answers.readings,
  );
  const ownership = recorded<Ownership>(
    'ownership',
    {
      assign: async () => ({ kind: 'assigned', found: { kind: 'listed', uniqueIds: [] } }),
      findNewDevices: async () => ({ kind: 'listed', uniqueIds: [] }),
      move: async (uniqueIds) => uniqueIds.map((uniqueId) => ({ uniqueId, kind: 'done' })),
      share: async (uniqueIds) => uniqueIds.map((uniqueId) => ({ uniqueId, kind: 'done' })),
      previewOffer: async () => 'unknown',
      previewOrders: async () => ({ kind: 'seen', orders: [] }),
      access: {
        offers: async () => ({ list: 'unknown', takeBack: 'unknown' }),
        read: async () => ({ kind: 'listed', holders: [] }),
        takeBack: async () => ({ kind: 'takenBack', holders: [] }),
      },
    },
    answers.ownership,
  );
  const services: ScriptedServices = {
    beacons: createBeacons({ ...lives, onTrouble: (error) => reportError(error) }),
    session: recorded('session', session, answers.session),
    devices: recorded('devices', devices, answers.devices),
    prepare: recorded('prepare', prepare, answers.prepare),
    runs: recorded('runs', runs, answers.runs),
    outbox: recorded('outbox', outbox, answers.outbox),
    drafts: {
      load: (of) => scriptedDrafts.get(of) ?? null,
      store: (of, draft) =>
        void (draft === null ? scriptedDrafts.delete(of) : scriptedDrafts.set(of, { atMs: Date.now(), draft })),
    },
    backendClock: lives.backendClock,
    hasStream: lives.hasStream,
    app: recorded('app', app, answers.app),
    phone: lives.phone,
    lossesRead() {
      calls.push({ name: 'lossesRead', args: [] });
      lives.phone.value = { ...lives.phone.value, remarks: [] };
      lives.outbox.value = { ...lives.outbox.value, storageRemarks: [] };
    },
    account: lives.account,
    // Never resolves, as while its code is loading, unless a test provides the commands.
    commands: async () => commands,
    ownership: async () => ownership,
    withdrawals: async () => withdrawals,
    readings: async () => readings,
    handOver: answers.handOver ?? (() => new Promise(() => undefined)),
    diagnostics: answers.diagnostics ?? (async () => '{}\n'),
    phoneCheck: answers.phoneCheck ?? (() => new Promise(() => undefined)),
    jobs: answers.jobs ?? (() => new Promise(() => undefined)),
    prepareMany: answers.prepareMany ?? (() => new Promise(() => undefined)),
    telemetry: answers.telemetry ?? (() => new Promise(() => undefined)),
    streams: answers.streams ?? (() => new Promise(() => undefined)),
    startWorker: (url) => new Worker(url, { type: 'module' }),
    lives,
    calls,
    called: (name) => calls.filter((call) => call.name === name),
  };
  lives.account.value = { services, failed: false, ...values.account };
  return services;
}

/**
 * Returns a service whose members are those given, and whose every other method resolves to undefined. Each call of a
 * method is recorded first.
 */
function recording<T extends object>(service: string, given: Partial<T>, calls: RecordedCall[]): T {
  const recorded =
    (name: string, answer: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      calls.push({ name: `${service}.${name}`, args });
      return answer(...args);
    };
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(given))
    members[name] = typeof member === 'function' ? recorded(name, member as () => unknown) : member;
  return new Proxy(members, {
    get(_, name) {
      // A service is no promise, no JSON value and no directive of a template.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON' || name.startsWith('_')) return undefined;
      return (members[name] ??= recorded(name, () => Promise.resolve()));
    },
  }) as T;
}
