/**
 * Corrects two faults of the emulated radio: it never learns that a page closed a link, and a page hangs forever when a
 * link drops during an operation. Runs in the page, around the real Web Bluetooth; every call still reaches the
 * browser, and its errors are the browser's own.
 *
 * BlueZ shows a drop in two orders: the operation in progress fails because the page sees the link gone ("link first"),
 * or it fails with "GATT operation failed for unknown reason." and the page sees the link gone 1 to 5 ms later ("error
 * first").
 */
import type { Page } from 'playwright-core';

/** An event from the page: it chose its nth device, or closed the link to its nth device (-1: unknown). */
export type LinkNews = { readonly what: 'chosen' | 'disconnected'; readonly device: number };

export type DropOrder = 'linkFirst' | 'errorFirst';

export interface LinkGuard {
  /** From now on no operation leaves the page; with `linkFirst`, failures are not reported until `release`. */
  hold(order: DropOrder): Promise<void>;
  /** Returns the number of reads and writes that have left the page unanswered; 0 for a page that is being left. */
  inFlight(): Promise<number>;
  /** Returns the devices to which this document has a link as far as it knows, by the order in which it chose them. */
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

/** Longest wait for a page that does not answer because it is being left. */
const PAGE_ANSWER_MS = 10_000;

/** The page awaits `onNews` before its next operation. Call this before the page is used. */
export async function guardLink(page: Page, onNews: (news: LinkNews) => Promise<void>): Promise<LinkGuard> {
  await page.exposeFunction('fieldkitLinkNews', onNews);
  // tsx wraps named functions in a helper that the page does not have.
  const script = `globalThis.__name ??= (named) => named; (${installGuard.toString()})();`;
  await page.addInitScript({ content: script });
  await page.evaluate(script).catch(() => undefined);
  const call = async <T>(what: keyof PageLink, ofNoPage: T, order?: DropOrder): Promise<T> => {
    const result = page.evaluate(([word, how]) => (globalThis as unknown as GuardedWindow).fieldkitLink?.[word](how), [
      what,
      order,
    ] as const);
    const late = new Promise<T>((resolve) => setTimeout(resolve, PAGE_ANSWER_MS, ofNoPage));
    return Promise.race([result.then((answer) => (answer ?? ofNoPage) as T).catch(() => ofNoPage), late]);
  };
  return {
    hold: (order) => call('hold', undefined, order),
    inFlight: () => call('inFlight', 0),
    linked: () => call<readonly number[]>('linked', []),
    release: () => call('release', undefined),
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
  /** True when errors are reported at once, as the browser raises them. */
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
        // On a real radio, the operation during which the link dropped fails like the next one.
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
      // The browser requires a user gesture, so nothing may come before the call.
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
