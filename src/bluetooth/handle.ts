/** One picked beacon: its link, its Configuration Service and the four operations of the procedure (field-facts.md 1). */
import { MAX_PACKET_BYTES } from '../domain/packet.ts';
import type { BluetoothProfile, Settings, Timing } from '../domain/settings.ts';
import { createClosingLink } from './closing-link.ts';
import { connectWithRetries } from './connect.ts';
import { BluetoothFailure, toBluetoothFailure, type Doing } from './failure.ts';
import { createGattQueue } from './gatt-queue.ts';
import { within, type Clock } from './wait.ts';
import type { RadioHandle } from '../use-cases/run/bluetooth-port.ts';

export type Handle = RadioHandle;

type Characteristics = ReadonlyMap<string, BluetoothRemoteGATTCharacteristic>;

/** Chromium may reject an operation as refused 1 to 5 ms before it reports that the link dropped under it. */
const DROP_REPORT_MS = 200;

interface LateRead {
  /** The link is let go when it is over. */
  leave: boolean;
  readonly over: (() => void)[];
}

export interface HandleOptions {
  readonly settings: () => Settings;
  readonly clock: Clock;
  /** Monotonic time at which this page was loaded: a link of the page before may still be closing. */
  readonly pageLoadedAtMs: number;
}

