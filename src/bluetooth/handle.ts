/** One picked beacon: its link, its Configuration Service and the operations of the procedure (field-facts.md 1). */
import { MAX_PACKET_BYTES } from '../domain/limits.ts';
import type { BluetoothProfile, Settings, Timing } from '../domain/settings.ts';
import { BluetoothFailure, toBluetoothFailure, type Operation } from './failure.ts';
import { createGattQueue } from './gatt-queue.ts';
import { within, type Clock } from './wait.ts';
import type { RadioHandle } from '../use-cases/run/bluetooth-port.ts';

export type Handle = RadioHandle;

type ConnectOptions = NonNullable<Parameters<Handle['connect']>[0]>;
type Characteristics = ReadonlyMap<string, BluetoothRemoteGATTCharacteristic>;

/** Chromium may reject an operation as refused 1 to 5 ms before it reports that the link dropped under it. */
const DROP_REPORT_MS = 200;

/** A read of the response that has passed its time limit and may still succeed. */
interface LateRead {
  /** True if the link must be closed when the read has ended. */
  closesLink: boolean;
  readonly onOver: (() => void)[];
}

export interface HandleOptions {
  readonly settings: () => Settings;
  readonly clock: Clock;
  /** Monotonic time at which this page was loaded, because a link of the previous page may still be closing. */
  readonly pageLoadedAtMs: number;
}

