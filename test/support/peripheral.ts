/**
 * Beacons behind Chromium's real Web Bluetooth: the sandbox's beacon answers over DevTools, and its state is stored
 * outside the browser.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import type { BeaconState } from '../../src/sandbox/beacon/beacon.ts';
import type { BeaconFault, LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import { exchange, operationOf, type LinkAnswer, type LinkRequest } from '../../src/sandbox/beacon/link.ts';
import { SERVICE_UUID, characteristicsOf, type CharacteristicName } from '../../src/sandbox/beacon/profile.ts';
import { emulateBluezRadio } from '../bluez/bluez-radio.ts';
import { isOverBluez } from '../bluez/shared-bluez.ts';
import type { OpenBrowser } from './browser.ts';
import { guardLink, type DropOrder, type LinkGuard } from './link-guard.ts';

export interface Beacon {
  /** Six octets, upper case: "C0:FF:EE:00:00:01". The page never sees it. */
  readonly address: string;
  /** The name that the chooser's filters match. */
  readonly name: string;
  state: BeaconState;
}

/** The beacons of one test. They outlive browsers: a response that was read stays read, also after a kill. */
export interface BeaconStore {
  readonly beacons: ReadonlyMap<string, Beacon>;
  put(beacon: Beacon): void;
  /** Stores a new state; with a file, it is on disk before the browser gets the answer. */
  keep(address: string, state: BeaconState): void;
  /** Adds faults after those that are waiting. */
  fault(address: string, ...faults: BeaconFault[]): void;
}

export function storeBeacons(beacons: readonly Beacon[] = [], file?: string): BeaconStore {
  const stored = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Beacon[]) : null;
  const beaconStore = new Map((stored ?? beacons).map((beacon) => [beacon.address, { ...beacon }]));
  function save(): void {
    if (file !== undefined) writeFileSync(file, JSON.stringify([...beaconStore.values()]));
  }
  function keep(address: string, state: BeaconState): void {
    const beacon = beaconStore.get(address);
    if (beacon === undefined) throw new Error(`no beacon ${address}`);
    beacon.state = state;
    save();
  }
  save();
  return {
    beacons: beaconStore,
    put(beacon) {
      beaconStore.set(beacon.address, { ...beacon });
      save();
    },
    keep,
    fault(address, ...faults) {
      const state = beaconStore.get(address)?.state;
      if (state === undefined) throw new Error(`no beacon ${address}`);
      keep(address, { ...state, faults: [...state.faults, ...faults] });
    },
  };
}

/** What the person does in the chooser: picks this address once it is listed, closes it, or leaves it open. */
export type ChooserHand = { readonly pick: string } | 'cancel' | 'leave';

export interface Prompt {
  readonly id: string;
  /** Addresses listed so far. */
  addresses: readonly string[];
  answered: boolean;
}

export type Counts = Record<LinkOperation | 'other', number>;

export function noCounts(): Counts {
  return { connect: 0, discover: 0, write: 0, poll: 0, readResponse: 0, readToken: 0, other: 0 };
}

export interface EmulatedRadioOptions {
  /** Latency of each answer. 15 ms is typical of a link; default 0. */
  readonly latencyMs?: number;
  /** A page of this origin is kept open beside the test's, so that the emulation survives a reload. */
  readonly keepAliveOrigin: string;
}

/** All beacons in range of one browser. */
export interface EmulatedRadio {
  /** Answers the choosers of this page; call it for each new page, before its first chooser. */
  attach(page: Page): Promise<void>;
  hand: ChooserHand;
  latencyMs: number;
  /** Whether the page sees the error or the disconnect first when the link drops during an operation. */
  dropOrder: DropOrder;
  /**
   * How long the system keeps a link that a page has closed. During that time `connect()` resolves at once with the
   * link that is about to drop, and the beacon is not contacted. 0: the link ends at once; BlueZ keeps it for 2000 ms.
   */
  closeMs: number;
  /** Choosers that opened, in order. */
  readonly prompts: readonly Prompt[];
  /** GATT operations that reached the beacon. */
  counts(address: string): Counts;
  resetCounts(): void;
  /** Called before an operation is performed. A test can delay it, kill the browser or change a beacon here. */
  onOperation: ((address: string, operation: LinkOperation) => void | Promise<void>) | null;
  /** Drops the link, as when somebody walks away. */
  drop(address: string): Promise<void>;
  /**
   * Removes the machine's Bluetooth adapter, or adds it again. The browser sends no event for an adapter that is
   * switched off.
   */
  power(state: 'powered-on' | 'absent'): Promise<void>;
  /** Makes a beacon advertise that was added to the store later. */
  announce(address: string): Promise<void>;
}

