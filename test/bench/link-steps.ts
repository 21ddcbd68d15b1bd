/** Times the Bluetooth operations of a run in its page, at the Web Bluetooth calls. */
import type { Page } from 'playwright-core';

export interface Step {
  readonly name: string;
  /** Time since the end of the previous operation, or since the chooser's answer: the work of the flow between them. */
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
  // Wraps an operation to record its duration and the time before it; both sides have the same overhead.
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
      // A person needs time to pick, so reading while the chooser is open delays nobody.
      await new Promise((resolve) => setTimeout(resolve, 250));
      marks.chosen = performance.now();
      marks.steps = [];
      lastMs = marks.chosen;
      return device;
    });
  };
  const { disconnect } = BluetoothRemoteGATTServer.prototype;
  BluetoothRemoteGATTServer.prototype.disconnect = function () {
    // Only the first call counts; a later one finds the link closed.
    if (marks.letGo < marks.chosen) {
      marks.letGo = performance.now();
      marks.steps.push({ name: 'disconnect', betweenMs: marks.letGo - lastMs, tookMs: 0 });
      marks.over();
    }
    disconnect.call(this);
  };
}

/** Returns the time from the chooser's answer until the link was closed, ms. */
export function took(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { chosen, letGo } = (globalThis as TimedWindow).benchMarks!;
    return letGo - chosen;
  });
}

/** Returns the steps of the run that has just ended; the reads of the control point are one step. */
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
