/**
 * The durable flow of the built app compared with the same Web Bluetooth calls alone, and with the disk writes that
 * product.md requires, at 15 ms for each operation; with an empty storage and with many older receipts.
 */
import { cpus, loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { fleetOf } from '../../src/sandbox/fleet.ts';
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
import { fixturePackage, fixtureReceipt, fixtureRun } from '../support/fixture-rows.ts';
import { storeBeacons, emulateRadio, type EmulatedRadio, type Beacon, type Counts } from '../support/peripheral.ts';
import { openBare, runBare } from './bare-run.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';
import { stepsOf, timeTheLink, took, type Step, type TimedWindow } from './link-steps.ts';

const LATENCY_MS = 15;
/** With the default waits, a beacon that works 600 ms is read after 100, 200, 325, 481 and 676 ms. */
const POLLS = 5;
const RUNS = sized(15, 1);
const WARM_UP = sized(3, 1);
/** Number of stored receipts that were delivered before. */
const STORED = sized([0, 2000], [5]);
/** How much longer a run may take than the raw calls. */
const GOAL_MS = 30;
/** Size of each bare row: about that of a run, a receipt and a package. */
const ROW_BYTES = 1024;

export const bench: Bench = {
  title: `A run: durable flow / the same raw Web Bluetooth calls (${LATENCY_MS} ms an operation, no fixed waits, ${POLLS} polls)`,
  run,
};

/** Times of one kind of run, one row for each run. */
interface Side {
  readonly ms: number[];
  readonly steps: Step[][];
}

/** `disk`: the raw calls with the bare disk writes between them. */
type Sides = Readonly<Record<'app' | 'disk' | 'raw', Side>>;

const createSide = (): Side => ({ ms: [], steps: [] });

async function run(bed: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const stored of STORED) figures.push(...(await measure(bed, stored)));
  return figures;
}

