/**
 * The built app can be installed, starts without a network, waits with an update, and loads no sandbox for a person
 * with an account.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, startSandboxServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { inCare } from '../support/in-care.ts';
import { sampled } from '../support/sampled.ts';
import { startStaticHost, type StaticHost } from '../support/static-host.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');
const DEEP_LINKS = ['/', '/run', '/outbox', '/devices/tB4x'];

let server: RunningServer;
let browser: TestBrowser;

/** Uses a phone that never had the app: one for all tests that only read, one for each test that changes it. */
function onFreshPhone(each: 'all together' | 'each its own'): void {
  const [before, after] = each === 'all together' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    browser = await launchBrowser({ followsWorkers: true });
  });
  after(() => browser.kill());
}

interface Watched {
  readonly page: Page;
  /** Requested paths of our origin. */
  readonly requested: string[];
  /** Violations of the content policy and unhandled errors. */
  readonly complaints: string[];
}

async function watchedPage(): Promise<Watched> {
  const page = await browser.newPage();
  const requested: string[] = [];
  const complaints: string[] = [];
  browser.context.on('request', (request) => requested.push(new URL(request.url()).pathname));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy|trusted/i.test(message.text())) complaints.push(message.text());
  });
  return { page, requested, complaints };
}

/** Closes every page of the app, as on the next day. */
async function closeAll(): Promise<void> {
  browser.context.removeAllListeners('request');
  // Keep one page open, because a browser without pages would end.
  const blank = await browser.newPage();
  for (const page of browser.context.pages()) if (page !== blank) await page.close();
  const session = await browser.pageSession(blank);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/** Waits until the app has drawn its first page. */
async function isUp(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => [...document.body.children].filter(({ localName }) => localName !== 'noscript').length),
    )
    .toBeGreaterThan(0);
  expect(await page.title()).toContain('Beacon Fieldkit');
}

describe('the installed app', () => {
  onFreshPhone('all together');
  beforeAll(async () => {
    server = await startAppServer();
  });
  afterAll(() => server.close());
  afterEach(() => closeAll());

  it.each(DEEP_LINKS)('answers %s with the strict policy', async (link) => {
    const response = await fetch(`${server.origin}${link}`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "require-trusted-types-for 'script'",
      'http://localhost:*',
    ]) {
      expect(policy).toContain(part);
    }
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('permissions-policy')).toContain('camera=(self)');
  });

  // This test has to be the first in this browser, because it observes the installation.
  it('loads nothing of the sandbox for a person with an account, neither at once nor into its caches', async () => {
    const { page, requested } = await watchedPage();
    for (const link of DEEP_LINKS) {
      await page.goto(`${server.origin}${link}`);
      await isUp(page);
      await inCare(page);
    }
    const cached = await page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      }
      return found;
    });
    expect(requested).toContain('/sw.js');
    expect(cached).toContain('/index.html');
    expect([...requested, ...cached].filter((one) => one.includes('sandbox'))).toEqual([]);
  });

  it('has a valid manifest with existing icons, and can be installed', async () => {
    const { page } = await watchedPage();
    await page.goto(server.origin);
    await inCare(page);
    const session = await browser.pageSession(page);
    const { data, errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '{}') as {
      id: string;
      name: string;
      icons: { src: string; purpose: string; type: string }[];
      screenshots?: { src: string }[];
      shortcuts: { url: string }[];
      share_target: { action: string; method: string };
      file_handlers: { action: string }[];
    };
    expect(manifest).toMatchObject({ id: '/', name: 'Beacon Fieldkit' });
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/jobs?continue', '/run', '/outbox']);
    expect(manifest.share_target).toMatchObject({ action: '/share-file', method: 'POST' });
    expect(manifest.file_handlers.map(({ action }) => action)).toEqual(['/']);
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src } of [...manifest.icons, ...(manifest.screenshots ?? [])]) {
      const response = await fetch(new URL(src, server.origin));
      expect([src, response.status, response.headers.get('content-type')?.split('/')[0]]).toEqual([src, 200, 'image']);
    }
    expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  });

  it('violates no rule of its own policy on any page', async () => {
    const { page, complaints } = await watchedPage();
    for (const link of DEEP_LINKS) {
      await page.goto(`${server.origin}${link}`);
      await isUp(page);
    }
    expect(complaints).toEqual([]);
  });

  it('wakes its worker for files of the app, and never for requests to a backend', async () => {
    const { page } = await watchedPage();
    await page.goto(server.origin);
    await inCare(page);
    const session = await browser.pageSession(page);
    const seen: string[] = [];
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) =>
      seen.push(...versions.map(({ runningStatus }) => runningStatus)),
    );
    await session.send('ServiceWorker.enable');
    // Files that the page still loads at its start would wake it again.
    await page.waitForLoadState('networkidle');
    await session.send('ServiceWorker.stopAllWorkers');
    await expect.poll(() => seen.at(-1)).toBe('stopped');
    const request = (address: string) =>
      page.evaluate(async (url) => void (await fetch(url, { mode: 'no-cors' })), address);
    const elsewhere = await startSandboxServer();
    try {
      seen.length = 0;
      await request(`${server.origin}/sandbox/~install/v3/nothing`);
      await request(`${elsewhere.origin}/sandbox/~install/v3/nothing`);
      expect(seen).toEqual([]);
      await request(`${server.origin}/index.html`);
      await expect.poll(() => seen.at(-1)).toBe('running');
    } finally {
      await elsewhere.close();
    }
  });

  it('contains no sandbox key in any file outside the sandbox chunks', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|html|css|webmanifest)$/.test(file),
    );
    expect(files).toContain('index.html');
    const leaking = files.filter(
      (file) =>
        !path.basename(file).startsWith('sandbox-') &&
        /sandbox-(owner|editor)-key/.test(readFileSync(path.join(dist, file), 'utf8')),
    );
    expect(leaking).toEqual([]);
  });
});

