/**
 * A key protected by the device's screen lock opens the account offline after a restart, and other ways remain when
 * that fails.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { SandboxControl } from '../support/app-server.ts';
import {
  connectAccount,
  counterWords,
  devicesRead,
  FLEET_IDS,
  freshSandbox,
  goTo,
  openKeyDialog,
  openOutbox,
  outboxWords,
  OWNER_KEY,
  receiptPosts,
  submitAccount,
} from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { importReceipts } from '../support/receipts.ts';
import { storedSettings } from '../support/stored-rows.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';
import { screenLockSetting } from '../../src/names.ts';
import { keyStrings } from '../../src/ui/strings/keys.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';

const { key: text } = keyStrings;
// The browser of these tests has a mouse.
const onLaptop = (words: string): string => words.replaceAll('this phone', 'this laptop');
const lock = keyStrings.screenLock;
const PASSPHRASE = 'ladder on four legs';
const ONE = FLEET_IDS[0]!;
const onPost = { method: 'POST', path: '/device/update' } as const;

let server: SharedServer;
let browser: SharedBrowser;
let sandbox: SandboxControl;
let page: Page;

beforeAll(async () => {
  server = await shareServer();
});
beforeEach(async () => {
  browser = await shareBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  return () => browser.giveBack();
});

const button = (name: string) => page.getByRole('button', { name: onLaptop(name), exact: true });

const account = () => ({ origin: server.origin, sandbox, name: 'Site', screenLock: true });
const connect = (): Promise<void> => connectAccount(page, account());

/**
 * As after Android has ended the app: no window and no worker has the key. The tab stays open, because the
 * authenticator belongs to it.
 */
async function restartApp(path = '/'): Promise<void> {
  await page.goto('about:blank');
  const session = await browser.pageSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  // Detaching would remove the authenticator of the other session.
  await page.goto(server.origin + path);
}

/** Returns the stored texts of the screen lock, of all accounts. */
async function storedTexts(): Promise<string[]> {
  const settings = await storedSettings(page);
  return Object.entries(settings).flatMap(([name, value]) => (name.startsWith(screenLockSetting('')) ? [value] : []));
}

async function requestKey(): Promise<void> {
  await openKeyDialog(page);
}

describe('the screen lock', () => {
  it('keeps the key when an account is connected, opens it offline after a restart, and the receipts are sent later', async () => {
    const device = await addAuthenticator(browser, page);
    await connect();
    await devicesRead(page);
    expect(await device.countPasskeys()).toBe(1);
    const [stored = ''] = await storedTexts();
    expect(stored).toMatch(/^prf-1\./);
    expect(Buffer.from(stored.split('.').at(-1)!, 'base64').includes(OWNER_KEY)).toBe(false);
    await sandbox.setFaults({ name: 'status', status: 503, match: onPost });
    await openOutbox(page);
    await importReceipts(page, sandbox, ONE);
    await expect.poll(() => receiptPosts(sandbox)).toBeGreaterThan(0);
    await goTo(page, '/more');
    await page.getByText('Ready to start offline.').waitFor();

    await browser.context.setOffline(true);
    await restartApp('/outbox');
    await expect.poll(() => counterWords(page)).toBe('1 receipt waits for your key');
    await requestKey();
    await page.getByText(text.accepted).waitFor();
    await expect.poll(() => counterWords(page)).toBe('1 receipt not delivered yet');

    await sandbox.setFaults();
    await browser.context.setOffline(false);
    await expect.poll(() => outboxWords(page, ONE)).toEqual(['Verified']);
  });

  it('leaves the passphrase and the key as other ways when the person is not recognised or the passkey is gone', async () => {
    const device = await addAuthenticator(browser, page);
    await connect();
    await goTo(page, '/more');
    await button(settingsStrings.key.addPassphrase).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Passphrase again', { exact: true }).fill(PASSPHRASE);
    await button(settingsStrings.key.set).click();
    await page.getByText(settingsStrings.key.saved).waitFor();

    await device.refuse();
    await restartApp();
    await requestKey();
    await page.getByText(lock.refusals.notConfirmed).first().waitFor();
    await button(text.instead.passphrase).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await button(text.open).click();
    await page.getByText(text.accepted).waitFor();

    await device.replace();
    await restartApp();
    await requestKey();
    await page.getByText(lock.refusals.notConfirmed).first().waitFor();
    await button(text.instead.key).click();
    await page.getByLabel('API key', { exact: true }).fill(OWNER_KEY);
    await button(text.use).click();
    // The lock is offered again for the typed key.
    await button(lock.use).click();
    await page.getByText(onLaptop(lock.saved)).waitFor();
    expect(await device.countPasskeys()).toBe(1);
    await restartApp();
    await requestKey();
    await page.getByText(text.accepted).waitFor();
  });

  it('is reported when it cannot encrypt a key, and a passphrase keeps the key instead', async () => {
    await addAuthenticator(browser, page, { hasPrf: false });
    await submitAccount(page, account());
    await page.getByText(onLaptop(lock.refusals.noPrf)).first().waitFor();
    expect(await storedTexts()).toEqual([]);
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Passphrase again', { exact: true }).fill(PASSPHRASE);
    await button(text.remember).click();
    await page.getByText(onLaptop(text.remembered)).waitFor();
    await restartApp();
    await requestKey();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await button(text.open).click();
    await page.getByText(text.accepted).waitFor();
  });
});
