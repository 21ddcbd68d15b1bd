import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../domain/default-settings.ts';
import { ALL_DEVICES, type ChooserFilter } from '../domain/provisioning/chooser-filter.ts';
import { createPracticeBluetooth } from '../sandbox/bluetooth/bluetooth.ts';
import { createBeaconStore, type BeaconStore } from '../sandbox/bluetooth/beacon-store.ts';
import type { BeaconFault, LinkOperation } from '../sandbox/beacon/faults.ts';
import { createVirtualClock } from '../../test/support/virtual-clock.ts';
import { createBluetooth, type BluetoothLike, type BluetoothOptions } from './bluetooth.ts';
import { BluetoothFailure } from './failure.ts';
import { createGattQueue } from './gatt-queue.ts';
import { createHandle, type Handle } from './handle.ts';
import type { BluetoothProfile, Timing } from '../domain/settings.ts';
import type { BluetoothPort } from '../use-cases/run/bluetooth-port.ts';
import { within } from './wait.ts';

const ID = 'tB4x';
/** For a page loaded at this time no link of an earlier page can still be open. */
const LONG_AGO_MS = -60_000;

interface Bench {
  readonly beaconStore: BeaconStore;
  readonly operations: string[];
  readonly clock: ReturnType<typeof createVirtualClock>;
  readonly handle: Handle;
  /** Number of listeners for the drop of the link. */
  readonly listeners: () => number;
  /** Operations that the beacon answers with an error. */
  readonly refuses: Set<LinkOperation>;
  /** Drops the link, as when the beacon is carried away. */
  readonly drop: () => void;
}

async function bench(...faults: BeaconFault[]): Promise<Bench> {
  const clock = createVirtualClock(1_760_000_000_000);
  const stored = new Map<string, string>();
  const beaconStore = createBeaconStore({
    seed: 'bench',
    now: () => clock.nowMs(),
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  });
  beaconStore.setFaults(faults);
  const operations: string[] = [];
  const refuses = new Set<LinkOperation>();
  const listening: BeaconStore = {
    ...beaconStore,
    exchange(id, request) {
      operations.push(request.operation);
      if (!refuses.has(request.operation)) return beaconStore.exchange(id, request);
      return { state: beaconStore.load(id), outcome: 'error', error: null, bytes: null, delayMs: 0, thenDrops: false };
    },
  };
  const practice = createPracticeBluetooth({
    beaconStore: listening,
    choose: async () => ID,
    latencyMs: () => 0,
    needsGesture: false,
  });
  let device: BluetoothDevice | null = null;
  const picking = Object.assign(new EventTarget(), {
    requestDevice: async (options?: RequestDeviceOptions) => (device = await practice.requestDevice(options)),
  });
  const bluetooth = createBluetooth({
    bluetooth: picking,
    settings: () => DEFAULT_SETTINGS,
    clock,
    pageLoadedAtMs: LONG_AGO_MS,
  });
  const handle = await bluetooth.choose(ALL_DEVICES);
  const listeners = (): number => getEventListeners(device!, 'gattserverdisconnected').length;
  return { beaconStore, operations, clock, handle, listeners, refuses, drop: () => device?.gatt?.disconnect() };
}

async function linked(...faults: BeaconFault[]): Promise<Bench> {
  const made = await bench(...faults);
  await made.handle.connect();
  await made.handle.discover();
  return made;
}

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing failed',
    (cause: unknown) => (cause instanceof BluetoothFailure ? cause.code : String(cause)),
  );
}

/** The port over a browser's Bluetooth, for tests in which no time passes. */
function portOver(
  bluetooth: BluetoothOptions['bluetooth'],
  profile: BluetoothProfile = DEFAULT_SETTINGS.profile,
): BluetoothPort {
  return createBluetooth({
    bluetooth,
    settings: () => ({ ...DEFAULT_SETTINGS, profile }),
    clock: createVirtualClock(0),
    pageLoadedAtMs: LONG_AGO_MS,
  });
}

