/**
 * A phone and the sandbox’s backend, with devices, packages and runs in memory; for tests of preparing and of the list.
 */
import { beforeEach } from 'vitest';
import { createMemoryLocks } from './memory-locks.ts';
import { createSandboxPhone } from './sandbox-phone.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { createBackendOnRequest } from '../../src/backend/on-request.ts';
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import type { SandboxBackend } from '../../src/sandbox/backend/backend.ts';
import { createDeviceList, type DeviceListService } from '../../src/use-cases/devices/device-list.ts';
import type { DeviceListParts } from '../../src/use-cases/devices/ports.ts';
import type { ReceiptStore, PackageStore, RunStore } from '../../src/use-cases/stores.ts';
import type { Bulk } from '../../src/domain/settings.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/default-settings.ts';
import { createBlinkFetch, type BlinkFetch } from '../../src/use-cases/prepare/blink-packets.ts';
import { type PrepareMany, createPrepareMany } from '../../src/use-cases/prepare/prepare-many.ts';
import { createExtensions, type Extensions, type ExtensionStore } from '../../src/use-cases/extensions.ts';
import { createMemoryMetaRows } from './memory-meta-rows.ts';
import { fixtureReceipt, fixtureRun } from './fixture-rows.ts';
import { devicesOver, packagesOver, type DeviceRows } from './stores-over-rows.ts';
import { createRenewal } from '../../src/use-cases/prepare/renew-overtaken.ts';
import { createWithdrawals, type WithdrawalService } from '../../src/use-cases/prepare/withdraw.ts';
import { createPrepare, type PrepareService } from '../../src/use-cases/prepare/prepare.ts';

type SandboxPhone = ReturnType<typeof createSandboxPhone>;

export let clock: VirtualClock;
export let sandbox: SandboxBackend;
export let control: SandboxPhone['control'], snapshot: SandboxPhone['snapshot'];
export let disk: DeviceRows & {
  packages: Map<string, CarriedPackage>;
  runs: Run[];
  receipts: Receipt[];
  extensions: ExtensionStore;
  full: boolean;
};
export let prepare: PrepareService;
export let many: PrepareMany;
export let manyInAnotherWindow: () => PrepareMany;
export let withdrawals: WithdrawalService;
export let extensions: Extensions;
/** The account's limits; a test sets what it needs before it starts. */
export let bulk: { -readonly [K in keyof Bulk]: Bulk[K] };
export let list: DeviceListService;
/** Created at each start of the app. */
export let renewal: () => ReturnType<typeof createRenewal>;
export let requests: string[];
export let deviceStore: DeviceListParts['devices'], packageStore: PackageStore;

/** What a test changes of the phone. `cutShort`: the list ends after its first page and reports that. */
export const phone: {
  drained: () => void;
  key: SandboxPhone['key'];
  /** Simulates another window while a request is in transit. */
  onRequest: (path: string) => void | Promise<void>;
  running: ReadonlySet<string>;
  cutShort: boolean;
  hasKey: boolean;
  /** Whether it fetches packets for blinking with each package. */
  fetchesBlinks: boolean;
  /** Changes the text of answers; null for the sandbox's own spelling. */
  respell: ((text: string) => string) | null;
} = {
  drained: () => {},
  key: { value: null },
  onRequest: () => {},
  running: new Set(),
  cutShort: false,
  hasKey: true,
  fetchesBlinks: false,
  respell: null,
};

export const prepareInput = (values = { minor: 5 } as Record<string, string | number>, uniqueId = 'tB4x') =>
  prepare.prepare({ uniqueId, deviceType: 'BEACON', values, before: { minor: 1 } });
export const states = () => [...disk.packages.values()].map(({ id, state }) => `${id} ${state}`);
export const receipt = (change: Partial<Receipt>): Receipt => fixtureReceipt('tB4x', change);
export const run = (step: Run['step']): Run => fixtureRun('tB4x', { id: 'r', step });

function onTrouble(error: unknown): void {
  throw error;
}

/** Registers the setup that every file of these tests needs. */
export function preparePhone(): void {
  beforeEach(() => {
    const made = createSandboxPhone({
      seed: 'prepare-test',
      async around({ method, path, search }, send) {
        await phone.onRequest(`${method} ${path}`);
        requests.push(`${method} ${path}${search}`);
        const answer = await send();
        return phone.respell === null
          ? answer
          : new Response(phone.respell(await answer.text()), { status: answer.status, headers: answer.headers });
      },
    });
    ({ clock, sandbox, control, snapshot } = made);
    const { account, backend, http, pace } = made;
    disk = {
      devices: new Map(),
      packages: new Map(),
      runs: [],
      receipts: [],
      extensions: createMemoryMetaRows(),
      full: false,
    };
    phone.drained = () => {};
    phone.onRequest = () => {};
    phone.running = new Set();
    phone.cutShort = false;
    phone.hasKey = true;
    phone.fetchesBlinks = false;
    phone.respell = null;
    requests = [];
    phone.key = made.key;
    const watch = () => () => {};
    const devices = (deviceStore = devicesOver(disk));
    const stored = packagesOver(disk);
    const packages: PackageStore = (packageStore = {
      ...stored,
      async replace(row) {
        if (disk.full) throw new DOMException('no room', 'QuotaExceededError');
        await stored.replace(row);
      },
    });
    const runs = { watch, all: async () => disk.runs } as unknown as RunStore;
    const receipts = { watch, all: async () => disk.receipts } as unknown as ReceiptStore;
    let ids = 0;
    const newId = () => `p${(ids += 1)}`;
    extensions = createExtensions({ extensions: disk.extensions, clock, onTrouble });
    const locks = createMemoryLocks();
    const env = {
      account,
      backend,
      packages,
      runs,
      receipts,
      devices,
      extensions,
      clock,
      newId,
      locks,
      onTrouble,
      pace,
    };
    const blinkFetch = createBlinkFetch({ ...env, backend: createBackendOnRequest(http) });
    const blinks: BlinkFetch = {
      fetch: async (...asked) => (phone.fetchesBlinks ? blinkFetch.fetch(...asked) : new Map()),
      fetchOne: async (...asked) => (phone.fetchesBlinks ? blinkFetch.fetchOne(...asked) : []),
    };
    prepare = createPrepare({
      ...env,
      fetchBlinks: blinks.fetchOne,
      drain: async () => phone.drained(),
      running: async () => phone.running,
    });
    renewal = () => createRenewal({ ...env, prepare, lookUp: list.lookUp, hasKey: () => phone.hasKey });
    bulk = { ...DEFAULT_SETTINGS.bulk };
    withdrawals = createWithdrawals({
      ...prepare.parts,
      backend: { ...backend, ...createBackendOnRequest(http) },
      extensions,
    });
    manyInAnotherWindow = () =>
      createPrepareMany({
        ...env,
        withdrawals,
        prepare,
        backend: { ...backend, ...createBackendOnRequest(http) },
        blinks,
        account: { settings: { ...DEFAULT_SETTINGS, bulk } },
      });
    many = manyInAnotherWindow();
    const devicePage: typeof backend.devicePage = async (query, size, signal) => {
      const page = await backend.devicePage(query, size, signal);
      return page.ok && phone.cutShort ? { ok: true, value: { ...page.value, nextQuery: null } } : page;
    };
    list = createDeviceList({ ...env, backend: { ...backend, devicePage } });
  });
}
