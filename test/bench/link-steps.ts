/** The steps of a run on the air, timed in its page by the calls of Web Bluetooth themselves. */
import type { Page } from 'playwright-core';

export interface Step {
  readonly name: string;
  /** From the end of the operation before it, or from the answer of the chooser: what the flow did between them. */
  readonly betweenMs: number;
  readonly tookMs: number;
}

export interface TimedWindow {
  benchMarks?: { chosen: number; letGo: number; steps: Step[]; over: () => void };
}

/** Both sides are timed by the same two marks in the page. */
export function timeTheLink(): void {
  const here = globalThis as TimedWindow;
  if (here.benchMarks !== undefined || !('Bluetooth' in globalThis)) return;
  const marks = { chosen: 0, letGo: 0, steps: [] as Step[], over: (): void => undefined };
  here.benchMarks = marks;
  const { Bluetooth, BluetoothRemoteGATTServer } = globalThis as unknown as {
    Bluetooth: { prototype: Bluetooth };
    BluetoothRemoteGATTServer: { prototype: BluetoothRemoteGATTServer };
  };
  let lastMs = 0;
  // Each operation with its own time and with what went before it; both sides carry the same burden.
  const timed = (owner: object, method: string): void => {
    const prototype = owner as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const original = prototype[method]!;
    prototype[method] = function (...args) {
      const beganMs = performance.now();
      const betweenMs = beganMs - lastMs;
      return original.apply(this, args).finally(() => {
        lastMs = performance.now();
        marks.steps.push({ name: method, betweenMs, tookMs: lastMs - beganMs });
      });
    };
  };
  const gatt = globalThis as unknown as Record<string, { readonly prototype: object }>;
  timed(gatt['BluetoothRemoteGATTServer']!.prototype, 'connect');
  timed(gatt['BluetoothRemoteGATTServer']!.prototype, 'getPrimaryService');
  timed(gatt['BluetoothRemoteGATTService']!.prototype, 'getCharacteristics');
  timed(gatt['BluetoothRemoteGATTCharacteristic']!.prototype, 'writeValueWithResponse');
  timed(gatt['BluetoothRemoteGATTCharacteristic']!.prototype, 'readValue');
  const { requestDevice } = Bluetooth.prototype;
  Bluetooth.prototype.requestDevice = function (...args) {
    return requestDevice.apply(this, args).then(async (device) => {
      // Nobody picks in no time: what is read while the chooser is open delays no person.
      await new Promise((resolve) => setTimeout(resolve, 250));
      marks.chosen = performance.now();
      marks.steps = [];
      lastMs = marks.chosen;
      return device;
    });
  };
  const { disconnect } = BluetoothRemoteGATTServer.prototype;
  BluetoothRemoteGATTServer.prototype.disconnect = function () {
    // The first call counts; a second one finds the link gone.
    if (marks.letGo < marks.chosen) {
      marks.letGo = performance.now();
      marks.steps.push({ name: 'disconnect', betweenMs: marks.letGo - lastMs, tookMs: 0 });
      marks.over();
    }
    disconnect.call(this);
  };
}

/** From the chooser's answer until the link was let go, ms. */
export function took(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { chosen, letGo } = (globalThis as TimedWindow).benchMarks!;
    return letGo - chosen;
  });
}

/** The steps of the run that has just ended; the reads of the Control Point are one step. */
export async function stepsOf(page: Page): Promise<Step[]> {
  const steps = await page.evaluate(() => (globalThis as TimedWindow).benchMarks!.steps);
  const reads = steps.filter(({ name }) => name === 'readValue');
  const response = reads.pop();
  const sum = (what: 'betweenMs' | 'tookMs'): number => reads.reduce((total, step) => total + step[what], 0);
  const polls: Step = { name: 'polls', betweenMs: sum('betweenMs'), tookMs: sum('tookMs') };
  return steps.flatMap((step) =>
    step === response ? [polls, { ...step, name: 'readResponse' }] : step.name === 'readValue' ? [] : [step],
  );
}
