/**
 * Texts of 10 MB and IDs that look like path segments, from a real server through the built app and across a restart;
 * and clearing the cached list.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startHostileBackend, type HostileBackend } from '../support/hostile-backend.ts';
import { connectAccount, deviceShown, devicesRead, goTo, readable } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';

const LONG = 'x'.repeat(10_000_000);
/** IDs that a browser would treat as segments of a path, and how they are encoded. */
const DOTS = [
  ['.', '~.'],
  ['..', '~..'],
] as const;
const DEVICES = [
  { uniqueId: 'aB12', deviceType: 'BEACON', alias: 'Ward 3' },
  { uniqueId: 'bI6', deviceType: 'BEACON', alias: 'Long texts', notes: LONG, odd: LONG, [LONG.slice(0, 5000)]: 1 },
  ...DOTS.map(([uniqueId]) => ({ uniqueId, deviceType: 'BEACON', alias: `Dots ${uniqueId.length}` })),
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

const button = (name: string) => page.getByRole('button', { name, exact: true });
/** It covers the whole row. */
const link = (part: string) => page.locator(`a[href="/devices/${part}"]`).first();
const row = (alias: string) => page.locator('fk-devices-page').getByText(alias, { exact: true }).first();

describe('texts of 10 MB', () => {
  it("are shown in the list, cut with a mark, and reported on the device's page", async () => {
    await devicesRead(page);
    await page.getByText('4 devices', { exact: true }).waitFor();
    await link('bI6').click();
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
    await page.getByText('4 devices', { exact: true }).waitFor();
    for (const alias of ['Ward 3', 'Long texts', 'Dots 1', 'Dots 2']) await row(alias).waitFor();
    // The key was lost with the page.
    expect(backend.requestCount()).toBe(before);
    expect(errors).toEqual([]);
  });
});

describe('an ID that looks like a path segment', () => {
  it.each(DOTS)('opens its own page for "%s" (%s), also after a reload', async (uniqueId, part) => {
    await goTo(page, '/devices');
    await link(part).click();
    await deviceShown(page, uniqueId);
    const path = new URL(page.url()).pathname;
    await page.reload();
    await deviceShown(page, uniqueId);
    expect(new URL(page.url()).pathname).toBe(path);
    await goTo(page, '/devices');
  });
});

describe('the cached list', () => {
  it('can be cleared without opening a page that draws it, and is still gone after a restart', async () => {
    await goTo(page, '/more');
    await page.getByText('4 devices on this laptop.').waitFor();
    await button('Forget the saved list').click();
    await button('Forget it').click();
    await page.getByText('The saved list was forgotten.').waitFor();
    await page.reload();
    await page.getByText('0 devices on this laptop.').waitFor();
    await goTo(page, '/devices');
    expect(await row('Ward 3').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