export function createHandle(device: BluetoothDevice, { settings, clock, pageLoadedAtMs }: HandleOptions): Handle {
  const queue = createGattQueue();
  /** Of this connection only: after a drop all its objects are dead. */
  let found: Characteristics | null = null;
  /** The browser keeps each picked device while the page lives, and whoever listens to it: nobody does between two links. */
  const forget = (): void => {
    found = null;
    device.removeEventListener('gattserverdisconnected', forget);
  };
  const wish = { wanted: false };
  /** A response that was asked for and has not come within its limit: it can be read once, so nothing is let go for it. */
  let late: LateRead | null = null;

  const closing = createClosingLink({
    server: () => device.gatt,
    reconnectAfterMs: () => settings().timing.reconnectAfterMs,
    pageLoadedAtMs,
    clock,
  });
  const server = (): BluetoothRemoteGATTServer => {
    if (device.gatt === undefined) throw new BluetoothFailure('notConfigurable', 'the device has no GATT server');
    return device.gatt;
  };
  const onDisconnect = (listener: () => void): (() => void) => {
    device.addEventListener('gattserverdisconnected', listener);
    return () => device.removeEventListener('gattserverdisconnected', listener);
  };
  const letGo = (): void => {
    forget();
    wish.wanted = false;
    closing.close();
  };
  const disconnect = (): void => {
    if (late === null) letGo();
    else late.leave = true;
  };
  function endLate(): void {
    const ended = late;
    late = null;
    if (ended === null) return;
    if (ended.leave) letGo();
    for (const listener of ended.over) listener();
  }

  /** Queued, limited and lost with the link. After a timeout or an abort the operation may still be on its way: let the link go. */
  function operate<T>(
    doing: Doing,
    what: string,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    operation: () => Promise<T>,
    onFailure?: () => void,
  ): Promise<T> {
    const timeoutCode = doing === 'discover' ? 'discoveryTimedOut' : 'timedOut';
    return queue.run(async () => {
      if (!server().connected) throw new BluetoothFailure('dropped', `${what}: the link is down`);
      try {
        return await within(operation, { clock, doing, what, timeoutMs, timeoutCode, signal, onGone: onDisconnect });
      } catch (cause) {
        const told = toBluetoothFailure(cause, doing);
        const mayBeDrop = told.code === 'refused' || told.code === 'unanswered';
        const failure = mayBeDrop ? await orDropped(told, doing) : told;
        onFailure?.();
        if (failure.code === timeoutCode || failure.code === 'aborted') disconnect();
        throw failure;
      }
    });
  }

  /** A failure after which the link drops was a drop: the operation may have reached the beacon. */
  async function orDropped(failure: BluetoothFailure, doing: Doing): Promise<BluetoothFailure> {
    const limits = { clock, doing, what: 'look after the link', timeoutMs: DROP_REPORT_MS, onGone: onDisconnect };
    const isDropped =
      device.gatt?.connected !== true ||
      (await within(() => new Promise<never>(() => undefined), limits).catch(
        (end: BluetoothFailure) => end.code === 'dropped',
      ));
    return isDropped ? new BluetoothFailure('dropped', failure.message, { cause: failure }) : failure;
  }

  function characteristic(name: keyof BluetoothProfile & `${string}Uuid`): BluetoothRemoteGATTCharacteristic | null {
    if (found === null) throw new BluetoothFailure('dropped', 'the service is not discovered on this link');
    return found.get(settings().profile[name].toLowerCase()) ?? null;
  }

  function needed(name: 'requestUuid' | 'responseUuid' | 'controlPointUuid'): BluetoothRemoteGATTCharacteristic {
    const present = characteristic(name);
    if (present === null)
      throw new BluetoothFailure('notConfigurable', `characteristic ${settings().profile[name]} is absent`);
    return present;
  }

  const timing = (): Timing => settings().timing;
  const read = (what: string, of: () => BluetoothRemoteGATTCharacteristic, signal?: AbortSignal): Promise<Uint8Array> =>
    operate('read', what, timing().operationTimeoutMs, signal, async () => bytesOf(await of().readValue()));

  function giveUpLateRead(): void {
    if (late !== null) late.leave = true;
    endLate();
  }

  /** The operation is watched on after its limit: what it still brings is handed over in the turn in which it comes. */
  async function readResponse(onLate?: (bytes: Uint8Array) => void): Promise<Uint8Array> {
    let isPending = true;
    let isOver = false;
    let own: LateRead | null = null;
    /** Of this read alone: an earlier one may settle while a later one is awaited. */
    const endOwn = (): void => {
      if (own !== null && late === own) endLate();
    };
    const operation = async (): Promise<Uint8Array> => {
      try {
        const bytes = bytesOf(await needed('responseUuid').readValue());
        if (isOver) onLate?.(bytes);
        return bytes;
      } finally {
        isPending = false;
        endOwn();
      }
    };
    const become = (): void => {
      isOver = true;
      if (!isPending || onLate === undefined) return;
      // After a drop nothing comes over this link, though the browser may tell the operation so much later.
      const stopListening = onDisconnect(endOwn);
      own = { leave: false, over: [stopListening] };
      late = own;
    };
    return operate('read', 'read the response', timing().operationTimeoutMs, undefined, operation, become);
  }

  return {
    name: device.name ?? '',
    get connected() {
      return device.gatt?.connected === true;
    },
    async connect({ signal, onAttempt, onWait } = {}) {
      // What still hangs would stand in the way of everything.
      giveUpLateRead();
      if (server().connected && found !== null) return;
      forget();
      await connectWithRetries({ server: server(), closing, timing: timing(), clock, signal, onAttempt, onWait, wish });
    },
    async discover(signal) {
      if (found !== null) return;
      const { profile } = settings();
      const all = await operate('discover', 'find the services', timing().discoveryTimeoutMs, signal, async () => {
        const service = await server().getPrimaryService(profile.serviceUuid);
        // All at once: asking for each by name would cost a round trip apiece on some systems.
        return service.getCharacteristics();
      });
      const byUuid = new Map(all.map((one) => [one.uuid.toLowerCase(), one]));
      const missing = [profile.requestUuid, profile.responseUuid, profile.controlPointUuid].find(
        (uuid) => !byUuid.has(uuid.toLowerCase()),
      );
      if (missing !== undefined) throw new BluetoothFailure('notConfigurable', `characteristic ${missing} is absent`);
      if (!server().connected) throw new BluetoothFailure('dropped', 'find the services: the link fell');
      found = byUuid;
      device.addEventListener('gattserverdisconnected', forget);
    },
    async write(bytes, signal) {
      if (bytes.length > MAX_PACKET_BYTES) throw new BluetoothFailure('tooLarge', `write of ${bytes.length} bytes`);
      const value = Uint8Array.from(bytes);
      await operate('write', 'write the package', timing().writeTimeoutMs, signal, () =>
        needed('requestUuid').writeValueWithResponse(value),
      );
    },
    readControlPoint: (signal) => read('read the Control Point', () => needed('controlPointUuid'), signal),
    readResponse,
    get readsLate() {
      return late !== null;
    },
    onLateReadOver(listener) {
      if (late === null) listener();
      else late.over.push(listener);
    },
    giveUpLateRead,
    async readToken(signal) {
      const token = characteristic('tokenUuid');
      if (token === null) return null;
      try {
        return await read('read the token', () => token, signal);
      } catch (cause) {
        if (cause instanceof BluetoothFailure && cause.code === 'refused') return null;
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
