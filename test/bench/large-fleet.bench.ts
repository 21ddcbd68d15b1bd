/**
 * Reading the lists of large fleets from the sandbox, which counts the requests, in this version and in the older one of
 * test/fixtures; then what the saved part of the largest costs: the page's memory and the first rows after a start.
 */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { MAX_PAGE_SIZE } from '../../src/domain/default-settings.ts';
import { MAX_DEVICES } from '../../src/domain/limits.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { freshSandbox, OWNER_KEY, submitAccount, toDevices, type ConnectOptions } from '../support/journey.ts';
import { readOlderVersion } from '../support/older-version.ts';
import { temporaryFolder } from '../support/process-end.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';
import { watchStart, type Start } from './full-size.bench.ts';
import { HEADERS } from './two-hundred.ts';

const FLEETS = sized([1000, 100_000, 1_000_000], [1000]);
/** After this a reading is not waited for, and what has come by then is shown. */
const LIMITS_MS = { older: sized(180_000, 30_000), this: sized(900_000, 30_000) };
const STARTS = sized(5, 1);
const GOALS = { of100k: { requests: 201, ratio: 0.25 }, heapMb: 400, rowsMs: 1500 };
/** Collections after which unused code is dropped. */
const COLLECTIONS = 5;
const OLDER = path.join(import.meta.dirname, '../fixtures/6f8f8b51.br');

export const bench: Bench = { title: 'Large fleets: this version, and the older one of test/fixtures', run };

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const older = temporaryFolder('older');
  readOlderVersion(OLDER, older);
  const noted = async (fleet: number, version: string, reading: Promise<ReadFleet>): Promise<ReadFleet> => {
    const read = await reading;
    say(`  ${fleet}, ${version} version: ${read.requests} requests, ${(read.ms / 1000).toFixed(1)} s; ${read.detail}`);
    return read;
  };
  const figures: Figure[] = [];
  for (const fleet of FLEETS) {
    const label = `${fleet.toLocaleString('en')} devices`;
    const [before, now] = [
      await inBrowser(older, ({ server, page }) => noted(fleet, 'older', readFleet(server, page, fleet, 'older'))),
      await inBrowser(outDir, async (place) => {
        const read = await noted(fleet, 'this', readFleet(place.server, place.page, fleet, 'this'));
        const pages = Math.ceil(Math.min(fleet, MAX_DEVICES) / MAX_PAGE_SIZE);
        const aloneMs = await place.page.evaluate(fetchPages, {
          base: read.base,
          headers: HEADERS,
          pages,
          size: MAX_PAGE_SIZE,
        });
        return { ...read, aloneMs, saved: fleet === FLEETS.at(-1) ? await savedList(place) : [] };
      }),
    ];
    const goals = fleet === 100_000 ? GOALS.of100k : null;
    figures.push(
      {
        name: `${label}: requests`,
        value: now.requests,
        unit: '',
        ...(goals === null ? {} : { goal: goals.requests }),
        detail: `${before.requests} in the older version; ${now.detail}`,
      },
      {
        name: `${label}: time`,
        value: now.ms / 1000,
        unit: 's',
        detail: `${(now.aloneMs / 1000).toFixed(1)} s the same requests alone`,
      },
      {
        name: `${label}: time / older version`,
        value: now.ms / before.ms,
        unit: '',
        ...(goals === null ? {} : { goal: goals.ratio }),
        detail: `${(now.ms / 1000).toFixed(1)} / ${(before.ms / 1000).toFixed(1)} s; older version: ${before.detail}`,
      },
      ...now.saved,
    );
  }
  return figures;
}

interface Place {
  readonly server: RunningServer;
  readonly browser: TestBrowser;
  readonly page: Page;
}

/** Each with a server, a sandbox and a browser of its own. */
async function inBrowser<T>(outDir: string, work: (place: Place) => Promise<T>): Promise<T> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    return await work({ server, browser, page: await openPage(browser) });
  } finally {
    await browser.kill();
    await server.close();
  }
}

async function openPage(browser: TestBrowser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMITS_MS.this);
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  return page;
}

interface ReadFleet {
  readonly base: string;
  readonly requests: number;
  readonly ms: number;
  readonly detail: string;
}

