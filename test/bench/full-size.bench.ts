/**
 * The app at full size: a cold start without a network and with 100,000 devices, importing 2,000 receipts from a file,
 * and the outbox with them.
 */
import type { Page } from 'playwright-core';
import { fixtureReceipt } from '../support/fixture-rows.ts';
import { writeReceiptFile } from '../../src/domain/receipt-file.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { connectAccount, devicesRead, freshSandbox } from '../support/journey.ts';
import { importText } from '../support/receipts.ts';
import { storedAccounts } from '../support/stored-rows.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';
import { fillDatabase } from './fill-database.ts';

export const bench: Bench = { title: 'Full size: 100,000 devices, 2,000 receipts', run };

const DEVICES = sized(100_000, 1000);
const RECEIPTS = sized(2000, 20);
const CHANGED = 10;
const ROUNDS = sized(5, 1);
const ROUNDS_WITH_RECEIPTS = sized(3, 1);

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  try {
    const bare = await inAccount(server, (browser) => coldStarts(browser, server.origin, ROUNDS), refreshing);
    const full = await inAccount(
      server,
      (browser) => coldStarts(browser, server.origin, ROUNDS_WITH_RECEIPTS),
      (page) => importing(page, server.origin),
    );
    const both = full.result.map(({ name, value, unit, detail }) => ({
      name: `${name}, with ${RECEIPTS.toLocaleString('en')} receipts`,
      value,
      unit,
      ...(detail === undefined ? {} : { detail }),
    }));
    say('  the start reads the second copy of every receipt before it shows a row');
    return [...full.before, ...bare.before, ...bare.result, ...both];
  } finally {
    await server.close();
  }
}

/** Runs `work` with a new account of this many devices, without a network in the end. */
async function inAccount<T>(
  server: RunningServer,
  work: (browser: TestBrowser) => Promise<T>,
  first: (page: Page) => Promise<Figure[]> = async () => [],
): Promise<{ readonly before: readonly Figure[]; readonly result: T }> {
  const browser = await launchBrowser({ followsWorkers: true });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
    await devicesRead(page);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const before = await first(page);
    await page.evaluate(fillDatabase, DEVICES);
    await page.close();
    await browser.context.setOffline(true);
    return { before, result: await work(browser) };
  } finally {
    await browser.kill();
  }
}

/** Reading the list of this many devices in one answer: for the first time, then with some of them changed. */
async function refreshing(page: Page): Promise<Figure[]> {
  const firstMs = await page.evaluate(refreshList, { count: DEVICES, changed: 0 });
  const againMs = await page.evaluate(refreshList, { count: DEVICES, changed: CHANGED });
  return [
    { name: 'refresh of 100,000 devices, the first', value: firstMs / 1000, unit: 's' },
    {
      name: `refresh of 100,000 devices, ${CHANGED} changed / the first`,
      value: againMs / firstMs,
      unit: '',
      detail: `${(againMs / 1000).toFixed(1)} s, with the answer and what is made of it`,
    },
  ];
}

/**
 * Runs in the page: returns the time until the backend's list was read and shown, ms. The backend is simulated in the
 * page, because the worker would intercept requests.
 */
async function refreshList({ count, changed }: { count: number; changed: number }): Promise<number> {
  const { devices } = (document.querySelector('fk-app') as unknown as Required<AppWindow>).account;
  const list = Array.from({ length: count }, (_, at) => ({
    uniqueId: `r${at.toString(36).padStart(4, '0')}`,
    deviceType: 'BEACON',
    alias: `${at < changed ? 'Gate' : 'Door'} ${at}`,
    tags: ['floor-1'],
    model: 'TB15-1',
    access: 'OWNER',
    firmware: '1.12',
    txPower: 3,
    interval: 350,
  }));
  const answer = JSON.stringify({ devices: list, searchMeta: { startIndex: 0, count, nextResults: '' } });
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    const isList = pathname.endsWith('/device') && !searchParams.has('uniqueId');
    return isList ? new Response(answer) : real(input, init);
  };
  try {
    const beganMs = performance.now();
    await devices.refresh();
    const tookMs = performance.now() - beganMs;
    const { devices: rows, failure } = devices.list.value;
    const read = rows?.length ?? 0;
    if (failure !== null || read < count) throw new Error(`${read} devices`);
    return tookMs;
  } finally {
    globalThis.fetch = real;
  }
}

/** Without a key, as later on another phone: this measures storing, not sending. */
async function importing(page: Page, origin: string): Promise<Figure[]> {
  await page.goto(`${origin}/outbox`);
  const [account] = await storedAccounts(page);
  const rows = Array.from({ length: RECEIPTS }, (_, at) =>
    fixtureReceipt(`full${at}`, {
      id: `file-${at}`,
      uniqueId: `full${at}`,
      responseBase64: Buffer.from(`answer ${at}`.padEnd(96, '.')).toString('base64'),
    }),
  );
  await importText(page, writeReceiptFile(account!, rows, Date.now()));
  const words = RECEIPTS.toLocaleString('en');
  const take = page.getByRole('button', { name: `Import ${words} receipts`, exact: true });
  await take.waitFor();
  const beganMs = Date.now();
  await take.click();
  await page.getByText(`${words} receipts imported`).waitFor();
  const shownMs = Date.now() - beganMs;
  await page.waitForFunction(allTwice, RECEIPTS, { polling: 100 });
  const twiceMs = Date.now() - beganMs;

  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`${origin}/overview`);
    await page.locator('fk-receipt-counter a[href$="/outbox"]').waitFor();
    await page.waitForFunction(
      () => document.querySelector('fk-app')?.shadowRoot?.querySelector('fk-overview-page, fk-page-host') != null,
    );
    // The first visit loads the page's code, so it was visited before.
    opened.push(await page.evaluate(openOutbox));
  }
  return [
    { name: '2,000 receipts imported, until it is said', value: shownMs / 1000, unit: 's', goal: 5 },
    { name: 'until each of them is there twice', value: twiceMs / 1000, unit: 's' },
    {
      name: 'outbox of 2,000 opened, click to rows drawn',
      value: median(opened),
      unit: 'ms',
      goal: 300,
      detail: `${opened.map((ms) => ms.toFixed(0)).join(', ')} ms, each after a start of the app`,
    },
  ];
}

