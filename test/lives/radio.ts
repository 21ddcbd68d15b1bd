/**
 * Web Bluetooth as one window of a site sees it: real promises, real error names, links that drop, answers that are
 * late or missing.
 */
import type { BluetoothLike } from '../../src/bluetooth/bluetooth.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/default-settings.ts';
import {
  holds,
  readControlPoint,
  readToken,
  takeResponse,
  unread,
  write,
  type Answer,
  type Beacon,
  type PackageMark,
} from './beacon.ts';
import type { SiteClock } from './clock.ts';
import type { Mortal } from './mortal.ts';

export const OPERATIONS = ['connect', 'discover', 'write', 'poll', 'readToken', 'readResponse'] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * `dropBefore`, `dropDuring`, `dropAfter`: the link drops before the beacon receives it, before its answer, or after
 * its answer · `deaf`: neither received nor answered · `mute`: received, never answered · `late`: answered after the
 * app's own limit, even if the link was closed meanwhile · `error`: refused by the stack · `noService`: an outdated
 * list of services, without the requested one.
 */
export type RadioFaultKind =
  'dropBefore' | 'dropDuring' | 'dropAfter' | 'deaf' | 'mute' | 'late' | 'error' | 'noService';

export interface RadioFault {
  readonly at: Operation;
  readonly kind: RadioFaultKind;
}

/** Events of the radio, for the judge. */
export interface RadioListeners {
  /** A receipt has left its beacon. `arrives`: its bytes reach the page. */
  handedOut(arrives: boolean): void;
  /** Its bytes have reached the page. */
  arrived(answer: Answer, by: Mortal): void;
  /** A write has overwritten this receipt before it was read. */
  overwritten(beacon: Beacon, receipt: PackageMark): void;
}

export interface EmulatedRadio {
  readonly beacons: ReadonlyMap<string, Beacon>;
  readonly faults: RadioFault[];
  /** The row that is picked in the next chooser; null cancels it. */
  pick: string | null;
  choosers: number;
  /** How many of them opened in each window. */
  readonly choosersOf: Map<Mortal, number>;
  readonly ears: RadioListeners;
}

const LATENCY_MS = 5;
const LATE_MS = 7000;

const LOST = ['NetworkError', 'GATT Server disconnected while performing a GATT operation.'] as const;
const GONE = [
  'NetworkError',
  'GATT Server is disconnected. Cannot perform GATT operations. (Re)connect first with `device.gatt.connect`.',
] as const;
const NO_CONNECTION = ['NetworkError', 'Connection Error: Connection attempt failed.'] as const;
const REFUSED = ['NotSupportedError', 'GATT operation failed for unknown reason.'] as const;
const NO_SERVICE = ['NotFoundError', 'No Services matching UUID found in Device.'] as const;
const CANCELLED = ['NotFoundError', 'User cancelled the requestDevice() chooser.'] as const;

const error = ([name, message]: readonly [string, string]): DOMException => new DOMException(message, name);
const never = (): Promise<never> => new Promise<never>(() => undefined);

export function createRadio(emulatedRadio: EmulatedRadio, mortal: Mortal, clock: SiteClock): BluetoothLike {
  const devices = new Map<string, BluetoothDevice>();
  return Object.assign(new EventTarget(), {
    getAvailability: async () => true,
    async requestDevice(): Promise<BluetoothDevice> {
      emulatedRadio.choosers += 1;
      emulatedRadio.choosersOf.set(mortal, (emulatedRadio.choosersOf.get(mortal) ?? 0) + 1);
      if (emulatedRadio.pick === null) throw error(CANCELLED);
      const beacon = emulatedRadio.beacons.get(emulatedRadio.pick)!;
      const device = devices.get(beacon.uniqueId) ?? deviceOf(emulatedRadio, beacon, mortal, clock);
      devices.set(beacon.uniqueId, device);
      return device;
    },
  });
}

function performWrite(emulatedRadio: EmulatedRadio, beacon: Beacon, bytes: Uint8Array, nowMs: number): boolean {
  const before = unread(beacon);
  const done = write(beacon, bytes, nowMs);
  if (done && before !== null && !holds(beacon, before.serial)) emulatedRadio.ears.overwritten(beacon, before);
  return done;
}

