/** A phone and practice beacons in Node: real runs over the real adapter and beacon; storage as plain maps. */
import { createBluetooth } from '../../src/bluetooth/bluetooth.ts';
import type { Account } from '../../src/domain/account.ts';
import { encodeBase64 } from '../../src/domain/base64.ts';
import type { CarriedPackage } from '../../src/domain/carried-package.ts';
import { OPERATION } from '../../src/domain/packet.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import type { Timing } from '../../src/domain/settings.ts';
import type { ListedDevices } from '../../src/use-cases/devices/ports.ts';
import type { ReceiptStore, PackageStore, RunStore } from '../../src/use-cases/stores.ts';
import type { OutboxReceipts } from '../../src/use-cases/outbox/ports.ts';
import type { BluetoothPort } from '../../src/use-cases/run/bluetooth-port.ts';
import type { ReceiptMirror, SkewStore, UnreadRun, WakeLock } from '../../src/use-cases/run/ports.ts';
import type { Locks } from '../../src/use-cases/surroundings.ts';
import { createRunViews } from '../../src/use-cases/run/run-views.ts';
import { RunsService, type RunsPorts, type RunProgress } from '../../src/use-cases/run/runs.ts';
import { createPracticeBluetooth } from '../../src/sandbox/bluetooth/bluetooth.ts';
import { createBeaconStore, type BeaconStore } from '../../src/sandbox/bluetooth/beacon-store.ts';
import { deviceKey, seal } from '../../src/sandbox/sealing.ts';
import { encodeValues } from '../../src/sandbox/values.ts';
import { createMemoryLocks } from './memory-locks.ts';
import './run-files.ts';
import { changeRows, inOrderOf, plainAccess } from './memory-rows.ts';
import { devicesOver, packagesOver, receiptsOver, rowsOver, type DeviceRows } from './stores-over-rows.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';
import { fixtureAccount, fixturePackage } from './fixture-rows.ts';

/** Beacons and packets of the world derive their keys from it. */
export const WORLD_SEED = 'run-world';
const SEED = WORLD_SEED;
export const START_MS = 1_760_000_000_000;

/** What outlives the app: disk and beacons. */
export interface World {
  readonly clock: VirtualClock;
  readonly beaconStore: BeaconStore;
  readonly disk: Disk;
  /** Operations that reached the beacons, in order: connect, discover, write, poll, readResponse, readToken. */
  readonly operations: string[];
  /** Disk and beacon steps together, to check what happens between them. */
  readonly steps: string[];
  readonly choosers: { opened: number; next: string | null; readonly options: RequestDeviceOptions[] };
  readonly held: Set<string>;
  /** The browser's locks, shared by all windows. */
  readonly locks: Locks;
  /** What surrounds a run. A test may replace each. */
  readonly around: {
    /** Null: nobody is signed in. */
    account: Account | null;
    readSkew: SkewStore['read'];
    keepAwake: WakeLock['acquire'];
    /** Unread runs of other accounts, at whichever beacon. */
    elsewhere: readonly UnreadRun[];
  };
  /** Creates a package and stores it. */
  carry(uniqueId: string, token: number, change?: Partial<CarriedPackage>): CarriedPackage;
  /** Opens a window of the app; a second one stands for a restart after a kill, or for another tab. */
  open(kill?: Kill): Promise<Window>;
}

/**
 * The window dies at its step number `at`, from 1, with (`after`) or without its effect; after that nothing answers it.
 */
export interface Kill {
  readonly at: number;
  readonly after: boolean;
  readonly onDeath: () => void;
}

export interface Window {
  readonly runs: RunsService;
  readonly bluetooth: BluetoothPort;
  /** The stores behind the runs, for other use cases with the same disk. */
  readonly stores: ReturnType<typeof storesOver>;
  readonly kicked: string[];
  /** The phases of the run as the screen showed them, without repetition. */
  readonly phases: string[];
  /** Drops the link to the beacon that was picked last. */
  dropLink(): void;
  now(): RunProgress;
}

