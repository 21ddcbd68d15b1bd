/**
 * Makes up for what the emulated radio does not tell or do: it never learns that a page let a link go, and a page is
 * stuck for good when a link drops under a pending operation. Runs in the page, around the real Web Bluetooth; every
 * call still goes to the browser, its errors are the browser's own.
 *
 * Two orders of a drop are known from BlueZ: the operation under way fails because the page sees the link gone ("link first"),
 * or it fails with "GATT operation failed for unknown reason." and the page sees the link gone 1 to 5 ms later ("error first").
 */
import type { Page } from 'playwright-core';

/** What the page tells the harness: it chose its n-th device, or let the link to its n-th device go (-1: unknown). */
export type LinkNews = { readonly what: 'chosen' | 'disconnected'; readonly device: number };

export type DropOrder = 'linkFirst' | 'errorFirst';

export interface LinkGuard {
  /** From now on no operation leaves the page; with `linkFirst` none that fails is reported until `release`. */
  hold(order: DropOrder): Promise<void>;
  /** Reads and writes that have left the page and that it has heard nothing of; 0 for a page that is going away. */
  inFlight(): Promise<number>;
  /** The devices, by the order in which this document chose them, to which it believes to have a link. */
  linked(): Promise<readonly number[]>;
  release(): Promise<void>;
}

interface PageLink {
  hold(order?: DropOrder): void;
  inFlight(): number;
  linked(): number[];
  release(): void;
}

interface GuardedWindow {
  fieldkitLink?: PageLink;
  fieldkitLinkNews(news: LinkNews): Promise<void>;
}

/** Longest wait for a page that does not answer, because it is going away. */
const PAGE_ANSWER_MS = 10_000;

/** `heard` is awaited by the page before its next operation. Call it before the page is used. */
export async function guardLink(page: Page, heard: (news: LinkNews) => Promise<void>): Promise<LinkGuard> {
  await page.exposeFunction('fieldkitLinkNews', heard);
  // tsx wraps named functions in a helper of its own, which the page does not know.
  const script = `globalThis.__name ??= (named) => named; (${installGuard.toString()})();`;
  await page.addInitScript({ content: script });
  await page.evaluate(script).catch(() => undefined);
  const ask = async <T>(what: keyof PageLink, ofNoPage: T, order?: DropOrder): Promise<T> => {
    const told = page.evaluate(([word, how]) => (globalThis as unknown as GuardedWindow).fieldkitLink?.[word](how), [
      what,
      order,
    ] as const);
    const late = new Promise<T>((resolve) => setTimeout(resolve, PAGE_ANSWER_MS, ofNoPage));
    return Promise.race([told.then((answer) => (answer ?? ofNoPage) as T).catch(() => ofNoPage), late]);
  };
  return {
    hold: (order) => ask('hold', undefined, order),
    inFlight: () => ask('inFlight', 0),
    linked: () => ask<readonly number[]>('linked', []),
    release: () => ask('release', undefined),
  };
}

function installGuard(): void {
  const here = globalThis as unknown as GuardedWindow;
  if (here.fieldkitLink !== undefined || !('BluetoothRemoteGATTServer' in globalThis)) return;
  type Method = (this: object, ...args: unknown[]) => Promise<unknown>;
  interface Interface<T> {
    new (): T;
    readonly prototype: T;
  }
  const { Bluetooth, BluetoothRemoteGATTServer, BluetoothRemoteGATTService, BluetoothRemoteGATTCharacteristic } =
    globalThis as unknown as {
      Bluetooth: Interface<Bluetooth>;
      BluetoothRemoteGATTServer: Interface<BluetoothRemoteGATTServer>;
      BluetoothRemoteGATTService: Interface<BluetoothRemoteGATTService>;
      BluetoothRemoteGATTCharacteristic: Interface<BluetoothRemoteGATTCharacteristic>;
    };

  let gate: Promise<void> | null = null;
  let open: (() => void) | null = null;
  /** Errors are reported at once, as the browser gives them. */
  let isErrorFirst = false;
  let inFlight = 0;
  const devices: BluetoothDevice[] = [];
  here.fieldkitLink = {
    hold(order) {
      isErrorFirst = order === 'errorFirst';
      gate ??= new Promise((resolve) => (open = resolve));
    },
    inFlight: () => inFlight,
    linked: () => [...devices.keys()].filter((number) => devices[number]!.gatt?.connected === true),
    release() {
      gate = null;
      isErrorFirst = false;
      open?.();
    },
  };

  function replace(prototype: object, name: string, make: (original: Method) => Method): void {
    const methods = prototype as Record<string, Method>;
    if (methods[name] !== undefined) methods[name] = make(methods[name]);
  }

  function serverOf(target: object): BluetoothRemoteGATTServer | undefined {
    if (target instanceof BluetoothRemoteGATTServer) return target;
    if (target instanceof BluetoothRemoteGATTService) return target.device.gatt;
    return target instanceof BluetoothRemoteGATTCharacteristic ? target.service.device.gatt : undefined;
  }

  const gated = (original: Method): Method =>
    async function (...args) {
      if (gate !== null) await gate;
      const counted = this instanceof BluetoothRemoteGATTCharacteristic ? 1 : 0;
      inFlight += counted;
      try {
        return await original.apply(this, args).finally(() => (inFlight -= counted));
      } catch (error) {
        if (gate === null || isErrorFirst) throw error;
        await gate;
        // On a real radio the operation under which the link went fails as the browser fails the next one.
        if (
          serverOf(this)?.connected === false &&
          error instanceof DOMException &&
          error.name === 'NotSupportedError'
        ) {
          throw new DOMException(
            'GATT Server is disconnected. Cannot perform GATT operations. (Re)connect first with `device.gatt.connect`.',
            'NetworkError',
          );
        }
        throw error;
      }
    };

  for (const name of ['readValue', 'writeValue', 'writeValueWithResponse', 'writeValueWithoutResponse']) {
    replace(BluetoothRemoteGATTCharacteristic.prototype, name, gated);
  }
  for (const name of ['getCharacteristic', 'getCharacteristics'])
    replace(BluetoothRemoteGATTService.prototype, name, gated);
  for (const name of ['connect', 'getPrimaryService', 'getPrimaryServices'])
    replace(BluetoothRemoteGATTServer.prototype, name, gated);

  replace(
    Bluetooth.prototype,
    'requestDevice',
    (original) =>
      // The browser wants the gesture: nothing may come before the call itself.
      function (...args) {
        return original.apply(this, args).then(async (device) => {
          const count = devices.push(device as BluetoothDevice);
          await here.fieldkitLinkNews({ what: 'chosen', device: count - 1 });
          return device;
        });
      },
  );

  const prototype = BluetoothRemoteGATTServer.prototype as unknown as Record<
    'disconnect',
    (this: BluetoothRemoteGATTServer) => void
  >;
  const { disconnect } = prototype;
  prototype.disconnect = function () {
    disconnect.call(this);
    const mine = here.fieldkitLinkNews({ what: 'disconnected', device: devices.lastIndexOf(this.device) });
    const before = gate;
    const whole = Promise.all([before, mine]).then(
      () => undefined,
      () => undefined,
    );
    const done = whole.then(() => {
      if (gate === done) gate = null;
    });
    gate = done;
  };
}
