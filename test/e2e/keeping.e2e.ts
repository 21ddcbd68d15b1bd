/**
 * How work is protected besides the stores: persistent storage is requested, the outbox does not wait for the list, and
 * blocked site data is reported.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { runStrings } from '../../src/ui/strings/run.ts';
import { shellStrings } from '../../src/ui/strings/shell.ts';
import { launchBrowser, type OpenBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import {
  FLEET_IDS,
  connectAccount,
  devicesRead,
  freshSandbox,
  giveKey,
  goTo,
  openOutbox,
  outboxWords,
  prepare,
  saveSettings,
} from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedServer } from '../support/shared-browser.ts';
import { importReceipts } from '../support/receipts.ts';
import { sampled } from '../support/sampled.ts';
import { storedReceipts } from '../support/stored-rows.ts';

const [ONE, TWO] = FLEET_IDS as [string, string];

let server: SharedServer;
beforeAll(async () => {
  server = await shareServer();
});

let browser: OpenBrowser;
let end: () => Promise<void>;
afterEach(() => end());

async function newPage(): Promise<Page> {
  const shared = await shareBrowser();
  [browser, end] = [shared, shared.giveBack];
  return shared.newPage();
}

const timesRequested = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { timesRequested: number }).timesRequested);

it('the app requests persistent storage at connect and at Prepare, and reports a refusal above the run list', async () => {
  const page = await newPage();
  // Counts the browser's own answer. A new headless profile has no reason to be granted it.
  await page.addInitScript(() => {
    const counter = { timesRequested: 0 };
    Object.assign(globalThis, counter);
    const persist = navigator.storage.persist.bind(navigator.storage);
    navigator.storage.persist = () => {
      (globalThis as unknown as typeof counter).timesRequested += 1;
      return persist();
    };
  });
  const sandbox = freshSandbox(server);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await expect.poll(() => timesRequested(page)).toBe(1);
  expect(await page.evaluate(() => navigator.storage.persisted())).toBe(false);
  await prepare(page, ONE, { interval: 1234 });
  await expect.poll(() => timesRequested(page)).toBe(2);
  await goTo(page, '/run');
  await page.locator('fk-run-list-page').getByText(runStrings.list.unprotected).waitFor();
});

it('the app sends waiting receipts while the stored device list is still being read', async () => {
  const page = await newPage();
  const sandbox = freshSandbox(server);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await sandbox.setFaults({ name: 'status', status: 503, match: { method: 'POST', path: '/device/update' } });
  await openOutbox(page);
  await importReceipts(page, sandbox, TWO);
  await sandbox.setFaults();
  // From the next start on, reading the whole list never ends.
  await page.addInitScript(() => {
    for (const how of ['getAll', 'openCursor', 'getAllKeys', 'openKeyCursor'] as const) {
      const real = IDBObjectStore.prototype[how] as (...args: unknown[]) => IDBRequest;
      Object.assign(IDBObjectStore.prototype, {
        [how](this: IDBObjectStore, ...args: unknown[]) {
          const request = real.apply(this, args);
          if (this.name === 'devices') request.addEventListener = () => undefined;
          return request;
        },
      });
    }
  });
  await page.goto(`${server.origin}/outbox`);
  await giveKey(page);
  await expect.poll(() => outboxWords(page, TWO)).toEqual(['Verified']);
  await goTo(page, '/devices');
  await page.locator('fk-devices-page').waitFor();
  expect(await page.getByText(/^\d+ devices$/).count()).toBe(0);
});

it.each(sampled('coming back', ['online', 'visibilitychange', 'pageshow'] as const, 1))(
  'the app sends waiting receipts at once on %s, long before the next attempt is due',
  async (event) => {
    browser = await shareBrowser();
    const page = await browser.newPage();
    const sandbox = freshSandbox(server);
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    await saveSettings(page, { 'delivery.backoffMinMs': '600000', 'delivery.backoffMaxMs': '600000' });
    await sandbox.setFaults({ name: 'captivePortal', match: { method: 'POST', path: '/device/update' } });
    // Its worker controls all pages by then.
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    if (event === 'online') await browser.context.setOffline(true);
    await openOutbox(page);
    await importReceipts(page, sandbox, TWO);
    await expect
      .poll(async () => ((await storedReceipts(page, TWO))[0]?.nextAtMs ?? 0) > Date.now() + 300_000)
      .toBe(true);
    await sandbox.setFaults();
    // Uses the browser's real event where possible; the others are sent as when a window becomes visible again.
    if (event === 'online') await browser.context.setOffline(false);
    else if (event === 'pageshow') await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow')));
    else await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => outboxWords(page, TWO)).toEqual(['Verified']);
  },
);

it('the app reports that it cannot work where site data is blocked', async () => {
  const profile = temporaryFolder('blocked');
  mkdirSync(path.join(profile, 'Default'));
  // As a person sets it: "on-device site data: not allowed".
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(path.join(profile, 'Default/Preferences'), JSON.stringify(settings));
  const own = await launchBrowser({ profile, whole: true });
  end = own.kill;
  const page = await own.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${server.origin}/devices`);
  await page.getByRole('heading', { level: 1, name: shellStrings.blocked.heading }).waitFor();
  await page.getByText(shellStrings.blocked.text).waitFor();
  expect(errors).toEqual([]);
});