async function measure({ outDir, say }: Parameters<Bench['run']>[0], receipts: number): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    const beacons = fleetOf(DEFAULT_SEED)
      .filter(({ deviceType, access, bare }) => deviceType === 'BEACON' && access.owner === 'OWNER' && !bare)
      .slice(0, RUNS + WARM_UP + 1)
      .map(({ uniqueId }) => beaconNamed(uniqueId, { processingMs: 3_600_000 }));
    const plain = beacons.pop()!;
    const beaconStore = storeBeacons([...beacons, plain]);
    const emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: server.otherOrigin });
    const polls = new Map<string, number>();
    emulatedRadio.onOperation = (address, operation) => {
      if (operation === 'write') polls.set(address, 0);
      if (operation !== 'poll') return;
      const read = (polls.get(address) ?? 0) + 1;
      polls.set(address, read);
      const { processing, ...state } = beaconStore.beacons.get(address)!.state;
      // The beacon finishes after a number of reads, not after a time, so that both sides poll equally often.
      if (read >= POLLS && processing !== null)
        beaconStore.keep(address, { ...state, processing: { ...processing, untilMs: 0 } });
    };
    const app = await openApp(browser, emulatedRadio, server.origin, receipts);
    for (const beacon of beacons) await prepare(app, beacon.state.uniqueId, { interval: 1234 });
    emulatedRadio.latencyMs = LATENCY_MS;
    const bare = await openBare(browser, emulatedRadio, server.otherOrigin);

    const sides: Sides = { app: createSide(), disk: createSide(), raw: createSide() };
    const stored: Stored[][] = [];
    let counts: readonly Counts[] = [];
    for (const [at, beacon] of beacons.entries()) {
      const isWarm = at >= WARM_UP;
      const runOne = async (name: keyof Sides, page: Page, on: Beacon, go: () => Promise<number>): Promise<Counts> => {
        emulatedRadio.resetCounts();
        const ms = await go();
        if (isWarm) sides[name].ms.push(ms);
        if (isWarm) sides[name].steps.push(await stepsOf(page));
        return emulatedRadio.counts(on.address);
      };
      counts = [
        await runOne('app', app, beacon, () => runInApp(app, emulatedRadio, beacon)),
        await runOne('raw', bare, plain, () => runBare(bare, emulatedRadio, plain, 2 * at, null)),
        await runOne('disk', bare, plain, () => runBare(bare, emulatedRadio, plain, 2 * at + 1, ROW_BYTES)),
      ];
      if (new Set(counts.map((one) => JSON.stringify(one))).size > 1)
        throw new Error(`not the same operations: ${JSON.stringify(counts)}`);
      if (isWarm) stored.push(await storedIn(app));
    }
    say('  where the time goes, app / raw with the bare disk / raw, medians:');
    for (const line of linesOf(sides)) say(line);
    say('  what the app stores meanwhile, medians; from the end of the operation before it:');
    for (const line of storedLines(stored)) say(line);
    const [durableMs, diskMs, rawMs] = [median(sides.app.ms), median(sides.disk.ms), median(sides.raw.ms)];
    const more = median(sides.app.ms.map((ms, at) => ms - sides.raw.ms[at]!));
    const moreOfDisk = median(sides.disk.ms.map((ms, at) => ms - sides.raw.ms[at]!));
    const operations = Object.values(counts[0]!).reduce((sum, n) => sum + n, 0);
    say(`  ${RUNS} runs of each in turn, ${operations} operations a run: ${JSON.stringify(counts[0])}`);
    return [
      {
        name: `durable flow over the raw calls, ${receipts} stored`,
        value: more,
        unit: 'ms',
        goal: GOAL_MS,
        detail: `median of the pairs; ${durableMs.toFixed(1)} / ${rawMs.toFixed(1)} ms, ${(durableMs / rawMs).toFixed(3)} times; load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores: the goal is for a machine with nothing beside it`,
      },
      {
        name: 'raw calls with the bare disk over the raw calls',
        value: moreOfDisk,
        unit: 'ms',
        detail: `the same steps stored by the shortest code that can, ${(diskMs / rawMs).toFixed(3)} times: what no durable flow here gets below`,
      },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

async function openApp(
  browser: TestBrowser,
  emulatedRadio: EmulatedRadio,
  origin: string,
  receipts: number,
): Promise<Page> {
  const sandbox = freshSandbox({ origin });
  const page = await openPage(browser, emulatedRadio);
  await connectAccount(page, { origin, sandbox });
  await devicesRead(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.evaluate(withoutWaits);
  await page.evaluate(
    storeRows,
    Array.from({ length: receipts }, (_, at) => deliveredRows(at)),
  );
  await page.addInitScript(timeTheLink);
  await page.addInitScript(timeTheDisk);
  await page.goto(`${origin}/run`);
  await giveKey(page);
  return page;
}

/** The form requires at least 10 ms between polls; only the operations should be measured here. */
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
        const none = { reconnectAfterMs: 0, afterWriteMs: 0, pollStartMs: 0, pollMaxMs: 0, beforeResponseMs: 0 };
        Object.assign(account.settings.timing, none);
        store.put(account);
      }
    });
    store.transaction.addEventListener('complete', () => resolve());
  });
  db.close();
}

type StoredRows = Readonly<Record<'packages' | 'runs' | 'receipts', object>>;

/** Returns a finished run, its package and its receipt, from long ago. */
function deliveredRows(at: number): StoredRows {
  const uniqueId = `d${at.toString(36).padStart(4, '0')}`;
  const nowMs = Date.now();
  const receiptId = fixtureReceipt(uniqueId).id;
  return {
    packages: fixturePackage(uniqueId, { state: 'used' }),
    runs: fixtureRun(uniqueId, {
      step: 'receipt',
      writes: 1,
      outcome: { kind: 'receipt', receiptId },
      endedAtMs: nowMs,
    }),
    receipts: fixtureReceipt(uniqueId, {
      responseBase64: Buffer.from(`the response of ${uniqueId}`).toString('base64'),
      state: 'verified',
      settledAtMs: nowMs,
    }),
  };
}

