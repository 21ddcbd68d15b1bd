/**
 * A file shared with the built app, as the system does it: by a form that another origin posts and the worker
 * intercepts.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { SHARED_FILE_CACHE, SHARED_FILE_FIELD, SHARE_FILE_PATH } from '../../src/names.ts';
import { incomingStrings } from '../../src/ui/strings/incoming.ts';
import { startAppServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { inCare } from '../support/in-care.ts';
import { connectAccount, devicesRead, FLEET_IDS, freshSandbox, OWNER_KEY } from '../support/journey.ts';
import { makeReceipt, receiptFile } from '../support/receipts.ts';
import { storedAccounts, storedReceipts } from '../support/stored-rows.ts';

const [ID] = FLEET_IDS as [string];

let server: RunningServer;
let sandbox: SandboxControl;
let browser: TestBrowser;
let page: Page;
let sharer: Server;
let receipts: string;
const reached: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  server = await startAppServer();
  sandbox = freshSandbox(server);
  const form = `<!doctype html><form method="post" enctype="multipart/form-data" action="${server.origin}/${SHARE_FILE_PATH}">
    <input type="file" multiple name="${SHARED_FILE_FIELD}"><button>Share</button></form>`;
  sharer = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(form));
  await new Promise<void>((resolve) => sharer.listen(0, '127.0.0.1', resolve));
  browser = await launchBrowser({ followsWorkers: true });
  page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy|trusted/i.test(message.text())) complaints.push(message.text());
  });
  browser.context.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith(SHARE_FILE_PATH))
      reached.push(response.fromServiceWorker() ? 'worker' : 'network');
  });
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await inCare(page);
  const [account] = await storedAccounts(page);
  receipts = receiptFile(account!, [await makeReceipt(sandbox, ID)]);
});
afterAll(async () => {
  await browser.kill();
  sharer.close();
  await server.close();
});

async function share(name: string, content: string): Promise<void> {
  await page.goto(`http://127.0.0.1:${(sharer.address() as AddressInfo).port}/`);
  await page.locator('input').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForURL(`${server.origin}/**`);
}

const isStored = (): Promise<boolean> => page.evaluate((name) => caches.has(name), SHARED_FILE_CACHE);

it('a shared file with receipts opens the outbox, which imports none without a press and stores nothing of the file', async () => {
  await share('receipts.txt', receipts);
  await page.getByRole('button', { name: 'Import 1 receipt', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/outbox');
  expect(await isStored()).toBe(false);
  expect(await storedReceipts(page, ID)).toEqual([]);
  await page.reload();
  await page.getByText('Options', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Import 1 receipt', exact: true }).count()).toBe(0);
  expect(reached).toEqual(['worker']);
});

it('files that were shared together are opened one after the other, and one that is too large is named', async () => {
  await page.goto(`http://127.0.0.1:${(sharer.address() as AddressInfo).port}/`);
  await page.locator('input').evaluate(
    (input: HTMLInputElement, [first, second]) => {
      const files = new DataTransfer();
      files.items.add(new File([first!], 'phone-a.txt'));
      files.items.add(new File([new Uint8Array(50_000_001)], 'film.txt'));
      files.items.add(new File([second!], 'house-b.csv'));
      input.files = files.files;
    },
    [receipts, `uniqueId,place\r\n${ID},Room 7\r\n`],
  );
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Import 1 receipt', exact: true }).waitFor();
  await page.getByText(incomingStrings.refused.tooLarge('film.txt')).waitFor();
  await page.getByText(incomingStrings.more(1, 'house-b.csv')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: incomingStrings.open, exact: true }).click();
  await page.getByRole('button', { name: incomingStrings.forJob, exact: true }).click();
  await page.waitForURL('**/jobs/new');
  await page.getByText('house-b.csv').waitFor();
  await page.getByRole('button', { name: incomingStrings.dismiss, exact: true }).click();
  expect(await isStored()).toBe(false);
});

it('a shared file that a second share has replaced is named', async () => {
  await share('plan.csv', `uniqueId,place\r\n${ID},Room 7\r\n`);
  await page.getByRole('button', { name: incomingStrings.forJob, exact: true }).waitFor();
  await share('receipts.txt', receipts);
  await page.getByRole('button', { name: 'Import 1 receipt', exact: true }).waitFor();
  await page.getByText(incomingStrings.lost('plan.csv')).waitFor();
});

it('a share without a file, or with a file of an unknown kind, only opens the app, within its policy', async () => {
  await share('manual.pdf', '%PDF-1.7');
  await page.getByText(incomingStrings.unknown('manual.pdf')).waitFor();
  expect(new URL(page.url()).pathname).toBe('/overview');
  await page.goto(`http://127.0.0.1:${(sharer.address() as AddressInfo).port}/`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForURL('**/overview');
  expect(await isStored()).toBe(false);
  expect(complaints).toEqual([]);
});

it('a share that no service worker intercepts opens the start page, and the host stores nothing', async () => {
  const body = new FormData();
  body.append(SHARED_FILE_FIELD, new File([receipts], 'receipts.txt'));
  const answer = await fetch(`${server.origin}/${SHARE_FILE_PATH}`, { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  expect(receipts).not.toContain(OWNER_KEY);
});
