/** Accounts on a phone that several people use: whose key it is, what is locked, what is removed, and who is told the key. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type SandboxControl } from '../support/app-server.ts';
import {
  FLEET_IDS,
  connectAccount,
  counterWords,
  devicesRead,
  freshSandbox,
  giveKey,
  goTo,
  openOutbox,
  outboxWords,
  readable,
  receiptPosts,
  toDevices,
} from '../support/journey.ts';
import { lendBrowser, lendServer, type LentBrowser, type LentServer } from '../support/lent.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';
import { importReceipts } from '../support/receipts.ts';
import { storedReceipts } from '../support/stored-rows.ts';

const ONE = FLEET_IDS[0]!;
const EDITOR_KEY = 'sandbox-editor-key';
const PASSPHRASE = 'ladder on four legs';
const onPost = { method: 'POST', path: '/device/update' } as const;

let server: LentServer;
let browser: LentBrowser;
let sandbox: SandboxControl;
let page: Page;

beforeAll(async () => {
  server = await lendServer();
});
beforeEach(async () => {
  browser = await lendBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  return () => browser.giveBack();
});

const soon = <T>(look: () => T) => expect.poll(look);

/** One receipt that cannot be delivered, then signed out. */
async function leaveReceipt(passphrase?: string): Promise<void> {
  await connectAccount(page, {
    origin: server.origin,
    sandbox,
    name: 'Site',
    ...(passphrase === undefined ? {} : { passphrase }),
  });
  await devicesRead(page);
  await sandbox.setFaults({ name: 'status', status: 503, match: onPost });
  await openOutbox(page);
  await importReceipts(page, sandbox, ONE);
  await soon(() => receiptPosts(sandbox)).toBeGreaterThan(0);
  await signOut();
  await sandbox.setFaults();
  await sandbox.clearLog();
}

async function signOut(): Promise<void> {
  await goTo(page, '/more');
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Connect your account' }).waitFor();
}

async function typeAccount(key: string): Promise<void> {
  await page.goto(`${server.origin}/connect`);
  await page.getByLabel(/^Base URL/).fill(sandbox.baseUrl);
  await page.getByLabel(/^Legacy base URL/).fill(sandbox.legacyBaseUrl);
  await page.getByLabel(/^Vendor/).fill('acme');
  await page.getByLabel(/^API key/).fill(key);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

const databases = () =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => /^fieldkit-[0-9a-f]{8}-/.test(name)),
  );