export interface Disk extends DeviceRows {
  readonly runs: Map<string, Run>;
  readonly receipts: Map<string, Receipt>;
  readonly packages: Map<string, CarriedPackage>;
  readonly mirror: Map<string, Receipt | null>;
  /** Operations that fail, and how often: 'begin', 'put', 'commit', 'end', 'update', 'reserve', 'copy'. */
  readonly faults: Map<string, { times: number; code: 'full' | 'unknown' }>;
  /** Operations that wait until this resolves. */
  readonly waits: Map<string, Promise<void>>;
}

/** `timing`: differences from the default waits. */
export function createWorld(timing: Partial<Timing> = {}): World {
  const clock = createVirtualClock(START_MS);
  const store = new Map<string, string>();
  const beaconStore = createBeaconStore({
    seed: SEED,
    now: () => clock.nowMs(),
    storage: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    },
  });
  const operations: string[] = [];
  const steps: string[] = [];
  const disk: Disk = {
    runs: new Map(),
    receipts: new Map(),
    packages: new Map(),
    mirror: new Map(),
    devices: new Map(),
    faults: new Map(),
    waits: new Map(),
  };
  const choosers: World['choosers'] = { opened: 0, next: null, options: [] };
  const heldLocks = new Set<string>();
  const locks = createMemoryLocks(heldLocks);
  const made = fixtureAccount({ id: 'account' });
  const account = { ...made, settings: { ...made.settings, timing: { ...made.settings.timing, ...timing } } };
  const around: World['around'] = {
    account,
    readSkew: async () => ({ skewMs: 5000, trust: 'checkedDate' }),
    keepAwake: async () => (steps.push('awake'), () => void steps.push('asleep')),
    elsewhere: [],
  };
  let ids = 0;

  return {
    clock,
    beaconStore,
    disk,
    operations,
    steps,
    choosers,
    held: heldLocks,
    locks,
    around,
    carry(uniqueId, token, change = {}) {
      const bytes = seal(
        deviceKey(SEED, uniqueId),
        { kind: 'encryptedRequest', operation: OPERATION.write, token },
        encodeValues({ minor: token % 1000 }),
      );
      const row = fixturePackage(uniqueId, {
        id: `package-${uniqueId}-${token}`,
        values: { minor: token % 1000 },
        before: {},
        base64: encodeBase64(bytes),
        token,
        preparedAtMs: START_MS,
        fetchedAtMs: START_MS,
        ...change,
      });
      disk.packages.set(row.id, row);
      return row;
    },
    async open(kill) {
      const life = lifeOf(steps, kill);
      let picked: BluetoothDevice | null = null;
      const listening: BeaconStore = {
        ...beaconStore,
        exchange(uniqueId, request) {
          const before = life.step(request.operation);
          if (before !== 'dead') operations.push(request.operation);
          const isFault = beaconStore.faults().some(({ name }) => name === 'drop');
          const answer = before === 'dead' ? null : beaconStore.exchange(uniqueId, request);
          // The drop comes one turn later, because on a real radio it never overtakes the beacon's acknowledgement.
          const parts = answer?.thenDrops === true && !isFault;
          if (parts) setImmediate(() => picked?.gatt?.disconnect());
          return answer !== null && before === 'alive'
            ? { ...answer, thenDrops: answer.thenDrops && !parts }
            : {
                state: beaconStore.load(uniqueId),
                outcome: 'hang',
                error: null,
                bytes: null,
                delayMs: 0,
                thenDrops: false,
              };
        },
      };
      const kicked: string[] = [];
      const phases: string[] = [];
      const practice = createPracticeBluetooth({
        beaconStore: listening,
        choose: async () => {
          choosers.opened += 1;
          return choosers.next;
        },
        latencyMs: () => 0,
        needsGesture: false,
        // In the time of the app: else the speed of the machine decides which of its limits are over before an answer.
        wait: (ms) => (ms > 0 ? clock.sleep(ms) : Promise.resolve()),
      });
      const bluetooth = Object.assign(new EventTarget(), {
        getAvailability: () => practice.getAvailability(),
        requestDevice: async (options?: RequestDeviceOptions) => {
          if (options !== undefined) choosers.options.push(options);
          return (picked = await practice.requestDevice(options));
        },
      });
      const stores = storesOver(disk, life);
      const runsPorts: RunsPorts = {
        otherAccounts: { unreadRuns: async () => around.elsewhere },
        ...stores,
        bluetooth: createBluetooth({
          bluetooth,
          settings: () => account.settings,
          clock,
          // The page has been open long enough that no link of an earlier page is left.
          pageLoadedAtMs: clock.monotonicMs() - 60_000,
        }),
        skew: { read: () => around.readSkew(), write: async () => undefined },
        locks,
        wakeLock: { acquire: () => around.keepAwake() },
        clock,
        newId: () => `id-${++ids}`,
        account: () => around.account,
        onReceipt: (id) => void kicked.push(id),
      };
      const runs = new RunsService(
        runsPorts,
        createRunViews({ ...runsPorts, devices: () => [...disk.devices.values()] }),
      );
      runs.current.subscribe(() => {
        const phase = runs.current.value?.phase;
        if (phase !== undefined && phases.at(-1) !== phase) phases.push(phase);
      });
      await runs.refresh();
      return {
        runs,
        bluetooth: runsPorts.bluetooth,
        stores,
        kicked,
        phases,
        dropLink: () => picked?.gatt?.disconnect(),
        now: () => runs.current.value!,
      };
    },
  };
}

