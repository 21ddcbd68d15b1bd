/** A page that uses `navigator.bluetooth` directly: one button for the user gesture, and the plain calls. */
import type { Page } from 'playwright-core';
import type { CharacteristicName } from '../../src/sandbox/beacon/profile.ts';
import type { OpenBrowser } from '../support/browser.ts';
import type { EmulatedRadio } from '../support/peripheral.ts';

export type CallResult<T> = { readonly ok: T } | { readonly error: string; readonly message: string };

export interface RawBluetooth {
  /** Presses the button, opens the chooser, resolves with the device's name. */
  choose(options: RequestDeviceOptions): Promise<CallResult<string>>;
  /** Connects the chosen device and discovers its service and characteristics. */
  connect(): Promise<CallResult<true>>;
  disconnect(): Promise<void>;
  write(characteristic: CharacteristicName, bytes: number[]): Promise<CallResult<true>>;
  read(characteristic: CharacteristicName): Promise<CallResult<number[]>>;
  /** Performs a whole run and continues after errors; returns one result for each step. */
  walk(packet: number[]): Promise<CallResult<unknown>[]>;
  /** Reads without pause; returns the last result. */
  readUntilItFails(characteristic: CharacteristicName): Promise<CallResult<number[]>>;
  /** Number of `gattserverdisconnected` events so far. */
  drops(): Promise<number>;
  /** Returns "pending" when the call has not settled after `ms`. */
  within(ms: number, call: 'connect' | 'read', ...args: unknown[]): Promise<unknown>;
}

export async function openRawPage(browser: OpenBrowser, emulatedRadio: EmulatedRadio, origin: string): Promise<Page> {
  const page = await browser.newPage();
  await emulatedRadio.attach(page);
  await page.addInitScript(installRaw);
  await page.goto(`${origin}/robots.txt`);
  return page;
}

export function raw(page: Page): RawBluetooth {
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(([method, parameters]) => (globalThis as unknown as RawWindow).raw[method]!(...parameters), [
      name,
      args,
    ] as const);
  return {
    async choose(options) {
      await call('arm', options);
      await page.locator('#choose').click();
      return (await call('chosen')) as CallResult<string>;
    },
    connect: () => call('connect') as Promise<CallResult<true>>,
    disconnect: () => call('disconnect') as Promise<void>,
    write: (characteristic, bytes) => call('write', characteristic, bytes) as Promise<CallResult<true>>,
    read: (characteristic) => call('read', characteristic) as Promise<CallResult<number[]>>,
    walk: (packet) => call('walk', packet) as Promise<CallResult<unknown>[]>,
    readUntilItFails: (characteristic) => call('readUntilItFails', characteristic) as Promise<CallResult<number[]>>,
    drops: () => call('drops') as Promise<number>,
    within: (ms, name, ...args) => call('within', ms, name, ...args),
  };
}

interface RawWindow {
  raw: Record<string, (...args: unknown[]) => unknown>;
}

/** Runs in the page at each load. */
function installRaw(): void {
  const base = '-0e1b-d4a1-b840-63f88c8da1ea';
  const uuids: Record<string, string> = {
    service: `a1ea81f0${base}`,
    request: `a1ea81f1${base}`,
    response: `a1ea81f2${base}`,
    token: `a1ea81f3${base}`,
    controlPoint: `a1ea81f4${base}`,
  };
  let device: BluetoothDevice | null = null;
  let characteristics = new Map<string, BluetoothRemoteGATTCharacteristic>();
  let choosing: Promise<unknown> | null = null;
  let dropped = 0;

  async function resultOf(work: () => Promise<unknown>): Promise<unknown> {
    try {
      return { ok: await work() };
    } catch (error) {
      return { error: (error as Error).name, message: (error as Error).message };
    }
  }
  function need(name: string): BluetoothRemoteGATTCharacteristic {
    const found = characteristics.get(uuids[name] ?? '');
    if (found === undefined) throw new Error(`no characteristic ${name}`);
    return found;
  }
  const raw: Record<string, (...args: unknown[]) => unknown> = {
    arm(options) {
      const button = document.createElement('button');
      button.id = 'choose';
      button.textContent = 'choose';
      button.addEventListener('click', () => {
        button.remove();
        choosing = resultOf(async () => {
          device = await navigator.bluetooth.requestDevice(options as RequestDeviceOptions);
          device.addEventListener('gattserverdisconnected', () => (dropped += 1));
          return device.name;
        });
      });
      document.body.append(button);
    },
    chosen: () => choosing,
    connect: () =>
      resultOf(async () => {
        const server = await device!.gatt!.connect();
        const service = await server.getPrimaryService(uuids['service']!);
        characteristics = new Map((await service.getCharacteristics()).map((one) => [one.uuid, one]));
        return true;
      }),
    disconnect: () => device?.gatt?.disconnect(),
    write: (name, bytes) =>
      resultOf(async () => {
        await need(name as string).writeValueWithResponse(Uint8Array.from(bytes as number[]));
        return true;
      }),
    read: (name) =>
      resultOf(async () => {
        const view = await need(name as string).readValue();
        return [...new Uint8Array(view.buffer, view.byteOffset, view.byteLength)];
      }),
    async walk(packet) {
      const steps = [
        await raw['connect']!(),
        await raw['write']!('request', packet),
        await raw['read']!('controlPoint'),
        await raw['read']!('response'),
        await raw['read']!('token'),
      ];
      // The event of a drop arrives in a separate task.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return steps;
    },
    async readUntilItFails(name) {
      for (;;) {
        const answer = (await raw['read']!(name)) as object;
        if ('error' in answer) return answer;
      }
    },
    drops: () => dropped,
    within: (ms, name, ...args) =>
      Promise.race([
        raw[name as string]!(...args),
        new Promise((resolve) => setTimeout(resolve, ms as number, 'pending')),
      ]),
  };
  (globalThis as unknown as RawWindow).raw = raw;
}
