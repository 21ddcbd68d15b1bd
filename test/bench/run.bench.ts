/** The durable flow of the built app against the same Web Bluetooth calls alone, at 15 ms an operation. */
import type { Page } from 'playwright-core';
import { deviceKey, seal } from '../../src/sandbox/sealing.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { fleetOf } from '../../src/sandbox/fleet.ts';
import { encodeValues } from '../../src/sandbox/values.ts';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import {
  beaconNamed,
  connectAccount,
  devicesRead,
  freshSandbox,
  giveKey,
  openPage,
  openRun,
  prepare,
} from '../support/journey.ts';
import { createShelf, openAir, type Air, type Beacon, type Counts } from '../support/peripheral.ts';
import { median, type Bench, type Figure } from './figure.ts';

const LATENCY_MS = 15;
/** What the waits that ship need for a beacon that works 600 ms: reads after 100, 200, 325, 481 and 676 ms. */
const POLLS = 5;
const RUNS = 21;
const WARM_UP = 3;

export const bench: Bench = {
  title: `A run: durable flow / the same raw Web Bluetooth calls (${LATENCY_MS} ms an operation, no fixed waits, ${POLLS} polls)`,
  run,
};

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    const beacons = fleetOf(DEFAULT_SEED)
      .filter(({ deviceType, access, bare }) => deviceType === 'BEACON' && access.owner === 'OWNER' && !bare)
      .slice(0, RUNS + WARM_UP + 1)
      .map(({ uniqueId }) => beaconNamed(uniqueId, { processingMs: 3_600_000 }));
    const plain = beacons.pop()!;
    const shelf = createShelf([...beacons, plain]);
    const air = await openAir(browser, shelf, { keepAliveOrigin: server.otherOrigin });
    const polls = new Map<string, number>();
    air.onOperation = (address, operation) => {
      if (operation === 'write') polls.set(address, 0);
      if (operation !== 'poll') return;
      const read = (polls.get(address) ?? 0) + 1;
      polls.set(address, read);
      const { processing, ...state } = shelf.beacons.get(address)!.state;
      // Processing ends by the count of reads, not by the clock: both sides poll as often.
      if (read >= POLLS && processing !== null)
        shelf.keep(address, { ...state, processing: { ...processing, untilMs: 0 } });
    };
    const app = await openApp(browser, air, server.origin);
    for (const beacon of beacons) await prepare(app, beacon.state.uniqueId, { interval: 1234 });
    air.latencyMs = LATENCY_MS;
    const bare = await openBare(browser, air, server.otherOrigin);

    const durableMs: number[] = [];
    const rawMs: number[] = [];
    const durableSteps: Step[][] = [];
    const rawSteps: Step[][] = [];
    const stored: Stored[][] = [];
    let counts: readonly Counts[] = [];
    for (const [at, beacon] of beacons.entries()) {
      air.resetCounts();
      const durable = await runInApp(app, air, beacon);
      const raw = await runBare(bare, air, plain, at);
      counts = [air.counts(beacon.address), air.counts(plain.address)];
      if (JSON.stringify(counts[0]) !== JSON.stringify(counts[1]))
        throw new Error(`not the same operations: ${JSON.stringify(counts)}`);
      if (at < WARM_UP) continue;
      durableMs.push(durable);
      rawMs.push(raw);
      durableSteps.push(await stepsOf(app));
      stored.push(await storedIn(app));
      rawSteps.push(await stepsOf(bare));
    }
    say('  where the time goes, durable / raw, medians:');
    for (const line of sayOf(durableSteps, rawSteps)) say(line);
    say('  what is stored meanwhile, medians; from the end of the operation before it:');
    for (const line of sayStored(stored)) say(line);
    const pairs = durableMs.map((ms, at) => ms / rawMs[at]!);
    const operations = Object.values(counts[0]!).reduce((sum, n) => sum + n, 0);
    say(`  ${RUNS} runs of each in turn, ${operations} operations a run: ${JSON.stringify(counts[0])}`);
    return [
      {
        name: 'durable flow / raw calls',
        value: median(durableMs) / median(rawMs),
        unit: '',
        goal: 1.1,
        detail: `pair by pair: median ${median(pairs).toFixed(3)}`,
      },
      { name: 'durable flow, chooser answered to link let go', value: median(durableMs), unit: 'ms' },
      { name: 'raw calls', value: median(rawMs), unit: 'ms' },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

async function openApp(browser: TestBrowser, air: Air, origin: string): Promise<Page> {
  const sandbox = freshSandbox({ origin });
  const page = await openPage(browser, air);
  await connectAccount(page, { origin, sandbox });
  await devicesRead(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.evaluate(withoutWaits);
  await page.addInitScript(timeTheLink);
  await page.addInitScript(timeTheDisk);
  await page.goto(`${origin}/run`);
  await giveKey(page);
  return page;
}

/** The form keeps polls 10 ms apart; here nothing but the operations is to be seen. */
async function withoutWaits(): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('fieldkit');
    request.addEventListener('success', () => resolve(request.result));
  });
  const store = db.transaction('accounts', 'readwrite').objectStore('accounts');
  await new Promise<void>((resolve) => {
    const all = store.getAll();
    all.addEventListener('success', () => {
      for (const account of all.result as { settings: { timing: object } }[]) {
        Object.assign(account.settings.timing, { afterWriteMs: 0, pollStartMs: 0, pollMaxMs: 0, beforeResponseMs: 0 });
        store.put(account);
      }
    });
    store.transaction.addEventListener('complete', () => resolve());
  });
  db.close();
}

