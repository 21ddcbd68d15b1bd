/** Texts of 10 MB from a real server through the built app and across a restart. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startHostileBackend, type HostileBackend } from '../support/hostile-backend.ts';
import { connectAccount, devicesRead, readable } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';

const LONG = 'x'.repeat(10_000_000);
const DEVICES = [
  { uniqueId: 'aB12', deviceType: 'BEACON', alias: 'Ward 3' },
  { uniqueId: 'bI6', deviceType: 'BEACON', alias: 'Long texts', notes: LONG, odd: LONG, [LONG.slice(0, 5000)]: 1 },
];

let server: SharedServer;
let backend: HostileBackend;
let browser: SharedBrowser;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  [server, backend] = await Promise.all([shareServer(), startHostileBackend()]);
  browser = await shareBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  backend.list(DEVICES);
  await connectAccount(page, { origin: server.origin, sandbox: backend });
});
afterAll(async () => {
  await browser.giveBack();
  await backend.close();
});

const row = (alias: string) => page.locator('fk-devices-page').getByText(alias, { exact: true }).first();

describe('texts of 10 MB', () => {
  it("are shown in the list, cut with a mark, and reported on the device's page", async () => {
    await devicesRead(page);
    await page.getByText('2 devices', { exact: true }).waitFor();
    await page.locator('a[href="/devices/bI6"]').first().click();
    const detail = page.locator('fk-device-page');
    await detail
      .getByText(/… left out/)
      .first()
      .waitFor();
    expect((await readable(detail)).length).toBeLessThan(1_000_000);
    // The stored text is cut too.
    const usedBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    expect(usedBytes).toBeLessThan(20_000_000);
  });

  it("are listed after a restart from the phone's storage, without the backend", async () => {
    const before = backend.requestCount();
    await page.goto(`${server.origin}/devices`);
    await page.getByText('2 devices', { exact: true }).waitFor();
    for (const alias of ['Ward 3', 'Long texts']) await row(alias).waitFor();
    // The key was lost with the page.
    expect(backend.requestCount()).toBe(before);
    expect(errors).toEqual([]);
  });
});