describe('the installation on a slow network', () => {
  onFreshPhone('each its own');
  let host: StaticHost;
  beforeEach(async () => {
    host = await startStaticHost(dist);
  });
  afterEach(() => host.close());

  it('continues an interrupted download after the phone died, and then starts without a network', async () => {
    const first = host.slowDown(100);
    const { page } = await watchedPage();
    await page.goto(host.origin);
    const cachedFiles = (on: Page): Promise<number> =>
      on.evaluate(async () => {
        const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return all.flat().length;
      });
    await expect.poll(() => cachedFiles(page)).toBeGreaterThan(20);
    const { profile } = browser;
    await browser.kill();
    const { requests: before, atOnce } = first();
    expect(atOnce).toBeGreaterThan(1);

    browser = await launchBrowser({ profile, followsWorkers: true });
    const again = host.slowDown(20);
    const { page: next } = await watchedPage();
    await next.goto(host.origin);
    await inCare(next);
    const all = await cachedFiles(next);
    // Each start also counts the page's own files, and files that were being downloaded when it died are counted twice.
    expect(before).toBeLessThan(all);
    expect(again().requests).toBeLessThan(all - 10);

    await host.close();
    await next.reload();
    await isUp(next);
  });
});

describe('the installed app without a network', () => {
  onFreshPhone('all together');
  let origin: string;
  beforeAll(async () => {
    const mine = await startAppServer();
    ({ origin } = mine);
    const { page } = await watchedPage();
    await page.goto(origin);
    expect(await inCare(page)).toBe(`${origin}/sw.js`);
    await mine.close();
  });
  beforeEach(() => closeAll());

  it.each(sampled('cold starts', DEEP_LINKS, 2))('starts cold at %s', async (link) => {
    const { page: cold, complaints } = await watchedPage();
    const response = await cold.goto(`${origin}${link}`);
    expect(response?.fromServiceWorker()).toBe(true);
    expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
    await isUp(cold);
    await cold.reload();
    await isUp(cold);
    expect(complaints).toEqual([]);
  });
});

describe('the code of practice', () => {
  onFreshPhone('each its own');
  it('is stored for offline use once it was chosen, and only then', async () => {
    const mine = await startAppServer();
    const { page, requested } = await watchedPage();
    await page.goto(mine.origin);
    await inCare(page);
    const cached = () =>
      page.evaluate(async () => (await (await caches.open('practice')).keys()).map(({ url }) => new URL(url).pathname));
    expect(await cached()).toEqual([]);
    await page.getByRole('button', { name: 'Practice in the sandbox' }).click();
    await expect.poll(cached).not.toEqual([]);
    const before = await cached();
    expect(before.every((one) => /^\/assets\/sandbox-[^/]+\.js$/.test(one))).toBe(true);
    expect(before.toSorted()).toEqual(
      [...new Set(requested.filter((one) => one.startsWith('/assets/sandbox-')))].toSorted(),
    );

    await mine.close();
    const { page: cold, complaints } = await watchedPage();
    await cold.goto(mine.origin);
    await isUp(cold);
    expect(await cold.evaluate(async (path) => (await fetch(path)).ok, before[0]!)).toBe(true);
    expect(complaints).toEqual([]);
  });
});