interface Step {
  readonly name: string;
  /** From the end of the operation before it, or from the answer of the chooser: what the flow did between them. */
  readonly betweenMs: number;
  readonly tookMs: number;
}

interface TimedWindow {
  benchMarks?: { chosen: number; letGo: number; steps: Step[]; over: () => void };
}

/** Both sides are timed by the same two marks in the page. */
function timeTheLink(): void {
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

/** One transaction, or one call to the worker of the second copy. */
interface Stored {
  readonly name: string;
  /** The operation on the air that had ended last. */
  readonly after: string;
  /** From that end until it was asked for. */
  readonly askedMs: number;
  readonly tookMs: number;
}

/** In the app's page: leaves a measure of User Timing for each transaction and each call to a worker. */
function timeTheDisk(): void {
  const measure = (name: string, start: number): void => void performance.measure(`disk ${name}`, { start });
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const beganMs = performance.now();
    const made = transaction.call(this, stores, mode, options);
    const name = `${[stores].flat().join('+')} ${mode === 'readwrite' ? (options?.durability ?? 'default') : 'read'}`;
    made.addEventListener('complete', () => measure(name, beganMs));
    return made;
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (
    this: Worker,
    message: { call?: number; request?: { op: string } },
    options?: StructuredSerializeOptions | Transferable[],
  ) {
    const beganMs = performance.now();
    const answered = ({ data }: MessageEvent<{ call?: number }>): void => {
      if (data.call !== message.call) return;
      this.removeEventListener('message', answered);
      measure(`second copy: ${message.request?.op ?? ''}`, beganMs);
    };
    if (message.request !== undefined) this.addEventListener('message', answered);
    postMessage.call(this, message, options as StructuredSerializeOptions);
  };
}

/** What the run that has just ended has stored and read until its link was let go. */
function storedIn(page: Page): Promise<Stored[]> {
  return page.evaluate(() => {
    const { chosen, letGo, steps } = (globalThis as TimedWindow).benchMarks!;
    let endedMs = chosen;
    const ends = steps.map(({ name, betweenMs, tookMs }) => {
      endedMs += betweenMs + tookMs;
      return { name, endedMs };
    });
    const all = performance.getEntriesByType('measure').filter(({ name }) => name.startsWith('disk '));
    performance.clearMeasures();
    return all
      .filter(({ startTime }) => startTime >= chosen && startTime < letGo)
      .map(({ name, startTime, duration }) => {
        const before = ends.findLast((one) => one.endedMs <= startTime);
        return {
          name: name.slice(5),
          after: before?.name ?? 'chooser',
          askedMs: startTime - (before?.endedMs ?? chosen),
          tookMs: duration,
        };
      });
  });
}

function sayStored(runs: readonly (readonly Stored[])[]): string[] {
  const all = runs.flat();
  const named = ({ after, name }: Stored): string => `${after}: ${name}`;
  // What came with fewer than half of the runs is no step of a run.
  const keys = [...new Set(all.map(named))].filter(
    (key) => all.filter((one) => named(one) === key).length * 2 >= runs.length,
  );
  return keys.map((key) => {
    const of = all.filter((one) => named(one) === key);
    const [asked, took_] = [median(of.map(({ askedMs }) => askedMs)), median(of.map(({ tookMs }) => tookMs))];
    return `  ${key.padEnd(58)} ${(of.length / runs.length).toFixed(1)} a run   asked ${asked.toFixed(1).padStart(5)} ms   took ${took_.toFixed(1).padStart(5)} ms`;
  });
}

function took(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { chosen, letGo } = (globalThis as TimedWindow).benchMarks!;
    return letGo - chosen;
  });
}