/** What the browser's chooser is asked for. */
function requested(filter: ChooserFilter, profile?: BluetoothProfile): RequestDeviceOptions | undefined {
  const requestDevice = vi.fn<BluetoothLike['requestDevice']>(() => new Promise(() => undefined));
  void portOver(Object.assign(new EventTarget(), { requestDevice }), profile).choose(filter);
  return requestDevice.mock.lastCall?.[0];
}

describe('the Bluetooth chooser', () => {
  const { profile } = DEFAULT_SETTINGS;
  it('filters by names and prefixes and always requests the configuration service', () => {
    expect(requested({ names: ['Gate 1', 'tB4x'], withPrefixes: true })).toEqual({
      filters: [{ name: 'Gate 1' }, { name: 'tB4x' }, { namePrefix: 'Kontakt' }],
      optionalServices: ['a1ea81f0-0e1b-d4a1-b840-63f88c8da1ea'],
    });
    expect(requested({ names: ['tB4x'], withPrefixes: false })).toMatchObject({
      filters: [{ name: 'tB4x' }],
    });
  });

  it('excludes the given beacons, but only if it filters at all', () => {
    const excluded = ['Done'];
    expect(requested({ names: ['tB4x'], withPrefixes: true, excluded })).toMatchObject({
      filters: [{ name: 'tB4x' }, { namePrefix: 'Kontakt' }],
      exclusionFilters: [{ name: 'Done' }],
    });
    expect(requested({ names: [], withPrefixes: false, excluded })).not.toHaveProperty('exclusionFilters');
  });

  it('shows every device if no name is requested or the name prefixes are empty', () => {
    const everything = { acceptAllDevices: true, optionalServices: [profile.serviceUuid] };
    expect(requested(ALL_DEVICES)).toEqual(everything);
    for (const withPrefixes of [true, false])
      for (const namePrefixes of [[], ['']])
        expect(
          requested({ names: ['Gate 1'], withPrefixes, excluded: ['Done'] }, { ...profile, namePrefixes }),
        ).toEqual(everything);
  });

  it('is opened before the function choose returns', () => {
    let opened = false;
    const bluetooth = Object.assign(new EventTarget(), {
      requestDevice: () => {
        opened = true;
        return new Promise<never>(() => undefined);
      },
    }) as BluetoothLike;
    void portOver(bluetooth).choose(ALL_DEVICES);
    expect(opened).toBe(true);
  });

  it('gives the same handle for the same beacon', async () => {
    const device = Object.assign(new EventTarget(), { id: 'a', name: 'a' }) as unknown as BluetoothDevice;
    const bluetooth = Object.assign(new EventTarget(), { requestDevice: async () => device }) as BluetoothLike;
    const made = portOver(bluetooth);
    expect(await made.choose(ALL_DEVICES)).toBe(await made.choose(ALL_DEVICES));
  });

  it('reports whether Bluetooth is available', async () => {
    const states = await Promise.all(
      [
        undefined,
        async () => true,
        async () => false,
        async () => {
          throw new Error('no');
        },
      ].map((getAvailability) => {
        const like = Object.assign(
          new EventTarget(),
          { requestDevice: async () => ({}) as BluetoothDevice },
          getAvailability === undefined ? {} : { getAvailability },
        );
        return portOver(like).availability();
      }),
    );
    expect(states).toEqual(['unknown', 'available', 'off', 'unknown']);
    const none = portOver(undefined);
    expect(await none.availability()).toBe('absent');
    expect(await codeOf(none.choose(ALL_DEVICES))).toBe('unsupported');
  });

  it('is reported as available when a browser extension adds Web Bluetooth after the page was loaded', async () => {
    vi.useFakeTimers();
    try {
      let brought: BluetoothLike | undefined;
      const bluetooth = portOver(() => brought);
      let calls = 0;
      const stop = bluetooth.onAvailability(() => (calls += 1));
      vi.advanceTimersByTime(60_000);
      expect(calls).toBe(0);
      brought = Object.assign(new EventTarget(), { requestDevice: async () => ({}) as BluetoothDevice });
      vi.advanceTimersByTime(1000);
      expect(calls).toBe(1);
      expect(await bluetooth.availability()).toBe('unknown');
      brought.dispatchEvent(new Event('availabilitychanged'));
      expect(calls).toBe(2);
      expect(vi.getTimerCount()).toBe(0);
      stop();
      brought.dispatchEvent(new Event('availabilitychanged'));
      expect(calls).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the GATT link to a beacon', () => {
  it('runs the whole configuration procedure with the fewest operations', async () => {
    const { handle, operations } = await linked();
    await handle.write(Uint8Array.of(1, 2, 3));
    expect(await handle.readControlPoint()).toEqual(Uint8Array.of(0));
    await handle.readResponse();
    expect(operations).toEqual(['connect', 'discover', 'write', 'poll', 'readResponse']);
  });

  it('discovers services once, and again after a reconnect', async () => {
    const { handle, operations } = await linked();
    await handle.discover();
    handle.disconnect();
    await handle.connect();
    expect(await codeOf(handle.readControlPoint())).toBe('dropped');
    await handle.discover();
    await handle.readControlPoint();
    expect(operations).toEqual(['connect', 'discover', 'connect', 'discover', 'poll']);
  });

  it('removes its listeners when the link ends, because the browser keeps each picked device', async () => {
    const { handle, listeners, beaconStore } = await linked();
    expect(listeners()).toBe(1);
    handle.disconnect();
    expect(listeners()).toBe(0);
    await handle.connect();
    await handle.discover();
    beaconStore.setFaults([{ name: 'drop', when: 'before', operation: 'poll' }]);
    expect(await codeOf(handle.readControlPoint())).toBe('dropped');
    expect(listeners()).toBe(0);
  });

  it('queues parallel operations', async () => {
    const { handle } = await linked();
    const reads = await Promise.all([handle.readControlPoint(), handle.readToken(), handle.readResponse()]);
    expect(reads).toEqual([Uint8Array.of(1), new Uint8Array(4), new Uint8Array()]);
  });

  it('reads no token from a beacon that has no token characteristic', async () => {
    const { handle, beaconStore } = await bench();
    beaconStore.change(ID, (state) => ({ ...state, tokenReadable: false }));
    await handle.connect();
    await handle.discover();
    expect(await handle.readToken()).toBeNull();
  });

  it.each([
    ['a read', (handle: Handle) => handle.readControlPoint(), 'poll', 5000, 'timedOut'],
    ['the long write', (handle: Handle) => handle.write(Uint8Array.of(1)), 'write', 15_000, 'timedOut'],
    ['discovery', (handle: Handle) => handle.discover(), 'discover', 15_000, 'discoveryTimedOut'],
  ] as const)('gives up %s that is never answered, and closes the link', async (_, work, operation, limitMs, code) => {
    const { handle, clock } = await bench({ name: 'hang', operation });
    await handle.connect();
    if (operation !== 'discover') await handle.discover();
    const sinceMs = clock.nowMs();
    expect(await codeOf(work(handle))).toBe(code);
    expect(clock.nowMs() - sinceMs).toBe(limitMs);
    expect(handle.connected).toBe(false);
  });

  it('writes 512 bytes and refuses 513 before anything is sent', async () => {
    const { handle, operations } = await linked();
    await handle.write(new Uint8Array(512));
    expect(await codeOf(handle.write(new Uint8Array(513)))).toBe('tooLarge');
    expect(operations.filter((operation) => operation === 'write')).toHaveLength(1);
  });

  it('stops waiting for a late response when the link has dropped', async () => {
    const { handle, drop } = await linked({ name: 'hang', operation: 'readResponse' });
    expect(await codeOf(handle.readResponse(() => undefined))).toBe('timedOut');
    expect(handle.readsLate).toBe(true);
    drop();
    expect(handle.readsLate).toBe(false);
  });

  it('keeps waiting for a late response when an earlier read settles', async () => {
    const reads: { resolve: (view: DataView) => void; reject: (error: Error) => void }[] = [];
    const { profile } = DEFAULT_SETTINGS;
    const characteristic = (uuid: string) => ({
      uuid,
      readValue: () => new Promise<DataView>((resolve, reject) => void reads.push({ resolve, reject })),
    });
    const all = [profile.requestUuid, profile.responseUuid, profile.controlPointUuid].map(characteristic);
    const gatt = {
      connected: false,
      connect: async () => void (gatt.connected = true),
      disconnect: () => void (gatt.connected = false),
      getPrimaryService: async () => ({ getCharacteristics: async () => all }),
    };
    const device = Object.assign(new EventTarget(), { id: 'a', name: 'a', gatt });
    const bluetooth = Object.assign(new EventTarget(), {
      requestDevice: async () => device as unknown as BluetoothDevice,
    }) as BluetoothLike;
    const clock = createVirtualClock(0);
    const settings = () => DEFAULT_SETTINGS;
    const made = createBluetooth({ bluetooth, settings, clock, pageLoadedAtMs: LONG_AGO_MS });
    const handle = await made.choose(ALL_DEVICES);
    const responses: number[] = [];
    for (const _ of [1, 2]) {
      await handle.connect();
      await handle.discover();
      expect(await codeOf(handle.readResponse((bytes) => responses.push(bytes[0]!)))).toBe('timedOut');
    }
    handle.disconnect();
    // The browser rejects the first read only now.
    reads[0]!.reject(new DOMException('GATT operation failed for unknown reason.', 'NotSupportedError'));
    await new Promise(setImmediate);
    expect([handle.readsLate, gatt.connected]).toEqual([true, true]);
    reads[1]!.resolve(new DataView(Uint8Array.of(7).buffer));
    await new Promise(setImmediate);
    expect([responses, handle.readsLate, gatt.connected]).toEqual([[7], false, false]);
  });

  it('rejects a pending operation when the link drops', async () => {
    const { handle } = await linked({ name: 'hang', operation: 'poll' });
    let notifications = 0;
    handle.onDisconnect(() => {
      notifications += 1;
    });
    const read = codeOf(handle.readControlPoint());
    const queued = codeOf(handle.readControlPoint());
    handle.disconnect();
    expect([await read, await queued, notifications]).toEqual(['dropped', 'dropped', 1]);
  });

  it('rejects a pending operation and closes the link when the person cancels', async () => {
    const { handle } = await linked({ name: 'hang', operation: 'poll' });
    const controller = new AbortController();
    const read = codeOf(handle.readControlPoint(controller.signal));
    controller.abort();
    expect([await read, handle.connected]).toEqual(['aborted', false]);
  });
});

describe('connecting to a beacon', () => {
  /** The handle of a device with this GATT server. */
  function handleOf(
    connect: () => Promise<unknown>,
    timing: Partial<Timing> = {},
    disconnect: () => void = () => undefined,
  ): { readonly handle: Handle; readonly clock: Bench['clock'] } {
    const clock = createVirtualClock(0);
    const gatt = { connected: false, connect, disconnect };
    const device = Object.assign(new EventTarget(), { gatt }) as unknown as BluetoothDevice;
    const settings = { ...DEFAULT_SETTINGS, timing: { ...DEFAULT_SETTINGS.timing, ...timing } };
    return { clock, handle: createHandle(device, { settings: () => settings, clock, pageLoadedAtMs: LONG_AGO_MS }) };
  }

  it.each([
    [
      'succeeds at the fourth attempt after three that fail',
      [{ name: 'connectFails', times: 3 }],
      'nothing failed',
      4,
      5250,
    ],
    ['gives up after four failed attempts', [{ name: 'connectFails', times: 4 }], 'connectFailed', 4, 5250],
    ['gives up after four attempts that hang', [{ name: 'connectHangs', times: null }], 'connectTimedOut', 4, 45_250],
  ] as const)('%s', async (_, faults, expected, attempts, tookMs) => {
    const { handle, operations, clock } = await bench(...faults);
    const sinceMs = clock.nowMs();
    const seen: number[] = [];
    expect(await codeOf(handle.connect({ onAttempt: (attempt) => seen.push(attempt) }))).toBe(expected);
    expect([seen.length, operations.length, clock.nowMs() - sinceMs]).toEqual([attempts, attempts, tookMs]);
  });

  it('does not retry a device that is out of range', async () => {
    let tries = 0;
    const { handle } = handleOf(async () => {
      tries += 1;
      throw new DOMException('Bluetooth Device is no longer in range.', 'NetworkError');
    });
    expect(await codeOf(handle.connect())).toBe('outOfRange');
    expect(tries).toBe(1);
  });

  it('stops trying after sixty seconds in total', async () => {
    const { handle, clock } = handleOf(() => new Promise<never>(() => undefined), { connectTimeoutMs: 25_000 });
    expect(await codeOf(handle.connect())).toBe('connectTimedOut');
    expect(clock.nowMs()).toBe(60_000);
  });

  it('closes a link that comes up after its attempt was given up, unless a newer attempt uses the link', async () => {
    const arrivals: (() => void)[] = [];
    let letGo = 0;
    const { handle } = handleOf(
      () => new Promise<void>((resolve) => void arrivals.push(resolve)),
      { connectGapsMs: [250] },
      () => (letGo += 1),
    );
    expect(await codeOf(handle.connect())).toBe('connectTimedOut');
    const before = letGo;
    arrivals[0]!();
    await new Promise(setImmediate);
    expect(letGo).toBe(before + 1);
    // A newer attempt wants the link, so the late connect does not close it.
    const newer = handle.connect();
    while (arrivals.length < 3) await Promise.resolve();
    arrivals[1]!();
    arrivals[2]!();
    await newer;
    expect(letGo).toBe(before + 1);
  });

  it('stops when the person cancels in the pause between two attempts', async () => {
    const { handle, operations } = await bench({ name: 'connectFails', times: 4 });
    const controller = new AbortController();
    const failing = codeOf(
      handle.connect({ signal: controller.signal, onAttempt: (attempt) => void (attempt === 2 && controller.abort()) }),
    );
    expect(await failing).toBe('aborted');
    expect(operations).toHaveLength(1);
  });
});

describe('a link that this app has closed', () => {
  /** Returns how long connecting takes, and whether it reported that it waits. */
  async function timeToConnect({ handle, clock }: Pick<Bench, 'handle' | 'clock'>): Promise<[number, boolean]> {
    const sinceMs = clock.nowMs();
    let hasWaited = false;
    await handle.connect({ onWait: () => (hasWaited = true) });
    return [clock.nowMs() - sinceMs, hasWaited];
  }

  it('is given 2.5 s to close before the same beacon is connected to again', async () => {
    const made = await linked();
    made.handle.disconnect();
    expect(await timeToConnect(made)).toEqual([2500, true]);
    made.handle.disconnect();
    await made.clock.sleep(2000);
    expect(await timeToConnect(made)).toEqual([500, true]);
  });

  it('delays the next connection also when it was closed because an operation was given up', async () => {
    const made = await linked({ name: 'hang', operation: 'poll' });
    expect(await codeOf(made.handle.readControlPoint())).toBe('timedOut');
    expect(await timeToConnect(made)).toEqual([2500, true]);
  });

  it('delays the next connection when connecting again abandons a read whose answer is late', async () => {
    const made = await linked({ name: 'hang', operation: 'readResponse' });
    expect(await codeOf(made.handle.readResponse(() => undefined))).toBe('timedOut');
    expect([made.handle.readsLate, made.handle.connected]).toEqual([true, true]);
    expect(await timeToConnect(made)).toEqual([2500, true]);
  });

  it('delays no first connection, none after a drop or failed attempts, and none to another beacon', async () => {
    const made = await bench();
    expect(await timeToConnect(made)).toEqual([0, false]);
    made.drop();
    expect(await timeToConnect(made)).toEqual([0, false]);
    const failing = await bench({ name: 'connectFails', times: 4 });
    expect(await codeOf(failing.handle.connect())).toBe('connectFailed');
    expect(await timeToConnect(failing)).toEqual([0, false]);
    const { beaconStore, clock } = made;
    const ids = ['tB4x', 'm3Rw'];
    const practice = createPracticeBluetooth({
      beaconStore,
      choose: async () => ids.shift()!,
      latencyMs: () => 0,
      needsGesture: false,
    });
    const settings = () => DEFAULT_SETTINGS;
    const bluetooth = createBluetooth({ bluetooth: practice, settings, clock, pageLoadedAtMs: LONG_AGO_MS });
    const [one, other] = [await bluetooth.choose(ALL_DEVICES), await bluetooth.choose(ALL_DEVICES)];
    await one.connect();
    one.disconnect();
    expect(await timeToConnect({ handle: other, clock })).toEqual([0, false]);
  });

  it('may belong to the previous page, so a page that was just loaded waits before it connects', async () => {
    const { beaconStore, clock } = await bench();
    const practice = createPracticeBluetooth({
      beaconStore,
      choose: async () => ID,
      latencyMs: () => 0,
      needsGesture: false,
    });
    const pageLoadedAtMs = clock.monotonicMs();
    const settings = () => DEFAULT_SETTINGS;
    const bluetooth = createBluetooth({ bluetooth: practice, settings, clock, pageLoadedAtMs });
    await clock.sleep(900);
    expect(await timeToConnect({ handle: await bluetooth.choose(ALL_DEVICES), clock })).toEqual([1600, true]);
  });

  it('does not delay the next connection when the pause is set to 0', async () => {
    const { beaconStore, clock } = await bench();
    const practice = createPracticeBluetooth({
      beaconStore,
      choose: async () => ID,
      latencyMs: () => 0,
      needsGesture: false,
    });
    const timing = { ...DEFAULT_SETTINGS.timing, reconnectAfterMs: 0 };
    const settings = () => ({ ...DEFAULT_SETTINGS, timing });
    const bluetooth = createBluetooth({ bluetooth: practice, settings, clock, pageLoadedAtMs: clock.monotonicMs() });
    const handle = await bluetooth.choose(ALL_DEVICES);
    await handle.connect();
    handle.disconnect();
    expect(await timeToConnect({ handle, clock })).toEqual([0, false]);
  });

  it('is not followed by a new link when the person cancels the wait', async () => {
    const { handle, operations } = await linked();
    handle.disconnect();
    const controller = new AbortController();
    const connecting = codeOf(handle.connect({ signal: controller.signal, onWait: () => controller.abort() }));
    expect([await connecting, operations]).toEqual(['aborted', ['connect', 'discover']]);
  });
});

describe('a GATT operation that fails with an error', () => {
  const OPERATIONS = [
    ['write', (handle: Handle) => handle.write(Uint8Array.of(1))],
    ['poll', (handle: Handle) => handle.readControlPoint()],
    ['readResponse', (handle: Handle) => handle.readResponse()],
  ] as const;

  it.each(OPERATIONS)('counts as dropped if the link drops right after the error: %s', async (operation, work) => {
    const { handle, drop, clock, refuses } = await linked();
    refuses.add(operation);
    const failing = codeOf(work(handle));
    void clock.sleep(5).then(drop);
    expect(await failing).toBe('dropped');
  });

  it.each(OPERATIONS)('counts as refused while the link stays: %s', async (operation, work) => {
    const { handle, clock, refuses } = await linked();
    refuses.add(operation);
    const sinceMs = clock.nowMs();
    expect([await codeOf(work(handle)), handle.connected, clock.nowMs() - sinceMs]).toEqual(['refused', true, 200]);
  });
});

describe('the practice beacon', () => {
  async function practised(fault: BeaconFault): Promise<{ device: BluetoothDevice; beaconStore: BeaconStore }> {
    const { beaconStore } = await bench(fault);
    const choose = async (): Promise<string> => ID;
    const practice = createPracticeBluetooth({ beaconStore, choose, latencyMs: () => 0, needsGesture: false });
    const optionalServices = [DEFAULT_SETTINGS.profile.serviceUuid];
    return { device: await practice.requestDevice({ acceptAllDevices: true, optionalServices }), beaconStore };
  }
  const dropped = (device: BluetoothDevice): Promise<Event> =>
    new Promise((resolve) => device.addEventListener('gattserverdisconnected', resolve, { once: true }));

  it('reports an error before the link drops if its fault is set to do so', async () => {
    const { device } = await practised({ name: 'drop', when: 'during', operation: 'write', errorFirst: true });
    const server = await device.gatt!.connect();
    const service = await server.getPrimaryService(DEFAULT_SETTINGS.profile.serviceUuid);
    const request = await service.getCharacteristic(DEFAULT_SETTINGS.profile.requestUuid);
    const drop = dropped(device);
    await expect(request.writeValueWithResponse(Uint8Array.of(1))).rejects.toMatchObject({ name: 'NotSupportedError' });
    expect(server.connected).toBe(true);
    await drop;
    expect(server.connected).toBe(false);
  });

  it('keeps a closed link open for a while if set to, so that connecting gets a link that soon drops', async () => {
    const { device, beaconStore } = await practised({ name: 'closesSlowly', ms: 30 });
    const server = await device.gatt!.connect();
    server.disconnect();
    expect([server.connected, beaconStore.faults()]).toEqual([false, []]);
    await server.connect();
    expect(server.connected).toBe(true);
    await dropped(device);
    expect(server.connected).toBe(false);
    await server.connect();
    expect(server.connected).toBe(true);
  });
});

describe('a GATT operation with a time limit', () => {
  it('is not started when it was cancelled before', async () => {
    let started = false;
    const limits = {
      clock: createVirtualClock(0),
      operation: 'read',
      label: 'x',
      timeoutMs: 5,
      signal: AbortSignal.abort(),
    } as const;
    expect(
      await codeOf(
        within(async () => {
          started = true;
        }, limits),
      ),
    ).toBe('aborted');
    expect(started).toBe(false);
  });

  it('fails with a code when its call throws at once', async () => {
    const limits = { clock: createVirtualClock(0), operation: 'read', label: 'x', timeoutMs: 5 } as const;
    expect(
      await codeOf(
        within(() => {
          throw new DOMException('gone', 'InvalidStateError');
        }, limits),
      ),
    ).toBe('dropped');
  });
});

describe('the queue of GATT operations', () => {
  it('runs operations in order and continues after a failure', async () => {
    const queue = createGattQueue();
    const order: string[] = [];
    let release: () => void = () => undefined;
    const first = queue.run(
      () =>
        new Promise<void>((resolve) => {
          release = () => (order.push('first'), resolve());
        }),
    );
    const second = queue.run(async () => {
      order.push('second');
      throw new Error('second');
    });
    const third = queue.run(async () => {
      order.push('third');
      return 3;
    });
    release();
    await first;
    await expect(second).rejects.toThrow('second');
    expect([await third, order]).toEqual([3, ['first', 'second', 'third']]);
  });
});

describe('GATT services that change while the link stays', () => {
  it('are found by the next operation when the discovery before came too early', async () => {
    const { profile } = DEFAULT_SETTINGS;
    const clock = createVirtualClock(1_760_000_000_000);
    /** What the next reads and discoveries do, in order; then all of them succeed. */
    const failures: string[] = [];
    const fail = (operation: string): void => {
      if (failures[0] !== operation) return;
      failures.shift();
      throw new DOMException('GATT Service no longer exists.', 'InvalidStateError');
    };
    const readValue = async (): Promise<DataView> => {
      fail('read');
      return new DataView(Uint8Array.of(1).buffer);
    };
    const service = {
      getCharacteristics: async () =>
        [profile.requestUuid, profile.responseUuid, profile.controlPointUuid].map((uuid) => ({ uuid, readValue })),
    };
    const gatt = {
      connected: false,
      connect: async () => void (gatt.connected = true),
      disconnect: () => void (gatt.connected = false),
      getPrimaryService: async () => (fail('discover'), service),
    };
    const device = Object.assign(new EventTarget(), { id: 'x', name: 'x', gatt });
    const bluetooth = createBluetooth({
      bluetooth: Object.assign(new EventTarget(), { requestDevice: async () => device }) as unknown as BluetoothLike,
      settings: () => DEFAULT_SETTINGS,
      clock,
      pageLoadedAtMs: LONG_AGO_MS,
    });
    const handle = await bluetooth.choose(ALL_DEVICES);
    await handle.connect();
    await handle.discover();
    failures.push('read', 'discover');
    expect(await codeOf(handle.readControlPoint())).toBe('servicesChanged');
    failures.push('read');
    expect([...(await handle.readControlPoint())]).toEqual([1]);
    expect(gatt.connected).toBe(true);
  });
});
