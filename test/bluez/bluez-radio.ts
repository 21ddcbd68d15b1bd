/**
 * The beacons of a test behind the emulated BlueZ. Implements the same radio as Chromium's emulated one, without a
 * guard in the page.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import { exchange, operationOf, type LinkAnswer, type LinkRequest } from '../../src/sandbox/beacon/link.ts';
import { SERVICE_UUID, characteristicsOf } from '../../src/sandbox/beacon/profile.ts';
import type { OpenBrowser } from '../support/browser.ts';
import {
  noCounts,
  type EmulatedRadio,
  type EmulatedRadioOptions,
  type BeaconStore,
  type Counts,
  type Prompt,
} from '../support/peripheral.ts';
import { BluezError, NO_ANSWER, type Bluez, type GattService, type NoAnswer, type Peripheral } from './bluez.ts';
import { sharedBluez } from './shared-bluez.ts';

export interface BluezRadio extends EmulatedRadio {
  readonly bluez: Bluez;
  /** Changes the services that the system discovers. Null: it finds those of the beacon. */
  services: ((found: readonly GattService[]) => readonly GattService[] | NoAnswer) | null;
  /** How long the system takes to discover the services, ms. */
  discoveryMs: number;
  /** The writes that reached a beacon: their size, and the kind that the browser requested. */
  readonly writes: { readonly bytes: number; readonly type: string }[];
}

