/**
 * Far too many devices, and far too many records, in one answer of a real server: the built app shows progress, can be
 * stopped, never freezes, and opens the outbox first. A million of each: `npm test -- --whole`.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { deviceStrings } from '../../src/ui/strings/devices.ts';
import { CAMPAIGN } from '../hostile/campaign.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { E2E_LIMIT_MS } from '../support/limits.mjs';
import { connectAccount, devicesRead, freshSandbox, goTo, readable } from '../support/journey.ts';
import { expectNoStall } from '../support/longest-turn.ts';

const DEVICES = CAMPAIGN.whole ? 1_000_000 : 50_000;
const RECORDS = CAMPAIGN.whole ? 1_000_000 : 300_000;
/** Maximum number of rows that a phone stores. */
const STORED = Math.min(DEVICES, 200_000);
/** Of a million devices, 200,000 are read, stored and shown: half a minute alone, two minutes beside other browsers. */
const WHOLE_LIMIT_MS = 4 * E2E_LIMIT_MS;
let server: RunningServer;
let backend: Server;
let origin: string;
let records: Buffer;
let answeredRecords = 0;
let browser: TestBrowser;
let page: Page;

/** Returns a body just below the largest accepted size, with a million elements. */
function bodyOf(before: string, length: number, element: (at: number) => string, after: string): Buffer {
  return Buffer.from(before + Array.from({ length }, (_, at) => element(at)).join(',') + after);
}

function recordsOf(length: number): Buffer {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return bodyOf(
    '{"content":[',
    length,
    (at) => `{"trackingId":"t${at % 1000}","timestamp":${nowSeconds - (at % 3000)}}`,
    `],"page":{"size":${length},"number":0,"totalPages":1,"totalElements":${length}}}`,
  );
}

beforeAll(async () => {
  const devices = bodyOf('{"devices":[', DEVICES, (at) => `{"uniqueId":"d${at}","deviceType":"BEACON"}`, ']}');
  records = recordsOf(RECORDS);
  backend = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Accept, Api-Key, Content-Type');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const body = request.url!.startsWith('/legacy/device?')
      ? devices
      : request.url!.startsWith('/v3/telemetry')
        ? records
        : null;
    if (body === records) response.once('finish', () => (answeredRecords += 1));
    return body === null
      ? response.writeHead(404).end()
      : response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(backend.address() as AddressInfo).port}`;
  server = await startAppServer();
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.kill();
  backend.closeAllConnections();
  backend.close();
  await server.close();
});

/** Reads in the page, because a locator would query the page all the time. */
function listed(): Promise<{ count: number; busy: boolean; failure: string | null; isFull: boolean }> {
  return page.evaluate(() => {
    const { account: services } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!;
    const { devices, refreshing, failure, short } = services.devices.list.value;
    const isFull = short != null;
    return { count: devices?.length ?? 0, busy: refreshing !== null, failure: failure?.kind ?? null, isFull };
  });
}

/** Waits up to the test's own limit. */
async function untilRead(count: number): Promise<void> {
  const isRead = (wanted: number): boolean => {
    const { account: services } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!;
    return (services.devices.list.value.refreshing?.read ?? 0) >= wanted;
  };
  await page.waitForFunction(isRead, count, { timeout: 0, polling: 500 });
}

async function untilListed(): Promise<void> {
  const isThere = (count: number): boolean => {
    const app = document.querySelector<HTMLElement & { account?: AccountServices }>('fk-app');
    const list = app?.account?.devices.list.value;
    return list?.devices?.length === count && list.refreshing === null;
  };
  await page.waitForFunction(isThere, STORED, { timeout: 0, polling: 500 });
}

it('a read of a million devices in one answer counts them as they arrive, can be stopped, and never freezes the page', async () => {
  await expectNoStall(browser, page, async () => {
    await connectAccount(page, {
      origin: server.origin,
      sandbox: { baseUrl: origin, legacyBaseUrl: `${origin}/legacy` },
    });
    const progress = page.locator('fk-devices-page fk-progress');
    await expect.poll(() => readable(progress)).toMatch(/[1-9],000/);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(async () => (await listed()).busy).toBe(false);
  });
  const { count, failure } = await listed();
  expect(failure).toBeNull();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(STORED);
});

it(
  'the app stores as many of a million devices as a phone can, reports the rest, and stays quick in search and pages',
  async () => {
    await page.getByRole('button', { name: deviceStrings.refresh, exact: true }).click();
    // The longest list has the longest turns; recording every turn from the start costs as much as all of them.
    await untilRead(STORED * 0.75);
    await expectNoStall(browser, page, async () => {
      await untilListed();
      expect(await listed()).toMatchObject({ failure: null, isFull: DEVICES > STORED });
      const search = page.getByRole('searchbox', { name: 'Search' });
      await search.pressSequentially('d4999');
      await search.fill('');
      for (const path of ['/outbox', '/more', '/run', '/telemetry', '/devices']) await goTo(page, path);
    });
  },
  WHOLE_LIMIT_MS,
);

it('the app with a million devices opens the outbox before the list after a restart, and shows the list without freezing the page', async () => {
  await expectNoStall(browser, page, async () => {
    await page.goto(`${server.origin}/outbox`);
    const first = await page.waitForFunction(() => {
      const services = document.querySelector<HTMLElement & { account?: AccountServices }>('fk-app')?.account;
      return services == null ? null : { isListRead: services.devices.list.value.devices !== null };
    });
    expect(await first.jsonValue()).toEqual({ isListRead: false });
    await untilListed();
    await goTo(page, '/devices');
    await page.locator('fk-device-window [role=row], fk-device-window li').first().waitFor();
  });
});

describe('very many telemetry records in one answer', () => {
  const status = () => page.locator('fk-telemetry-status');
  const cancel = () => page.locator('fk-telemetry-progress').getByRole('button', { name: 'Cancel' });

  it('can be stopped while they arrive, and never freeze the page', async () => {
    await connectAccount(page, {
      origin: server.origin,
      sandbox: { baseUrl: origin, legacyBaseUrl: freshSandbox(server).legacyBaseUrl },
      name: 'Records',
    });
    await devicesRead(page);
    await expectNoStall(browser, page, async () => {
      // The page requests the newest records when it opens.
      await goTo(page, '/telemetry');
      await cancel().waitFor();
      await expect.poll(() => answeredRecords).toBe(1);
      await cancel().click();
      await status()
        .getByText(/^Stopped after/)
        .waitFor();
    });
  });
});