describe('another person on this phone', () => {
  it('is asked whose key it is before anything is posted, and gets a place of its own', async () => {
    await leaveReceipt(PASSPHRASE);
    await typeAccount(EDITOR_KEY);
    await page.getByText('These addresses are known on this laptop with another key.').waitFor();
    expect(await receiptPosts(sandbox)).toBe(0);
    await page.getByRole('button', { name: 'Another account', exact: true }).click();
    await toDevices(page);
    await devicesRead(page);
    expect(await databases()).toHaveLength(2);
    // What the first person left is counted and named, and is not sent.
    await soon(() => counterWords(page)).toBe('1 receipt of another account to send');
    await openOutbox(page);
    expect(await readable(page.locator('fk-outbox-page'))).not.toContain(ONE);
    expect(await receiptPosts(sandbox)).toBe(0);

    // Back at the first account its passphrase still opens it, and its receipt is counted at once.
    await goTo(page, '/more');
    await page.getByRole('button', { name: /Switch to Site/ }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await openOutbox(page);
    await soon(() => outboxWords(page, ONE)).toEqual(['Verified']);
  });

  it('sees nothing of a signed-out account without its key', async () => {
    await leaveReceipt();
    expect(await counterWords(page)).toBe('1 receipt to send');
    await page.getByRole('button', { name: 'Continue with Site' }).click();
    await page.getByLabel('API key', { exact: true }).waitFor();
    expect(await readable(page.locator('fk-app'))).not.toContain(ONE);
    await page.reload();
    await page.getByText('“Site” is locked on this laptop.').waitFor();
    await page.goto(`${server.origin}/devices/${ONE}`);
    await page.getByText('“Site” is locked on this laptop.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await giveKey(page);
    await openOutbox(page);
    await soon(() => outboxWords(page, ONE)).toEqual(['Verified']);
  });
});

describe('"Lock now"', () => {
  it('shows nothing of the account in any window until its passphrase is given', async () => {
    await connectAccount(page, { origin: server.origin, sandbox, name: 'Site', passphrase: PASSPHRASE });
    await devicesRead(page);
    const other = await browser.newPage();
    await other.goto(`${server.origin}/devices`);
    await devicesRead(other);
    await goTo(page, '/more');
    await page.getByRole('button', { name: settingsStrings.lock.now, exact: true }).click();
    for (const window of [page, other]) {
      await window.getByText('“Site” is locked on this laptop.').waitFor();
      expect(new URL(window.url()).pathname).toBe('/');
      expect(await readable(window.locator('fk-app'))).not.toContain(ONE);
    }
    await other.getByRole('button', { name: 'Open with the passphrase' }).click();
    await other.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await toDevices(other);
    await devicesRead(other);
  });
});

describe('removing an account from the phone', () => {
  it('is refused while a receipt is only here, and goes when it was handed over; nothing of it is left', async () => {
    await connectAccount(page, { origin: server.origin, sandbox, name: 'Site', passphrase: PASSPHRASE });
    await devicesRead(page);
    await sandbox.setFaults({ name: 'status', status: 503, match: onPost });
    await openOutbox(page);
    await importReceipts(page, sandbox, ONE);
    const other = await browser.newPage();
    await other.goto(`${server.origin}/devices`);
    await devicesRead(other);
    const [name = ''] = await databases();
    const id = name.slice('fieldkit-'.length);

    await goTo(page, '/more');
    await page.getByRole('button', { name: 'Sign out and remove from this laptop' }).click();
    await page.getByText('1 receipt is not delivered').waitFor();
    expect(await page.getByRole('button', { name: 'I have handed it over' }).count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as a file' }).click();
    await download;
    await page.getByRole('button', { name: 'I have handed it over' }).click();
    await page.getByLabel(/^Type .{4} to continue/).fill(id.slice(-4));
    await page
      .locator('fk-confirm-typed')
      .getByRole('button', { name: 'Sign out and remove from this laptop' })
      .click();
    await page.getByText('The account was removed from this laptop.').waitFor();

    await other.getByRole('link', { name: 'Connect your account' }).waitFor();
    const left = await page.evaluate(async (accountId) => {
      const root = await navigator.storage.getDirectory();
      const folders: string[] = [];
      for await (const [folder, handle] of root as unknown as AsyncIterable<[string, FileSystemDirectoryHandle]>) {
        folders.push(folder);
        if (handle.kind === 'directory') for await (const one of handle.keys()) folders.push(one);
      }
      const names = (await indexedDB.databases()).map((one) => one.name ?? '');
      return [...names, ...Object.keys(localStorage), ...folders].filter((one) => one.includes(accountId));
    }, id);
    expect(left).toEqual([]);
    await page.reload();
    await page.getByRole('link', { name: 'Connect your account' }).waitFor();
    expect(await page.getByRole('button', { name: /^Continue with/ }).count()).toBe(0);
  });
});

describe('the key in memory', () => {
  it('goes to the app\u2019s own windows and to no other page of this address', async () => {
    await connectAccount(page, { origin: server.origin, sandbox, name: 'Site' });
    await devicesRead(page);
    await soon(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const accountId = (await databases())[0]!.slice('fieldkit-'.length);

    const stranger = await browser.newPage();
    await stranger.goto(`${server.origin}/sandbox/portal`);
    await stranger.evaluate(async (id) => {
      const texts: string[] = [];
      (window as unknown as { heard: string[] }).heard = texts;
      const note = ({ data }: MessageEvent<unknown>): void => void texts.push(JSON.stringify(data));
      const channel = new BroadcastChannel('fieldkit-key');
      channel.addEventListener('message', note);
      navigator.serviceWorker.addEventListener('message', note);
      navigator.serviceWorker.startMessages();
      // The address it shows is not the one at which it was created.
      history.replaceState(null, '', '/devices');
      const worker = (await navigator.serviceWorker.ready).active!;
      const ask = { type: 'ask', accountId: id, ask: 'mine' };
      const plant = { type: 'given', accountId: id, apiKey: 'ATTACKERKEY' };
      for (const content of [ask, plant]) {
        channel.postMessage(content);
        worker.postMessage({ type: 'key', content });
      }
    }, accountId);

    // A window of the app asks after it and is answered: whatever the stranger would have got has come by now.
    const second = await browser.newPage();
    await second.goto(`${server.origin}/outbox`);
    await second.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
    await soon(() => second.getByText(/Enter key/).count()).toBe(0);
    expect(await stranger.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([]);
    await sandbox.clearLog();
    await openOutbox(page);
    await importReceipts(page, sandbox, ONE);
    await soon(() => outboxWords(page, ONE)).toEqual(['Verified']);
    expect(await storedReceipts(page, ONE)).toMatchObject([{ state: 'verified' }]);
  });
});