/** HCI "connection failed to be established", ATT "unlikely error". */
const CONNECT_FAILED = 0x3e;
const ATT_UNLIKELY_ERROR = 0x0e;

interface Place {
  readonly address: string;
  readonly characteristic: CharacteristicName;
}

/** An operation whose answer the browser awaits. */
interface Pending {
  readonly answer: (code: number, bytes: Uint8Array | null) => Promise<unknown>;
  readonly failure: number;
  answered: boolean;
}

/** Time in which events already in transit arrive. */
const SETTLE_MS = 5;
const ARRIVAL_TRIES = 400;

export async function emulateRadio(
  browser: OpenBrowser,
  beaconStore: BeaconStore,
  options: EmulatedRadioOptions,
): Promise<EmulatedRadio> {
  if (isOverBluez) return emulateBluezRadio(browser, beaconStore, options);
  const session = await browser.browserSession();
  const places = new Map<string, Place>();
  const pending = new Map<string, Set<Pending>>();
  const connected = new Set<string>();
  const counts = new Map<string, Counts>();
  const prompts: Prompt[] = [];
  /** Each with the addresses that its page has chosen, in order. */
  const guards = new Map<LinkGuard, () => readonly string[]>();

  await session.send('BluetoothEmulation.enable', { state: 'powered-on', leSupported: true });
  session.on('BluetoothEmulation.gattOperationReceived', (event) => void settle(answerGatt(event.address, event.type)));
  session.on('BluetoothEmulation.characteristicOperationReceived', (event) => {
    void settle(answerCharacteristic(event.characteristicId, event.type, event.data));
  });

  const emulatedRadio: EmulatedRadio = {
    hand: 'leave',
    latencyMs: options.latencyMs ?? 0,
    dropOrder: 'linkFirst',
    closeMs: 0,
    prompts,
    onOperation: null,
    attach,
    counts: (address) => ({ ...countsOf(address) }),
    resetCounts() {
      counts.clear();
      prompts.length = 0;
    },
    drop,
    announce,
    power: async (state) => void (await session.send('BluetoothEmulation.setSimulatedCentralState', { state })),
  };

  async function announce(address: string): Promise<void> {
    const beacon = beaconStore.beacons.get(address);
    if (beacon === undefined) throw new Error(`no beacon ${address}`);
    await session.send('BluetoothEmulation.simulatePreconnectedPeripheral', {
      address,
      name: beacon.name,
      manufacturerData: [],
      knownServiceUuids: [SERVICE_UUID],
    });
  }

  async function attach(page: Page): Promise<void> {
    const pageSession = await browser.pageSession(page);
    let chosen: string[] = [];
    pageSession.on('DeviceAccess.deviceRequestPrompted', (event) => {
      // The event is repeated whenever the list grows; a second answer to the same chooser crashes the browser.
      let prompt = prompts.find(({ id }) => id === event.id);
      if (prompt === undefined) {
        prompt = { id: event.id, addresses: [], answered: false };
        prompts.push(prompt);
      }
      prompt.addresses = event.devices.map(({ id }) => id);
      if (!prompt.answered) void settle(answerPrompt(pageSession, prompt, (address) => chosen.push(address)));
    });
    await pageSession.send('DeviceAccess.enable');

    const guard = await guardLink(page, async ({ what, device }) => {
      if (what !== 'disconnected') return;
      const address = chosen[device];
      await Promise.all((address === undefined ? [...connected] : [address]).map(letGo));
    });
    guards.set(guard, () => chosen);
    const leave = (): void => {
      const left = chosen;
      chosen = [];
      for (const address of left) void settle(letGo(address));
    };
    // Only a new document closes links; another address of the same document keeps them.
    await pageSession.send('Page.enable');
    pageSession.on('Page.frameNavigated', ({ frame }) => frame.parentId === undefined && leave());
    page.on('close', () => {
      guards.delete(guard);
      leave();
    });
  }

  async function answerPrompt(
    pageSession: CDPSession,
    prompt: Prompt,
    picked: (address: string) => void,
  ): Promise<void> {
    const { hand } = emulatedRadio;
    if (hand === 'leave') return;
    if (hand === 'cancel') {
      prompt.answered = true;
      await pageSession.send('DeviceAccess.cancelPrompt', { id: prompt.id });
    } else if (prompt.addresses.includes(hand.pick)) {
      prompt.answered = true;
      picked(hand.pick);
      await pageSession.send('DeviceAccess.selectPrompt', { id: prompt.id, deviceId: hand.pick });
    }
  }

  async function answerGatt(address: string, type: 'connection' | 'discovery'): Promise<void> {
    const answered = await ask(
      address,
      CONNECT_FAILED,
      { operation: type === 'connection' ? 'connect' : 'discover' },
      (code) => session.send('BluetoothEmulation.simulateGATTOperationResponse', { address, type, code }),
    );
    if (answered.outcome === 'ok' && type === 'connection') {
      await addService(address);
      connected.add(address);
    }
    await answered.conclude();
  }

  async function answerCharacteristic(characteristicId: string, type: string, data?: string): Promise<void> {
    const place = places.get(characteristicId);
    if (place === undefined || (type !== 'read' && type !== 'write')) return;
    const operation = operationOf(place.characteristic, type);
    const respond = (code: number, bytes: Uint8Array | null): Promise<unknown> =>
      session.send('BluetoothEmulation.simulateCharacteristicOperationResponse', {
        characteristicId,
        type,
        code,
        ...(type === 'read' && code === 0 ? { data: Buffer.from(bytes ?? []).toString('base64') } : {}),
      });
    if (operation === null) {
      countsOf(place.address).other += 1;
      await respond(ATT_UNLIKELY_ERROR, null);
      return;
    }
    const request: LinkRequest =
      operation === 'write' ? { operation, bytes: new Uint8Array(Buffer.from(data ?? '', 'base64')) } : { operation };
    await (await ask(place.address, ATT_UNLIKELY_ERROR, request, respond)).conclude();
  }

  /** Performs the operation at the beacon and stores its new state before it answers. */
  async function ask(
    address: string,
    failure: number,
    request: LinkRequest,
    answer: Pending['answer'],
  ): Promise<{ outcome: LinkAnswer['outcome']; conclude(): Promise<void> }> {
    const waiting: Pending = { answer, failure, answered: false };
    const queue = pending.get(address) ?? new Set();
    pending.set(address, queue.add(waiting));
    countsOf(address)[request.operation] += 1;
    await emulatedRadio.onOperation?.(address, request.operation);

    const beacon = beaconStore.beacons.get(address);
    if (beacon === undefined) throw new Error(`no beacon ${address}`);
    const { state, outcome, bytes, delayMs, thenDrops } = exchange(beacon.state, request, Date.now());
    beaconStore.keep(address, state);
    await waitFor(emulatedRadio.latencyMs + delayMs);

    async function advertise(): Promise<void> {
      if (waiting.answered) return;
      waiting.answered = true;
      queue.delete(waiting);
      await answer(outcome === 'ok' ? 0 : failure, bytes).catch((error: unknown) => {
        // The page has closed the link in the meantime, and with it everything that it awaited.
        if (request.operation === 'connect' || connected.has(address)) throw error;
      });
    }
    return {
      outcome,
      async conclude() {
        // Never answered, but still pending: it fails when the link drops.
        if (outcome === 'hang') return;
        // Operations that a drop leaves unanswered fail with the link.
        if (outcome === 'drop' && request.operation !== 'connect') await drop(address);
        else await (thenDrops ? drop(address, advertise) : advertise());
      },
    };
  }

  async function addService(address: string): Promise<void> {
    const state = beaconStore.beacons.get(address)?.state;
    if (state === undefined) return;
    for (const [id, place] of places) if (place.address === address) places.delete(id);
    const { serviceId } = await session.send('BluetoothEmulation.addService', { address, serviceUuid: SERVICE_UUID });
    for (const { name, uuid, read, write } of characteristicsOf(state)) {
      const properties = { read, write };
      const { characteristicId } = await session.send('BluetoothEmulation.addCharacteristic', {
        serviceId,
        characteristicUuid: uuid,
        properties,
      });
      places.set(characteristicId, { address, characteristic: name });
    }
  }

  /** Drops the link of a page: pending operations fail first, and no new one leaves the page meanwhile. */
  async function drop(address: string, lastAnswer?: () => Promise<void>): Promise<void> {
    const pages = [...guards.keys()];
    await Promise.all(pages.map((guard) => guard.hold(emulatedRadio.dropOrder)));
    try {
      await lastAnswer?.();
      await allArrived(pages);
      await waitFor(SETTLE_MS);
      await unlink(address);
      await allUnlinked(pages, address);
      await waitFor(SETTLE_MS);
    } finally {
      await Promise.all(pages.map((guard) => guard.release()));
    }
  }

  /**
   * Waits until every operation that left the page has arrived or was answered: one that arrives after the drop would
   * never be settled.
   */
  async function allArrived(held: readonly LinkGuard[]): Promise<void> {
    await comesTrue(async () => {
      const inFlight = await Promise.all(held.map((guard) => guard.inFlight()));
      const here = [...pending.values()].reduce((sum, queue) => sum + queue.size, 0);
      return inFlight.reduce((sum, one) => sum + one, 0) <= here;
    });
  }

  /** Waits until the link has dropped for every page, so that later failures are known to be caused by the drop. */
  async function allUnlinked(held: readonly LinkGuard[], address: string): Promise<void> {
    await comesTrue(async () => {
      const linked = await Promise.all(
        held.map(async (guard) => (await guard.linked()).map((number) => guards.get(guard)?.()[number])),
      );
      return !linked.flat().includes(address);
    });
  }

  /** Ends the radio's side after a page closed its link, at once or after the time for which the system keeps it. */
  async function letGo(address: string): Promise<void> {
    if (emulatedRadio.closeMs === 0) return unlink(address);
    if (connected.has(address)) void settle(waitFor(emulatedRadio.closeMs).then(() => drop(address)));
  }

  /** Ends the radio's side of a link, after the operations still waiting on it. */
  async function unlink(address: string): Promise<void> {
    const queue = pending.get(address) ?? new Set<Pending>();
    const failing = [...queue].map((waiting) => {
      waiting.answered = true;
      return waiting.answer(waiting.failure, null).catch(() => undefined);
    });
    queue.clear();
    await Promise.all(failing);
    if (!connected.delete(address)) return;
    await session.send('BluetoothEmulation.simulateGATTDisconnection', { address });
    // Choosers list only devices to which the system has a connection; announcing it again keeps the beacon listed.
    await announce(address);
  }

  function countsOf(address: string): Counts {
    const found = counts.get(address) ?? noCounts();
    counts.set(address, found);
    return found;
  }

  for (const address of beaconStore.beacons.keys()) await announce(address);
  await keepAlive(browser, options.keepAliveOrigin);
  return emulatedRadio;
}

/** Waits for a condition, but not forever: a page may have lost the document in which it would become true. */
async function comesTrue(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < ARRIVAL_TRIES && !(await isTrue()); tries += 1) await waitFor(SETTLE_MS);
}

async function waitFor(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** The emulation ends with the last page that uses Bluetooth, so a page that is never reloaded stays open. */
async function keepAlive(browser: OpenBrowser, origin: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => navigator.bluetooth.getAvailability());
}

/**
 * A browser that was killed or returned with its radio no longer answers, so operations in progress then are no
 * failures.
 */
async function settle(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!/closed|crashed|not found|not enabled|Not connected/i.test(String(error))) throw error;
  }
}