/** The steps of the run that has just ended; the reads of the Control Point are one step. */
async function stepsOf(page: Page): Promise<Step[]> {
  const steps = await page.evaluate(() => (globalThis as TimedWindow).benchMarks!.steps);
  const reads = steps.filter(({ name }) => name === 'readValue');
  const response = reads.pop();
  const sum = (what: 'betweenMs' | 'tookMs'): number => reads.reduce((total, step) => total + step[what], 0);
  const polls: Step = { name: 'polls', betweenMs: sum('betweenMs'), tookMs: sum('tookMs') };
  return steps.flatMap((step) =>
    step === response ? [polls, { ...step, name: 'readResponse' }] : step.name === 'readValue' ? [] : [step],
  );
}

/** One line a step: what went before it, durable and raw, and what the operation itself took. */
function sayOf(durable: readonly (readonly Step[])[], raw: readonly (readonly Step[])[]): string[] {
  const of = (runs: readonly (readonly Step[])[], name: string, what: 'betweenMs' | 'tookMs'): number =>
    median(runs.flatMap((steps) => steps.filter((step) => step.name === name).map((step) => step[what])));
  return raw[0]!.map(({ name }) => {
    const [ours, theirs] = [of(durable, name, 'betweenMs'), of(raw, name, 'betweenMs')];
    const took = `${of(durable, name, 'tookMs').toFixed(1)} / ${of(raw, name, 'tookMs').toFixed(1)}`;
    return `  ${name.padEnd(24)} before it ${ours.toFixed(1).padStart(6)} / ${theirs.toFixed(1).padStart(5)} ms   itself ${took} ms`;
  });
}

async function runInApp(page: Page, air: Air, beacon: Beacon): Promise<number> {
  await page.bringToFront();
  await openRun(page, beacon.state.uniqueId);
  air.hand = { pick: beacon.address };
  // As on the raw side: nobody looks into the page meanwhile.
  const over = page.evaluate(
    () => new Promise<void>((resolve) => ((globalThis as TimedWindow).benchMarks!.over = resolve)),
  );
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await over;
  // Delivery too is over then: nothing runs beside the next one.
  await page.getByText('Verified by the backend.').waitFor();
  return took(page);
}

async function openBare(browser: TestBrowser, air: Air, origin: string): Promise<Page> {
  const page = await openPage(browser, air);
  await page.addInitScript(timeTheLink);
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Run';
    document.body.append(button);
  });
  return page;
}

async function runBare(page: Page, air: Air, beacon: Beacon, at: number): Promise<number> {
  await page.bringToFront();
  air.hand = { pick: beacon.address };
  const envelope = { kind: 'encryptedRequest', operation: 0x10, token: 1000 + at } as const;
  const packet = seal(deviceKey(DEFAULT_SEED, beacon.state.uniqueId), envelope, encodeValues({ interval: 1234 }));
  const over = page.evaluate(
    async (bytes) => {
      const base = '-0e1b-d4a1-b840-63f88c8da1ea';
      const button = document.querySelector('button')!;
      const device = await new Promise<BluetoothDevice>((resolve, reject) => {
        button.addEventListener(
          'click',
          () => {
            navigator.bluetooth
              .requestDevice({ filters: [{ namePrefix: 'Kontakt' }], optionalServices: [`a1ea81f0${base}`] })
              .then(resolve, reject);
          },
          { once: true },
        );
        button.dataset['ready'] = String(bytes.length);
      });
      const server = await device.gatt!.connect();
      const service = await server.getPrimaryService(`a1ea81f0${base}`);
      const found = new Map((await service.getCharacteristics()).map((one) => [one.uuid.slice(0, 8), one]));
      await found.get('a1ea81f1')!.writeValueWithResponse(Uint8Array.from(bytes));
      while ((await found.get('a1ea81f4')!.readValue()).getUint8(0) !== 1);
      const response = await found.get('a1ea81f2')!.readValue();
      server.disconnect();
      delete button.dataset['ready'];
      return response.byteLength;
    },
    [...packet],
  );
  await page.locator('button[data-ready]').click();
  if ((await over) < 9) throw new Error('the raw run read no response');
  return took(page);
}
