/**
 * Emulates bluetoothd: the D-Bus objects, signals, errors and delays that Chromium's Linux Bluetooth code depends on,
 * as in the sources of BlueZ 5.8x (src/device.c, src/gatt-client.c, src/shared/att.c). The other end of a link is a
 * `Peripheral`.
 */
import type { Call, Reply, Serve, Variant } from './bus.ts';

/** An error of `org.bluez.Error`. */
export class BluezError extends Error {
  constructor(
    /** The name without "org.bluez.Error.": "Failed", "NotPermitted", "InProgress", "NotReady". */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The result of an operation that bluetoothd never answers. */
export const NO_ANSWER = Symbol('no answer');
export type NoAnswer = typeof NO_ANSWER;

export interface GattService {
  readonly uuid: string;
  readonly characteristics: readonly { readonly uuid: string; readonly flags: readonly string[] }[];
}

/** The device at the other end of a link. Each operation may throw a `BluezError`. */
export interface Peripheral {
  /** Resolves when the link is up. */
  connect(): Promise<void | NoAnswer>;
  /** Called as soon as the link is up. Resolves with all services. */
  discover(): Promise<readonly GattService[] | NoAnswer>;
  read(characteristicUuid: string): Promise<Uint8Array | NoAnswer>;
  /** `type`: the write type of the caller, "request" for a write with response. */
  write(characteristicUuid: string, bytes: Uint8Array, type: string): Promise<void | NoAnswer>;
}

/**
 * What the caller receives first when a link drops during an operation: that the device is disconnected, or the error
 * of the operation. The kernel reports a drop on two sockets (mgmt and L2CAP), so bluetoothd can do either. `noError`:
 * the operation ends only by its own timeout.
 */
export type BluezDropOrder = 'linkFirst' | 'errorFirst' | 'noError';

export interface Bluez {
  readonly serve: Serve;
  /**
   * Number of the browser's calls on this device and its objects, by member: "Connect", "ReadValue", "WriteValue",
   * "Disconnect".
   */
  calls(address: string): Record<string, number>;
  resetCalls(): void;
  /** Adds a device in range. Without a name its alias is made of its address. */
  add(address: string, name: string, peripheral: Peripheral): void;
  /** Removes a device and its link. */
  remove(address: string): void;
  addresses(): readonly string[];
  /** Replaces the other end of a device and keeps its link, as after a killed browser. */
  replacePeripheral(address: string, peripheral: Peripheral): void;
  isConnected(address: string): boolean;
  drop(address: string): void;
  setPowered(isOn: boolean): void;
  unplug(): void;
  plugIn(): void;
  /** Removes the discovered services of the device, as after a changed GATT table. */
  removeServices(address: string): void;
  /** Replaces the discovered services of a linked device by the same ones at other handles, as after "Service Changed". */
  changeServices(address: string): Promise<void>;
  dropOrder: BluezDropOrder;
  /** Time from `Device1.Disconnect` to the end of the link, ms. `DISCONNECT_TIMER` of device.c is 2 s. */
  disconnectMs: number;
}

type Properties = Record<string, Variant>;

const ADAPTER = 'org.bluez.Adapter1';
const DEVICE = 'org.bluez.Device1';
const SERVICE = 'org.bluez.GattService1';
const CHARACTERISTIC = 'org.bluez.GattCharacteristic1';
const OBJECT_MANAGER = 'org.freedesktop.DBus.ObjectManager';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const ADAPTER_PATH = '/org/bluez/hci0';

const DISCONNECT_TIMER_MS = 2000;
/** Time between two advertisements of a device during a scan, ms. */
const ADVERTISING_MS = 200;
const TYPICAL_RSSI_DBM = -60;

interface PendingOperation {
  readonly path: string;
  readonly reply: (what: Reply) => void;
}

interface Device {
  readonly path: string;
  readonly address: string;
  readonly name: string;
  peripheral: Peripheral;
  /** Replies to the pending Connect. */
  connecting: ((what: Reply) => void) | null;
  /** Counts connection attempts. Results of an earlier attempt are ignored. */
  epoch: number;
  readonly pending: Set<PendingOperation>;
  closing: NodeJS.Timeout | null;
}

const DONE: Reply = { signature: '', body: [] };

export function createBluez(
  emit: (path: string, interfaceName: string, member: string, signature: string, body: readonly unknown[]) => void,
): Bluez {
  const objects = new Map<string, Map<string, Properties>>();
  const devices = new Map<string, Device>();
  const tally = new Map<string, Record<string, number>>();
  let scanning: NodeJS.Timeout | null = null;
  let advertisements = 0;

  const get = (path: string, of: string, name: string): unknown => objects.get(path)?.get(of)?.[name]?.[1];
  const isPowered = (): boolean => get(ADAPTER_PATH, ADAPTER, 'Powered') === true;
  const isLinked = (device: Device): boolean => get(device.path, DEVICE, 'Connected') === true;
  const pathOf = (address: string): string => `${ADAPTER_PATH}/dev_${address.replaceAll(':', '_')}`;
  const deviceAt = (path: string): Device | undefined =>
    [...devices.values()].find((one) => path === one.path || path.startsWith(`${one.path}/`));

  function addObject(path: string, interfaces: Record<string, Properties>): void {
    objects.set(path, new Map(Object.entries(interfaces)));
    const added = Object.entries(interfaces).map(([name, properties]) => [name, Object.entries(properties)]);
    emit('/', OBJECT_MANAGER, 'InterfacesAdded', 'oa{sa{sv}}', [path, added]);
  }

  function removeObject(path: string): void {
    const interfaces = objects.get(path);
    if (interfaces === undefined) return;
    objects.delete(path);
    emit('/', OBJECT_MANAGER, 'InterfacesRemoved', 'oas', [path, [...interfaces.keys()]]);
  }

  function setProperties(path: string, of: string, changed: Properties, invalidated: readonly string[] = []): void {
    const properties = objects.get(path)?.get(of);
    if (properties === undefined) return;
    Object.assign(properties, changed);
    for (const name of invalidated) delete properties[name];
    emit(path, PROPERTIES, 'PropertiesChanged', 'sa{sv}as', [of, Object.entries(changed), invalidated]);
  }

  function plugIn(): void {
    addObject(ADAPTER_PATH, {
      [ADAPTER]: {
        Address: ['s', '00:11:22:33:44:55'],
        AddressType: ['s', 'public'],
        Name: ['s', 'stand-in'],
        Alias: ['s', 'stand-in'],
        Class: ['u', 0],
        Powered: ['b', true],
        Discoverable: ['b', false],
        DiscoverableTimeout: ['u', 180],
        Pairable: ['b', true],
        PairableTimeout: ['u', 0],
        Discovering: ['b', false],
        UUIDs: ['as', []],
        Modalias: ['s', 'usb:v1D6Bp0246d0555'],
      },
    });
  }

  /** bluetoothd creates the object of a device when it first receives an advertisement. */
  function announce(device: Device): void {
    if (objects.has(device.path)) {
      const rssi: Variant = ['n', TYPICAL_RSSI_DBM - (advertisements % 7)];
      setProperties(device.path, DEVICE, { RSSI: rssi });
      return;
    }
    addObject(device.path, {
      [DEVICE]: {
        Address: ['s', device.address],
        AddressType: ['s', 'random'],
        ...(device.name === '' ? {} : { Name: ['s', device.name] as Variant }),
        Alias: ['s', device.name === '' ? device.address.replaceAll(':', '-') : device.name],
        Paired: ['b', false],
        Trusted: ['b', false],
        Blocked: ['b', false],
        LegacyPairing: ['b', false],
        Connected: ['b', false],
        ServicesResolved: ['b', false],
        UUIDs: ['as', []],
        Adapter: ['o', ADAPTER_PATH],
        RSSI: ['n', TYPICAL_RSSI_DBM],
      },
    });
  }

  /** Sends the advertisements of all devices in range. A connected device does not advertise. */
  function advertise(): void {
    advertisements += 1;
    for (const device of devices.values()) if (!isLinked(device)) announce(device);
  }

  function startScan(): void {
    setProperties(ADAPTER_PATH, ADAPTER, { Discovering: ['b', true] });
    scanning ??= setInterval(advertise, ADVERTISING_MS).unref();
    advertise();
  }

  function stopScan(): void {
    if (scanning === null) return;
    clearInterval(scanning);
    scanning = null;
    for (const { path } of devices.values())
      if (get(path, DEVICE, 'RSSI') !== undefined) setProperties(path, DEVICE, {}, ['RSSI']);
    setProperties(ADAPTER_PATH, ADAPTER, { Discovering: ['b', false] });
  }

  /** Handles begin after this one; a changed GATT table has others. */
  let firstHandle = 0;

  /** bluetoothd keeps discovered services after the end of a link. */
  function addServices(device: Device, services: readonly GattService[]): void {
    const existing = new Set(servicePaths(device).map((path) => get(path, SERVICE, 'UUID')));
    for (const { uuid, characteristics } of services.filter((service) => !existing.has(service.uuid))) {
      const handle = firstHandle + 0x10 * (servicePaths(device).length + 1);
      const servicePath = `${device.path}/service${hex(handle)}`;
      addObject(servicePath, {
        [SERVICE]: { UUID: ['s', uuid], Device: ['o', device.path], Primary: ['b', true], Includes: ['ao', []] },
      });
      for (const [index, characteristic] of characteristics.entries())
        addObject(`${servicePath}/char${hex(handle + 1 + index * 2)}`, {
          [CHARACTERISTIC]: {
            UUID: ['s', characteristic.uuid],
            Service: ['o', servicePath],
            Value: ['ay', Buffer.alloc(0)],
            Flags: ['as', characteristic.flags],
            MTU: ['q', 247],
          },
        });
    }
  }

  const servicePaths = (device: Device): string[] =>
    [...objects.keys()].filter((path) => path.startsWith(device.path) && objects.get(path)!.has(SERVICE));

  function removeServices(device: Device): void {
    const below = [...objects.keys()].filter((path) => path.startsWith(`${device.path}/`));
    for (const path of below.toReversed()) removeObject(path);
  }

  function connect(device: Device, reply: (what: Reply) => void): void {
    if (device.connecting !== null) return reply(errorReply(new BluezError('InProgress', 'In Progress')));
    // A link that is up is answered at once, even if it is about to be closed (dev_connect).
    if (isLinked(device)) return reply(DONE);
    if (!isPowered()) return reply(errorReply(new BluezError('NotReady', 'Resource Not Ready')));
    device.connecting = reply;
    device.epoch += 1;
    const { epoch } = device;
    const isCurrent = (): boolean => device.epoch === epoch;
    device.peripheral.connect().then(
      (result) => {
        if (result === NO_ANSWER || !isCurrent()) return;
        setProperties(device.path, DEVICE, { Connected: ['b', true] });
        endConnect(device, DONE);
        void discover(device, isCurrent);
      },
      (error: unknown) => isCurrent() && endConnect(device, errorReply(error)),
    );
  }

  function endConnect(device: Device, what: Reply): void {
    const reply = device.connecting;
    device.connecting = null;
    reply?.(what);
  }

  /** A failed discovery is silent: the services are never resolved. */
  async function discover(device: Device, isCurrent: () => boolean): Promise<void> {
    const services = await device.peripheral.discover().catch((): NoAnswer => NO_ANSWER);
    if (services === NO_ANSWER || !isCurrent()) return;
    addServices(device, services);
    setProperties(device.path, DEVICE, {
      UUIDs: ['as', services.map(({ uuid }) => uuid)],
      ServicesResolved: ['b', true],
    });
  }

  function disconnect(device: Device, reply: (what: Reply) => void): void {
    if (device.connecting !== null) {
      device.epoch += 1;
      endConnect(device, errorReply(new BluezError('Failed', 'br-connection-canceled')));
    }
    if (!isLinked(device) || device.closing !== null) return reply(DONE);
    device.closing = setTimeout(() => {
      endLink(device, 'errorFirst');
      reply(DONE);
    }, bluez.disconnectMs);
  }

  function endLink(device: Device, order: BluezDropOrder): void {
    if (device.closing !== null) clearTimeout(device.closing);
    device.closing = null;
    device.epoch += 1;
    const pending = [...device.pending];
    device.pending.clear();
    const fail = (): void => {
      const error = new BluezError('Failed', 'Operation failed with ATT error: 0x0e');
      for (const { reply } of pending) reply(errorReply(error));
    };
    if (order === 'errorFirst') fail();
    endConnect(device, errorReply(new BluezError('Failed', 'br-connection-canceled')));
    setProperties(device.path, DEVICE, { ServicesResolved: ['b', false], Connected: ['b', false] });
    if (order === 'linkFirst') fail();
  }

  function endLinks(): void {
    for (const device of devices.values())
      if (isLinked(device) || device.connecting !== null) endLink(device, bluez.dropOrder);
  }

  function operate(
    device: Device,
    call: Call,
    reply: (what: Reply) => void,
    work: () => Promise<Reply | NoAnswer>,
  ): void {
    if (!isLinked(device)) return reply(errorReply(new BluezError('Failed', 'Not connected')));
    const operation: PendingOperation = { path: call.path, reply };
    device.pending.add(operation);
    const end = (what: Reply | NoAnswer): void => {
      if (what !== NO_ANSWER && device.pending.delete(operation)) reply(what);
    };
    work().then(end, (error: unknown) => end(errorReply(error)));
  }

  function serveCharacteristic(device: Device, call: Call, reply: (what: Reply) => void): void {
    const uuid = get(call.path, CHARACTERISTIC, 'UUID') as string;
    switch (call.member) {
      case 'ReadValue':
        return operate(device, call, reply, async () => {
          const bytes = await device.peripheral.read(uuid);
          if (bytes === NO_ANSWER) return NO_ANSWER;
          // bluetoothd sends the signal with the new value before it replies.
          setProperties(call.path, CHARACTERISTIC, { Value: ['ay', Buffer.from(bytes)] });
          return { signature: 'ay', body: [Buffer.from(bytes)] };
        });
      case 'WriteValue': {
        const isBusy = [...device.pending].some(({ path }) => path === call.path);
        if (isBusy) return reply(errorReply(new BluezError('InProgress', 'In Progress')));
        const [bytes, options] = call.body as [Uint8Array, readonly (readonly [string, unknown])[]];
        return operate(device, call, reply, async () =>
          (await device.peripheral.write(uuid, Uint8Array.from(bytes), optionOf(options, 'type'))) === NO_ANSWER
            ? NO_ANSWER
            : DONE,
        );
      }
      default:
        return reply(errorReply(new BluezError('NotSupported', 'Operation is not supported')));
    }
  }

  function serveAdapter({ member, body }: Call, reply: (what: Reply) => void): void {
    switch (member) {
      case 'StartDiscovery':
        if (!isPowered()) return reply(errorReply(new BluezError('NotReady', 'Resource Not Ready')));
        reply(DONE);
        return startScan();
      case 'StopDiscovery':
        reply(DONE);
        return stopScan();
      case 'RemoveDevice':
        reply(DONE);
        return removeObject(body[0] as string);
      default:
        return reply(DONE);
    }
  }

  function serveProperties({ path, member, body }: Call, reply: (what: Reply) => void): void {
    const [of, name, value] = body as [string, string, unknown];
    const properties = objects.get(path)?.get(of);
    if (properties === undefined)
      return reply({ error: 'org.freedesktop.DBus.Error.UnknownObject', message: `${path} has no ${of}` });
    if (member === 'GetAll') return reply({ signature: 'a{sv}', body: [Object.entries(properties)] });
    if (member === 'Set') {
      const signature = properties[name]?.[0];
      if (signature !== undefined) setProperties(path, of, { [name]: [signature, variantValue(value)] });
      return reply(DONE);
    }
    const found = properties[name];
    if (found === undefined)
      return reply({ error: 'org.freedesktop.DBus.Error.InvalidArgs', message: `${of} has no ${name}` });
    reply({ signature: 'v', body: [found] });
  }

  const serve: Serve = (call, reply) => {
    const { path, member } = call;
    const device = deviceAt(path);
    if (device !== undefined) count(device.address, member);
    if (member === 'GetManagedObjects') {
      const all = [...objects].map(([one, interfaces]) => [
        one,
        [...interfaces].map(([name, properties]) => [name, Object.entries(properties)]),
      ]);
      return reply({ signature: 'a{oa{sa{sv}}}', body: [all] });
    }
    if (call.interface === PROPERTIES) return serveProperties(call, reply);
    if (call.interface === ADAPTER && objects.has(ADAPTER_PATH)) return serveAdapter(call, reply);
    if (device !== undefined && objects.has(path)) {
      if (call.interface === CHARACTERISTIC) return serveCharacteristic(device, call, reply);
      if (member === 'Connect') return connect(device, reply);
      if (member === 'Disconnect') return disconnect(device, reply);
    }
    // Web Bluetooth needs no agents, advertisements or profiles.
    reply({
      error: 'org.freedesktop.DBus.Error.UnknownMethod',
      message: `${call.interface} has no ${member} at ${path}`,
    });
  };

  function count(address: string, member: string): void {
    const counted = tally.get(address) ?? {};
    counted[member] = (counted[member] ?? 0) + 1;
    tally.set(address, counted);
  }

  const bluez: Bluez = {
    serve,
    calls: (address) => ({ ...tally.get(address) }),
    resetCalls: () => tally.clear(),
    add(address, name, peripheral) {
      bluez.remove(address);
      const state = { connecting: null, epoch: 0, pending: new Set<PendingOperation>(), closing: null };
      devices.set(address, { path: pathOf(address), address, name, peripheral, ...state });
      if (scanning !== null) advertise();
    },
    remove(address) {
      const device = devices.get(address);
      if (device === undefined) return;
      endLink(device, bluez.dropOrder);
      removeServices(device);
      removeObject(device.path);
      devices.delete(address);
    },
    addresses: () => [...devices.keys()],
    replacePeripheral(address, peripheral) {
      const device = devices.get(address);
      if (device !== undefined) device.peripheral = peripheral;
    },
    isConnected: (address) => get(pathOf(address), DEVICE, 'Connected') === true,
    drop(address) {
      const device = devices.get(address);
      if (device !== undefined) endLink(device, bluez.dropOrder);
    },
    setPowered(isOn) {
      if (!isOn) {
        endLinks();
        stopScan();
      }
      setProperties(ADAPTER_PATH, ADAPTER, { Powered: ['b', isOn] });
    },
    unplug() {
      endLinks();
      stopScan();
      for (const device of devices.values()) {
        removeServices(device);
        removeObject(device.path);
      }
      removeObject(ADAPTER_PATH);
    },
    plugIn,
    removeServices(address) {
      const device = devices.get(address);
      if (device !== undefined) removeServices(device);
    },
    async changeServices(address) {
      const device = devices.get(address);
      const services = await device?.peripheral.discover();
      if (device === undefined || services === undefined || services === NO_ANSWER) return;
      removeServices(device);
      firstHandle += 0x100;
      addServices(device, services);
    },
    dropOrder: 'linkFirst',
    disconnectMs: DISCONNECT_TIMER_MS,
  };
  plugIn();
  return bluez;
}

function errorReply(error: unknown): Reply {
  return error instanceof BluezError
    ? { error: `org.bluez.Error.${error.code}`, message: error.message }
    : { error: 'org.bluez.Error.Failed', message: String(error) };
}

function hex(handle: number): string {
  return handle.toString(16).padStart(4, '0');
}

/** Returns the value of a received variant, which is its parsed signature, then its value in a list. */
function variantValue(received: unknown): unknown {
  return (received as readonly [unknown, readonly unknown[]])[1][0];
}

function optionOf(options: readonly (readonly [string, unknown])[], name: string): string {
  const found = options.find(([key]) => key === name);
  return found === undefined ? '' : String(variantValue(found[1]));
}