/** Measures from the press of Connect, with the page of devices open, until the list is read as far as it is saved. */
async function readFleet(
  server: RunningServer,
  page: Page,
  fleet: number,
  version: keyof typeof LIMITS_MS,
): Promise<ReadFleet> {
  const sandbox = freshSandbox(server);
  await sandbox.setOptions({ fleetSize: fleet });
  await (version === 'this' ? submitAccount : submitInOlder)(page, { origin: server.origin, sandbox });
  const beganAt = performance.now();
  await toDevices(page);
  const { saved, end } = await page.evaluate(readingEnd, {
    limitMs: LIMITS_MS[version],
    least: Math.min(fleet - 1, MAX_DEVICES),
  });
  const ms = performance.now() - beganAt;
  const byStatus = (await sandbox.counts())['owner']?.['GET /legacy/device'] ?? {};
  const requests = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return {
    base: sandbox.legacyBaseUrl,
    requests,
    ms,
    detail: `${end}, ${saved.toLocaleString('en')} saved; ${JSON.stringify(byStatus)} by status`,
  };
}

/** The page with all that is saved, then starts of the app without a key, so that nothing is read anew. */
async function savedList({ server, browser, page }: Place): Promise<Figure[]> {
  const { saved } = await page.evaluate(readingEnd, { limitMs: LIMITS_MS.this, least: 0 });
  const heaps = [await heapMb(browser, page)];
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.close();
  const rows: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const again = await openPage(browser);
    await again.addInitScript(watchStart, saved);
    await again.goto(`${server.origin}/devices`);
    await again.waitForFunction(() => (globalThis as unknown as { start: Start }).start.allMs > 0);
    rows.push((await again.evaluate(() => (globalThis as unknown as { start: Start }).start)).rowsMs);
    heaps.push(await heapMb(browser, again));
    await again.close();
  }
  const words = `${saved.toLocaleString('en')} saved devices`;
  return [
    {
      name: `heap of the page with ${words}`,
      value: Math.max(...heaps),
      unit: 'MB',
      goal: GOALS.heapMb,
      detail: `after reading them ${heaps[0]!.toFixed(0)} MB, after a start ${heaps
        .slice(1)
        .map((mb) => mb.toFixed(0))
        .join(', ')} MB; without the workers`,
    },
    {
      name: `first row of Devices with ${words}`,
      value: median(rows),
      unit: 'ms',
      goal: GOALS.rowsMs,
      detail: `${rows.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    },
  ];
}

async function heapMb(browser: TestBrowser, page: Page): Promise<number> {
  const session = await browser.pageSession(page);
  for (let time = 0; time < COLLECTIONS; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 1_048_576;
}

/**
 * Runs in the page, in either version: waits until the list is not being read and at least this many devices are shown,
 * or reading has failed, or the time is over.
 */
async function readingEnd({
  limitMs,
  least,
}: {
  readonly limitMs: number;
  readonly least: number;
}): Promise<{ readonly saved: number; readonly end: string }> {
  const endsAtMs = performance.now() + limitMs;
  for (;;) {
    const app = document.querySelector<HTMLElement & { account: AccountServices | null }>('fk-app');
    const list = app?.account?.devices.list.value;
    const saved = list?.devices?.length ?? 0;
    if (list?.refreshing === null && list.failure !== null) return { saved, end: `failed: ${list.failure.kind}` };
    if (list?.refreshing === null && saved >= least) return { saved, end: 'read' };
    if (performance.now() > endsAtMs)
      return { saved: list?.refreshing?.read ?? saved, end: `not at its end after ${limitMs / 1000} s` };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs in the page: requests the same pages as this version, with as many in flight, and keeps nothing; returns ms. */
async function fetchPages({
  base,
  headers,
  pages,
  size,
}: {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pages: number;
  readonly size: number;
}): Promise<number> {
  const beganMs = performance.now();
  let page = 0;
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      while (page < pages) {
        const query = new URLSearchParams({ startIndex: String(page++ * size), maxResult: String(size) });
        await (await fetch(`${base}/device?${query}`, { headers })).json();
      }
    }),
  );
  return performance.now() - beganMs;
}

/** Fills in the older version's connect page, which has words of its own, and submits it. */
async function submitInOlder(page: Page, { origin, sandbox }: ConnectOptions): Promise<void> {
  await page.goto(`${origin}/connect`);
  await page.getByLabel(/^Base URL/).fill(sandbox.baseUrl);
  await page.getByLabel(/^Legacy base URL/).fill(sandbox.legacyBaseUrl);
  await page.getByLabel(/^Vendor/).fill('acme');
  await page.getByLabel(/^API key/).fill(OWNER_KEY);
  await page.getByLabel('Name', { exact: true }).fill('Site');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}