interface Life {
  /** alive: continue. dying: take effect, but never answer. dead: neither. */
  step(what: string): 'alive' | 'dying' | 'dead';
}

function lifeOf(steps: string[], kill: Kill | undefined): Life {
  let taken = 0;
  return {
    step(what) {
      taken += 1;
      if (kill === undefined || taken < kill.at) {
        steps.push(what);
        return 'alive';
      }
      const first = taken === kill.at;
      if (first) kill.onDeath();
      return first && kill.after ? 'dying' : 'dead';
    },
  };
}

function storesOver(
  disk: Disk,
  life: Life,
): {
  runs: RunStore;
  receipts: ReceiptStore & OutboxReceipts;
  packages: PackageStore;
  devices: ListedDevices;
  mirror: ReceiptMirror;
} {
  const access = plainAccess();
  async function act<T>(name: string, what: string, change: () => T): Promise<T> {
    await disk.waits.get(name);
    const fault = disk.faults.get(name);
    if (fault !== undefined && fault.times > 0) {
      fault.times -= 1;
      throw Object.assign(new Error(`${name} fails`), { name: 'StorageError', code: fault.code });
    }
    const before = life.step(what);
    if (before === 'dying') change();
    if (before !== 'alive') await new Promise<never>(() => undefined);
    return access.change(what, change);
  }
  return {
    runs: {
      ...rowsOver(disk.runs, inOrderOf.runs, access),
      begin: (run, reserved) => act('begin', `begin ${run.step}`, () => changeRows.begin(disk, run, reserved)),
      put: (run) =>
        act(
          'put',
          run.lastFailure === null || run.step === 'writing' ? `journal ${run.step}` : `note ${run.lastFailure.code}`,
          () => void disk.runs.set(run.id, run),
        ),
      commitResponse: (run, receipt, state, known) =>
        act('commit', `commit ${receipt.state}`, () => changeRows.commitResponse(disk, run, receipt, state, known)),
      takeBack: (run) => act('takeBack', 'take back', () => changeRows.takeBack(disk, run)),
      end: (run, state) => act('end', `end ${run.outcome?.kind}`, () => changeRows.end(disk, run, state)),
    },
    receipts: receiptsOver(disk, { ...access, change: (what, carryOut) => act('update', what, carryOut) }),
    packages: packagesOver(disk, access),
    devices: devicesOver(disk, access),
    mirror: {
      reserve: (id) => act('reserve', 'mirror reserve', () => void disk.mirror.set(id, null)),
      release: (id) =>
        act('release', 'mirror release', () => void (disk.mirror.get(id) === null && disk.mirror.delete(id))),
      write: (receipt) => act('copy', 'mirror', () => void disk.mirror.set(receipt.id, receipt)),
    },
  };
}