export async function emulateBluezRadio(
  browser: OpenBrowser,
  beaconStore: BeaconStore,
  { latencyMs = 0 }: Pick<EmulatedRadioOptions, 'latencyMs'>,
): Promise<BluezRadio> {
  const { bluez } = await sharedBluez();
  const counts = new Map<string, Counts>();
  const prompts: Prompt[] = [];

  const emulatedRadio: BluezRadio = {
    bluez,
    services: null,
    discoveryMs: 0,
    writes: [],
    hand: 'leave',
    latencyMs,
    prompts,
    onOperation: null,
    get dropOrder() {
      return bluez.dropOrder === 'errorFirst' ? 'errorFirst' : 'linkFirst';
    },
    set dropOrder(order) {
      bluez.dropOrder = order;
    },
    get closeMs() {
      return bluez.disconnectMs;
    },
    set closeMs(ms) {
      bluez.disconnectMs = ms;
    },
    counts: (address) => ({ ...countsOf(address) }),
    resetCounts() {
      counts.clear();
      prompts.length = 0;
      bluez.resetCalls();
    },
    drop: async (address) => bluez.drop(address),
    power: async (state) => (state === 'absent' ? bluez.unplug() : bluez.plugIn()),
    async announce(address) {
      bluez.add(address, beaconAt(address).name, peripheralAt(address));
    },
    async attach(page: Page) {
      const session = await browser.pageSession(page);
      session.on('DeviceAccess.deviceRequestPrompted', (event) => {
        // The event comes again whenever the list grows. A second answer to the same chooser crashes the browser.
        let prompt = prompts.find(({ id }) => id === event.id);
        if (prompt === undefined) {
          prompt = { id: event.id, addresses: [], answered: false };
          prompts.push(prompt);
        }
        prompt.addresses = event.devices.map(({ id }) => id);
        if (!prompt.answered) void answerPrompt(session, prompt);
      });
      await session.send('DeviceAccess.enable');
    },
  };

  async function answerPrompt(session: CDPSession, prompt: Prompt): Promise<void> {
    const { hand } = emulatedRadio;
    if (hand === 'leave' || (hand !== 'cancel' && !prompt.addresses.includes(hand.pick))) return;
    prompt.answered = true;
    const answer =
      hand === 'cancel'
        ? session.send('DeviceAccess.cancelPrompt', { id: prompt.id })
        : session.send('DeviceAccess.selectPrompt', { id: prompt.id, deviceId: hand.pick });
    // The page, or the whole browser, may be closed by now.
    await answer.catch(() => undefined);
  }

  function countsOf(address: string): Counts {
    const found = counts.get(address) ?? noCounts();
    counts.set(address, found);
    return found;
  }

  function beaconAt(address: string) {
    const beacon = beaconStore.beacons.get(address);
    if (beacon === undefined) throw new Error(`no beacon ${address}`);
    return beacon;
  }

  function peripheralAt(address: string): Peripheral {
    /** True if the link that was just made will drop before the system has found any service. */
    let isFalling = false;

    /** Performs the operation at the beacon and stores the new state before the browser gets the answer. */
    async function perform(request: LinkRequest): Promise<LinkAnswer> {
      const { operation }: { operation: LinkOperation } = request;
      countsOf(address)[operation] += 1;
      await emulatedRadio.onOperation?.(address, operation);
      const answer = exchange(beaconAt(address).state, request, Date.now());
      beaconStore.keep(address, answer.state);
      await waitFor(emulatedRadio.latencyMs + answer.delayMs);
      if (answer.outcome === 'ok' && answer.thenDrops) setTimeout(() => bluez.drop(address), 1);
      return answer;
    }

    async function operate(request: LinkRequest): Promise<Uint8Array | NoAnswer> {
      const { outcome, bytes, error } = await perform(request);
      if (outcome === 'drop') bluez.drop(address);
      if (outcome === 'drop' || outcome === 'hang') return NO_ANSWER;
      // bluetoothd has one error for both; its text does not reach the page.
      if (outcome === 'error')
        throw new BluezError(
          'NotPermitted',
          error === 'notPaired' ? 'Not paired' : `${request.operation} not permitted`,
        );
      return bytes ?? new Uint8Array();
    }

    return {
      async connect() {
        const { outcome, thenDrops } = await perform({ operation: 'connect' });
        isFalling = thenDrops;
        if (outcome === 'error') throw new BluezError('Failed', 'le-connection-abort-by-local');
        if (outcome === 'drop') throw new BluezError('Failed', 'le-connection-abort-by-remote');
        return outcome === 'hang' ? NO_ANSWER : undefined;
      },
      async discover() {
        if (isFalling || (await operate({ operation: 'discover' })) === NO_ANSWER) return NO_ANSWER;
        await waitFor(emulatedRadio.discoveryMs);
        const found = servicesOf(beaconAt(address).state);
        return emulatedRadio.services?.(found) ?? found;
      },
      async read(uuid) {
        const name = characteristicsOf({ tokenReadable: true }).find((one) => one.uuid === uuid)?.name;
        const operation = name === undefined ? null : operationOf(name, 'read');
        if (operation !== null && operation !== 'write') return operate({ operation });
        countsOf(address).other += 1;
        throw new BluezError('NotPermitted', 'Read not permitted');
      },
      async write(_uuid, bytes, type) {
        emulatedRadio.writes.push({ bytes: bytes.length, type });
        return (await operate({ operation: 'write', bytes })) === NO_ANSWER ? NO_ANSWER : undefined;
      },
    };
  }

  for (const address of bluez.addresses()) if (!beaconStore.beacons.has(address)) bluez.remove(address);
  // A known beacon keeps its link, because a killed browser does not disconnect.
  for (const address of beaconStore.beacons.keys()) {
    if (bluez.addresses().includes(address)) bluez.replacePeripheral(address, peripheralAt(address));
    else await emulatedRadio.announce(address);
  }
  return emulatedRadio;
}

function servicesOf(beacon: { readonly tokenReadable: boolean }): readonly GattService[] {
  const characteristics = characteristicsOf(beacon).map(({ uuid, read, write }) => ({
    uuid,
    flags: [...(read ? ['read'] : []), ...(write ? ['write'] : [])],
  }));
  return [{ uuid: SERVICE_UUID, characteristics }];
}

async function waitFor(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