/** Runs in the page: returns whether every row shows that its second copy exists. */
async function allTwice(count: number): Promise<boolean> {
  let twice = 0;
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name!);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
    if (db.objectStoreNames.contains('receipts')) {
      const all = await new Promise<{ mirrored: boolean }[]>((resolve) => {
        const request = db.transaction('receipts').objectStore('receipts').getAll();
        request.onsuccess = () => resolve(request.result as { mirrored: boolean }[]);
      });
      twice += all.filter(({ mirrored }) => mirrored).length;
    }
    db.close();
  }
  return twice >= count;
}

/** Runs in the page: measures from the press on the counter to the frame after the first row. */
async function openOutbox(): Promise<number> {
  const app = document.querySelector('fk-app')!.shadowRoot!;
  const link = app.querySelector('fk-receipt-counter')!.shadowRoot!.querySelector<HTMLElement>('a[href$="/outbox"]')!;
  const beganMs = performance.now();
  link.click();
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const page = app.querySelector('fk-page-host')?.shadowRoot?.querySelector('fk-outbox-page');
    const item = page?.shadowRoot?.querySelector('fk-outbox-item');
    if (item != null && item.shadowRoot!.childElementCount > 0) return performance.now() - beganMs;
  }
}

export interface Start {
  /** The heading and the navigation of the app. */
  readonly screenMs: number;
  /** The first rows of the list, including all reading that they need. */
  readonly rowsMs: number;
  /** Every device can be searched. */
  readonly allMs: number;
}

async function coldStarts(browser: TestBrowser, origin: string, rounds: number): Promise<Figure[]> {
  const starts: Start[] = [];
  let memoryMb = 0;
  for (let round = 0; round < rounds; round += 1) {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await page.addInitScript(watchStart, DEVICES);
    await page.goto(`${origin}/devices`);
    await page.waitForFunction(() => (globalThis as unknown as { start: Start }).start.allMs > 0);
    starts.push(await page.evaluate(() => (globalThis as unknown as { start: Start }).start));
    const session = await browser.pageSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
    memoryMb = Math.max(memoryMb, usedSize / 1024 / 1024);
    await page.close();
  }
  const of = (what: 'screenMs' | 'rowsMs' | 'allMs'): number => median(starts.map((one) => one[what]));
  const detail = (what: 'screenMs' | 'rowsMs' | 'allMs'): string =>
    `${starts.map((one) => one[what].toFixed(0)).join(', ')} ms`;
  return [
    {
      name: 'cold start offline: first screen',
      value: of('screenMs'),
      unit: 'ms',
      goal: 500,
      detail: detail('screenMs'),
    },
    {
      name: 'cold start offline: rows of the list',
      value: of('rowsMs'),
      unit: 'ms',
      goal: 1000,
      detail: detail('rowsMs'),
    },
    { name: 'cold start offline: all 100,000 there', value: of('allMs'), unit: 'ms', detail: detail('allMs') },
    { name: 'memory of the page with 100,000 devices', value: memoryMb, unit: 'MB', goal: 150 },
  ];
}

interface AppWindow {
  readonly account?: {
    readonly devices: {
      refresh(): Promise<void>;
      readonly list: {
        readonly value: {
          readonly devices: readonly unknown[] | null;
          readonly failure: unknown;
        };
      };
    };
  };
}

/** Runs in the page before the app: checks at each frame what is shown. */
export function watchStart(all: number): void {
  const start = { screenMs: 0, rowsMs: 0, allMs: 0 };
  (globalThis as unknown as { start: Start }).start = start;
  const check = (): void => {
    const shell = document.querySelector('fk-app');
    const app = shell?.shadowRoot;
    const list = app?.querySelector('fk-page-host')?.shadowRoot?.querySelector('fk-devices-page')?.shadowRoot;
    const nowMs = performance.now();
    if (
      start.screenMs === 0 &&
      app?.querySelector('fk-header')?.shadowRoot?.querySelector('h1') != null &&
      app.querySelector('fk-nav')?.shadowRoot?.querySelector('a') != null
    )
      start.screenMs = nowMs;
    if (
      start.rowsMs === 0 &&
      list?.querySelector('fk-device-window')?.shadowRoot?.querySelector('a[data-index]') != null
    )
      start.rowsMs = nowMs;
    const read = (shell as unknown as AppWindow | null)?.account?.devices.list.value;
    if (start.rowsMs > 0 && read?.devices?.length === all) {
      start.allMs = nowMs;
      return;
    }
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