/** Runs in the page: stores the rows directly in the database of the account. */
async function storeRows(rows: readonly StoredRows[]): Promise<void> {
  const open = (name: string): Promise<IDBDatabase> =>
    new Promise((resolve) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => resolve(request.result));
    });
  const registry = await open('fieldkit');
  const accountId = await new Promise<string>((resolve) => {
    const all = registry.transaction('accounts').objectStore('accounts').getAll();
    all.addEventListener('success', () => resolve((all.result as { id: string }[])[0]!.id));
  });
  registry.close();
  for (const { name } of await indexedDB.databases()) {
    const db = await open(name!);
    if (db.objectStoreNames.contains('receipts')) {
      const tx = db.transaction(['packages', 'runs', 'receipts'], 'readwrite');
      for (const row of rows) {
        tx.objectStore('packages').put(row.packages);
        tx.objectStore('runs').put(row.runs);
        tx.objectStore('receipts').put({ ...row.receipts, accountId });
      }
      tx.commit();
      await new Promise((resolve) => tx.addEventListener('complete', resolve));
    }
    db.close();
  }
}

/** One transaction, or one call to the worker of the second copy. */
interface Stored {
  readonly name: string;
  /** The Bluetooth operation that had ended last. */
  readonly after: string;
  /** Time from that end until the transaction was requested. */
  readonly requestedMs: number;
  readonly tookMs: number;
}

/** Runs in the app's page: leaves a measure of User Timing for each transaction and each call to a worker. */
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

/** Returns what the last run stored and read until its link was closed. */
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
          requestedMs: startTime - (before?.endedMs ?? chosen),
          tookMs: duration,
        };
      });
  });
}

function storedLines(runs: readonly (readonly Stored[])[]): string[] {
  const all = runs.flat();
  const named = ({ after, name }: Stored): string => `${after}: ${name}`;
  // Entries in fewer than half of the runs are not steps of a run.
  const keys = [...new Set(all.map(named))].filter(
    (key) => all.filter((one) => named(one) === key).length * 2 >= runs.length,
  );
  return keys.map((key) => {
    const of = all.filter((one) => named(one) === key);
    const [requestedMs, took_] = [
      median(of.map(({ requestedMs }) => requestedMs)),
      median(of.map(({ tookMs }) => tookMs)),
    ];
    return `  ${key.padEnd(58)} ${(of.length / runs.length).toFixed(1)} a run   asked ${requestedMs.toFixed(1).padStart(5)} ms   took ${took_.toFixed(1).padStart(5)} ms`;
  });
}

/** Returns one line for each step: the time before it, and the time of the operation itself. */
function linesOf({ app, disk, raw }: Sides): string[] {
  return raw.steps[0]!.map(({ name }) => {
    const of = (what: 'betweenMs' | 'tookMs'): string =>
      [app, disk, raw]
        .map(({ steps }) =>
          median(
            steps
              .flat()
              .filter((step) => step.name === name)
              .map((step) => step[what]),
          ),
        )
        .map((ms) => ms.toFixed(1).padStart(5))
        .join(' / ');
    return `  ${name.padEnd(24)} before it ${of('betweenMs')} ms   itself ${of('tookMs')} ms`;
  });
}

async function runInApp(page: Page, emulatedRadio: EmulatedRadio, beacon: Beacon): Promise<number> {
  await page.bringToFront();
  await openRun(page, beacon.state.uniqueId);
  emulatedRadio.hand = { pick: beacon.address };
  // As for the raw calls: nothing reads the page meanwhile.
  const over = page.evaluate(
    () => new Promise<void>((resolve) => ((globalThis as TimedWindow).benchMarks!.over = resolve)),
  );
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await over;
  // Delivery has ended too, so nothing runs beside the next run.
  await page.getByText('Verified by the backend.').waitFor();
  return took(page);
}