export function createHandle(device: BluetoothDevice, { settings, clock, pageLoadedAtMs }: HandleOptions): Handle {
  const queue = createGattQueue();
  /** The characteristics found on this link. After a drop these objects cannot be used. */
  let characteristics: Characteristics | null = null;
  let found: readonly string[] = [];
  /** Removes its listener too: the device is kept, with its listeners, as long as the page lives. */
  const clearCharacteristics = (): void => {
    characteristics = null;
    device.removeEventListener('gattserverdisconnected', clearCharacteristics);
  };
  /** False when the link is no longer needed; a connect that succeeds after that closes it again. */
  let isLinkWanted = false;
  /** Monotonic time at which a link was closed. A page that has just been loaded may have left one open. */
  let closedAtMs = pageLoadedAtMs;
  /** The response can be read only once, so the link stays open while this read may still succeed. */
  let lateRead: LateRead | null = null;

  const timing = (): Timing => settings().timing;
  const server = (): BluetoothRemoteGATTServer => {
    if (device.gatt === undefined) throw new BluetoothFailure('notConfigurable', 'the device has no GATT server');
    return device.gatt;
  };
  const onDisconnect = (listener: () => void): (() => void) => {
    device.addEventListener('gattserverdisconnected', listener);
    return () => device.removeEventListener('gattserverdisconnected', listener);
  };
  /** Disconnects, also while a connect is under way. */
  const dropLink = (): void => {
    if (device.gatt?.connected === true) closedAtMs = clock.monotonicMs();
    device.gatt?.disconnect();
  };
  /**
   * Returns the time until the device may be connected to again, ms; 0 if no closed link can still be open. BlueZ keeps a link for
   * 2 s after a disconnect (DISCONNECT_TIMER in device.c). During that time `connect()` resolves at once with the link that is about
   * to drop, and a response read over it can be lost.
   */
  const closingMs = (): number => Math.max(0, closedAtMs + timing().reconnectAfterMs - clock.monotonicMs());
  const closeLink = (): void => {
    clearCharacteristics();
    isLinkWanted = false;
    dropLink();
  };
  const disconnect = (): void => {
    if (lateRead === null) closeLink();
    else lateRead.closesLink = true;
  };
  function endLateRead(): void {
    const ended = lateRead;
    lateRead = null;
    if (ended === null) return;
    if (ended.closesLink) closeLink();
    for (const listener of ended.onOver) listener();
  }

  /**
   * Connects with retries: a first attempt fails often, and the next one on the same handle nearly always succeeds (field-facts.md 2).
   * Makes up to 1 + `connectGapsMs.length` attempts within `connectTotalMs`, which starts once no closed link can still be open. Rejects
   * with `connectFailed`, `connectTimedOut` or `aborted`, and without another attempt with `off`, `unknown` or `outOfRange`. After
   * `outOfRange` the handle is dead, and the person has to pick the beacon again.
   */
  async function connectWithRetries({ signal, onAttempt, onWait }: ConnectOptions): Promise<void> {
    const { connectTimeoutMs, connectGapsMs, connectTotalMs } = timing();
    const gatt = server();
    const pause = async (ms: number): Promise<void> => {
      if (ms === 0) return;
      await clock.sleep(ms, signal).catch(() => {
        isLinkWanted = false;
        throw new BluetoothFailure('aborted', 'connect: cancelled');
      });
    };
    /** A pending connect cannot be aborted. If it succeeds when the link is no longer wanted, the link is closed. */
    const connectOnce = async (): Promise<void> => {
      await gatt.connect();
      if (!isLinkWanted) dropLink();
    };
    if (closingMs() > 0) onWait?.();
    await pause(closingMs());
    const deadlineMs = clock.monotonicMs() + connectTotalMs;
    const attempts = connectGapsMs.length + 1;
    isLinkWanted = true;
    for (let attempt = 1; ; attempt += 1) {
      onAttempt?.(attempt);
      try {
        await within(connectOnce, {
          clock,
          operation: 'connect',
          label: `connect, attempt ${attempt} of ${attempts}`,
          timeoutMs: Math.min(connectTimeoutMs, deadlineMs - clock.monotonicMs()),
          signal,
          timeoutCode: 'connectTimedOut',
        });
        return;
      } catch (cause) {
        const failure = toBluetoothFailure(cause, 'connect');
        const gapMs = connectGapsMs[attempt - 1];
        const isRetryable = ['connectFailed', 'connectTimedOut', 'dropped'].includes(failure.code);
        if (!isRetryable || gapMs === undefined || clock.monotonicMs() + gapMs >= deadlineMs) {
          isLinkWanted = false;
          dropLink();
          throw failure.code === 'dropped'
            ? new BluetoothFailure('connectFailed', failure.message, { cause })
            : failure;
        }
        // Cancel the pending attempt; otherwise the next one would wait for it.
        dropLink();
        await pause(Math.max(gapMs, closingMs()));
      }
    }
  }

  /**
   * Runs a GATT operation in the queue. Rejects when the link drops, on abort and at the time limit; after the last two the operation
   * may still be under way, so the link is closed. Where the beacon has changed its services, nothing was sent: they are discovered
   * again, and the operation is started once more.
   */
  function runOperation<T>(
    operation: Operation,
    label: string,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    start: () => Promise<T>,
    onFailure?: () => void,
  ): Promise<T> {
    const timeoutCode = operation === 'discover' ? 'discoveryTimedOut' : 'timedOut';
    return queue.run(async () => {
      if (!server().connected) throw new BluetoothFailure('dropped', `${label}: the link is down`);
      const limits = { clock, operation, label, timeoutMs, timeoutCode, signal, onDisconnect } as const;
      try {
        return await within(start, limits).catch(async (cause: BluetoothFailure) => {
          if (cause.code !== 'servicesChanged' || characteristics === null) throw cause;
          await findServicesAgain(cause, signal);
          return within(start, limits);
        });
      } catch (cause) {
        const reported = toBluetoothFailure(cause, operation);
        const mayBeDrop = ['refused', 'unanswered', 'servicesChanged'].includes(reported.code);
        const failure = mayBeDrop ? await orDropped(reported, operation) : reported;
        onFailure?.();
        if (failure.code === timeoutCode || failure.code === 'aborted') disconnect();
        throw failure;
      }
    });
  }

  /** Returns `dropped` if the link drops right after `failure`: then the operation may have reached the beacon. Else returns `failure`. */
  async function orDropped(failure: BluetoothFailure, operation: Operation): Promise<BluetoothFailure> {
    const limits = { clock, operation, label: 'wait for a drop', timeoutMs: DROP_REPORT_MS, onDisconnect };
    const isDropped =
      device.gatt?.connected !== true ||
      (await within(() => new Promise<never>(() => undefined), limits).catch(
        (end: BluetoothFailure) => end.code === 'dropped',
      ));
    return isDropped ? new BluetoothFailure('dropped', failure.message, { cause: failure }) : failure;
  }

  /**
   * Discovers the services of the standing link. Rejects with `changed` if they are not there now; the next operation then
   * tries again, because the earlier characteristics are kept.
   */
  async function findServicesAgain(changed: BluetoothFailure, signal: AbortSignal | undefined): Promise<void> {
    const limits = {
      clock,
      operation: 'discover',
      label: 'find the services again',
      timeoutMs: timing().discoveryTimeoutMs,
      signal,
      onDisconnect,
    } as const;
    await within(findServices, limits).catch((cause: BluetoothFailure) => {
      throw cause.code === 'notConfigurable' ? changed : cause;
    });
  }

  /** Finds the characteristics of the Configuration Service, for the operations on this link. */
  async function findServices(): Promise<void> {
    const { profile } = settings();
    found = [];
    const service = await server().getPrimaryService(profile.serviceUuid);
    // One call for all: on some systems each call for a single characteristic costs a round trip.
    const all = await service.getCharacteristics();
    const byUuid = new Map(all.map((one) => [one.uuid.toLowerCase(), one]));
    found = [...byUuid.keys()];
    const missing = [profile.requestUuid, profile.responseUuid, profile.controlPointUuid].find(
      (uuid) => !byUuid.has(uuid.toLowerCase()),
    );
    if (missing !== undefined) throw new BluetoothFailure('notConfigurable', `characteristic ${missing} is absent`);
    if (!server().connected) throw new BluetoothFailure('dropped', 'find the services: the link fell');
    characteristics = byUuid;
    device.addEventListener('gattserverdisconnected', clearCharacteristics);
  }

  function characteristic(name: keyof BluetoothProfile & `${string}Uuid`): BluetoothRemoteGATTCharacteristic | null {
    if (characteristics === null) throw new BluetoothFailure('dropped', 'the service is not discovered on this link');
    return characteristics.get(settings().profile[name].toLowerCase()) ?? null;
  }

  function requiredCharacteristic(
    name: 'requestUuid' | 'responseUuid' | 'controlPointUuid',
  ): BluetoothRemoteGATTCharacteristic {
    const one = characteristic(name);
    if (one === null)
      throw new BluetoothFailure('notConfigurable', `characteristic ${settings().profile[name]} is absent`);
    return one;
  }

  const read = (
    label: string,
    source: () => BluetoothRemoteGATTCharacteristic,
    signal?: AbortSignal,
  ): Promise<Uint8Array> =>
    runOperation('read', label, timing().operationTimeoutMs, signal, async () => bytesOf(await source().readValue()));

  function giveUpLateRead(): void {
    if (lateRead !== null) lateRead.closesLink = true;
    endLateRead();
  }

  /**
   * Returns the response. After its time limit the read continues, and `onLate` receives a response that still arrives,
   * in the same turn.
   */
  async function readResponse(onLate?: (bytes: Uint8Array) => void): Promise<Uint8Array> {
    let isPending = true;
    let hasFailed = false;
    let ownLateRead: LateRead | null = null;
    /** Ends this read only: an earlier one may settle while a later one is awaited. */
    const endOwnLateRead = (): void => {
      if (ownLateRead !== null && lateRead === ownLateRead) endLateRead();
    };
    const start = async (): Promise<Uint8Array> => {
      isPending = true;
      try {
        const bytes = bytesOf(await requiredCharacteristic('responseUuid').readValue());
        if (hasFailed) onLate?.(bytes);
        return bytes;
      } finally {
        isPending = false;
        endOwnLateRead();
      }
    };
    const onFailure = (): void => {
      hasFailed = true;
      if (!isPending || onLate === undefined) return;
      // After a drop no response can come, although the browser may reject the operation much later.
      const unsubscribe = onDisconnect(endOwnLateRead);
      ownLateRead = { closesLink: false, onOver: [unsubscribe] };
      lateRead = ownLateRead;
    };
    return runOperation('read', 'read the response', timing().operationTimeoutMs, undefined, start, onFailure);
  }

  return {
    name: device.name ?? '',
    get connected() {
      return device.gatt?.connected === true;
    },
    async connect(options = {}) {
      // A pending read would block the queue.
      giveUpLateRead();
      if (server().connected && characteristics !== null) return;
      clearCharacteristics();
      await connectWithRetries(options);
    },
    async discover(signal) {
      if (characteristics !== null) return;
      await runOperation('discover', 'find the services', timing().discoveryTimeoutMs, signal, findServices);
    },
    get found() {
      return found;
    },
    async write(bytes) {
      if (bytes.length > MAX_PACKET_BYTES) throw new BluetoothFailure('tooLarge', `write of ${bytes.length} bytes`);
      const value = Uint8Array.from(bytes);
      await runOperation('write', 'write the package', timing().writeTimeoutMs, undefined, () =>
        requiredCharacteristic('requestUuid').writeValueWithResponse(value),
      );
    },
    readControlPoint: (signal) =>
      read('read the Control Point', () => requiredCharacteristic('controlPointUuid'), signal),
    readResponse,
    get readsLate() {
      return lateRead !== null;
    },
    onLateReadOver(listener) {
      if (lateRead === null) listener();
      else lateRead.onOver.push(listener);
    },
    giveUpLateRead,
    async readToken(signal) {
      if (characteristic('tokenUuid') === null) return null;
      try {
        return await read('read the token', () => characteristic('tokenUuid')!, signal);
      } catch (cause) {
        if (cause instanceof BluetoothFailure && (cause.code === 'refused' || cause.code === 'notPaired')) return null;
        throw cause;
      }
    },
    disconnect,
    onDisconnect,
  };
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();
}