function deviceOf(emulatedRadio: EmulatedRadio, beacon: Beacon, mortal: Mortal, clock: SiteClock): BluetoothDevice {
  const { profile } = DEFAULT_SETTINGS;
  const device = new EventTarget();
  let connected = false;
  let epoch = 0;
  let cut: (reason: DOMException) => void = () => undefined;
  let gone: Promise<never> = never();

  function drop(): void {
    if (!connected) return;
    connected = false;
    cut(error(LOST));
    device.dispatchEvent(new Event('gattserverdisconnected'));
  }

  function takeFault(at: Operation): RadioFaultKind | null {
    const index = emulatedRadio.faults.findIndex((fault) => fault.at === at);
    return index < 0 ? null : emulatedRadio.faults.splice(index, 1)[0]!.kind;
  }

  /** Performs this operation at the beacon; `answered` tells whether the bytes will reach the page. */
  function act(
    operation: Operation,
    bytes: Uint8Array,
    answered: boolean,
  ): { readonly bytes: Uint8Array; readonly answer: Answer | null; readonly refused: boolean } {
    const nothing = { bytes: new Uint8Array(), answer: null, refused: false };
    switch (operation) {
      case 'write':
        return { ...nothing, refused: !performWrite(emulatedRadio, beacon, bytes, clock.monotonicMs()) };
      case 'poll':
        return { ...nothing, bytes: readControlPoint(beacon, clock.monotonicMs()) };
      case 'readToken':
        return { ...nothing, bytes: readToken(beacon) };
      case 'readResponse': {
        const answer = takeResponse(beacon, clock.monotonicMs());
        if (answer !== null && answer.receiptOf !== null) emulatedRadio.ears.handedOut(answered);
        return { ...nothing, bytes: answer?.bytes ?? new Uint8Array(), answer };
      }
      default:
        return nothing;
    }
  }

  async function operate(operation: Operation, value: Uint8Array = new Uint8Array()): Promise<Uint8Array> {
    if (mortal.dead) return never();
    if (!connected) throw error(GONE);
    const mine = epoch;
    await Promise.race([clock.sleep(LATENCY_MS), gone]);
    const step = mortal.step(operation);
    if (step === 'dead') return never();
    const fault = takeFault(operation);
    if (fault === 'deaf') return gone;
    if (fault === 'error') throw error(REFUSED);
    if (fault === 'noService') throw error(operation === 'discover' ? NO_SERVICE : REFUSED);
    if (fault === 'dropBefore') return dropNow();
    const answered = step === 'alive' && fault !== 'dropDuring' && fault !== 'mute';
    const { bytes, answer, refused } = act(operation, value, answered);
    if (step === 'dying') return never();
    if (fault === 'dropDuring') return dropNow();
    if (fault === 'mute') return gone;
    // The stack already has the value; closing the link does not cancel its delivery.
    if (fault === 'late')
      await (operation === 'readResponse' ? clock.sleep(LATE_MS) : Promise.race([clock.sleep(LATE_MS), gone]));
    if (refused) throw error(REFUSED);
    if (answer?.receiptOf != null) emulatedRadio.ears.arrived(answer, mortal);
    if (fault === 'dropAfter') void clock.sleep(LATENCY_MS).then(() => (mine === epoch ? drop() : undefined));
    return bytes;
  }

  function dropNow(): Promise<never> {
    drop();
    return Promise.reject(error(LOST));
  }

  const characteristic = (uuid: string, operation: Operation): object => ({
    uuid,
    async readValue() {
      const bytes = await operate(operation);
      return new DataView(bytes.slice().buffer);
    },
    async writeValueWithResponse(value: Uint8Array) {
      await operate(operation, value.slice());
    },
  });

  const gatt = {
    device,
    get connected() {
      return connected;
    },
    async connect() {
      if (connected) return gatt;
      if (mortal.step('connect') !== 'alive') return never();
      const fault = takeFault('connect');
      await clock.sleep(LATENCY_MS);
      if (fault === 'deaf' || fault === 'mute') return never();
      if (fault !== null && fault !== 'dropAfter') throw error(NO_CONNECTION);
      connected = true;
      epoch += 1;
      gone = new Promise<never>((_, reject) => {
        cut = reject;
      });
      gone.catch(() => undefined);
      return gatt;
    },
    disconnect: drop,
    async getPrimaryService() {
      await operate('discover');
      return {
        getCharacteristics: async () => [
          characteristic(profile.requestUuid, 'write'),
          characteristic(profile.responseUuid, 'readResponse'),
          characteristic(profile.controlPointUuid, 'poll'),
          ...(beacon.nature.hasToken ? [characteristic(profile.tokenUuid, 'readToken')] : []),
        ],
      };
    },
  };
  return Object.assign(device, { id: `picked-${beacon.index}`, name: 'Kontakt', gatt }) as unknown as BluetoothDevice;
}
