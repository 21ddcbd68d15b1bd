/**
 * The rescue page opens when the bundle is empty, broken or throws. It saves every receipt and unfinished run in a file
 * that the app imports.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { readReceiptFile } from '../../src/domain/receipt-file-reading.ts';
import type { Run } from '../../src/domain/run.ts';
import { MIRROR_FOLDER } from '../../src/names.ts';
import { rescueStrings as text } from '../../src/rescue/words.ts';
import { slowStartStrings as slowStart } from '../../src/rescue/slow-words.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { hold } from '../support/hold.ts';
import {
  FLEET_IDS,
  beaconNamed,
  connectAccount,
  devicesRead,
  freshSandbox,
  hangUp,
  openOutbox,
  openPage,
  openRun,
  outboxEntries,
  prepare,
  runOnce,
} from '../support/journey.ts';
import { storeBeacons, emulateRadio } from '../support/peripheral.ts';
import { importReceipts, importText } from '../support/receipts.ts';
import { sampled } from '../support/sampled.ts';
import { startStaticHost, type StaticHost } from '../support/static-host.ts';
import type { SandboxControl } from '../support/app-server.ts';
import { storedReceipts, storedRuns } from '../support/stored-rows.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');
const [RUN, CUT, IMPORTED] = FLEET_IDS as [string, string, string];

let host: StaticHost;
let browser: TestBrowser;
let page: Page;
let sandbox: SandboxControl;

/** Builds a copy with another program as its first script. */
function withMain(name: string, program: string): string {
  const folder = temporaryFolder('broken');
  cpSync(dist, folder, { recursive: true });
  // A separate file name, because the browser caches the others permanently.
  const main = `assets/main-${name}.js`;
  const index = path.join(folder, 'index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replace(/assets\/index-[^"]+\.js/, main));
  writeFileSync(path.join(folder, main), program);
  return folder;
}

/** As on a phone without the worker: the page comes directly from the host. */
async function withoutWorker(of: Page): Promise<void> {
  await of.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
}

/**
 * Opens a page whose body has not arrived, with the check of the start running. Returns a function that releases the
 * body.
 */
async function openHead(on: Page): Promise<() => void> {
  const body = hold();
  host.holdBody(body.over);
  await on.goto(`${host.origin}/outbox`, { waitUntil: 'commit' });
  // The next script is requested as soon as the check has run, for which the parser waits.
  await expect.poll(() => on.evaluate(() => document.scripts.length)).toBe(2);
  expect(await on.evaluate(() => (document.body as HTMLElement | null) === null)).toBe(true);
  return body.letGo;
}

async function saved(of: Page): Promise<string> {
  const [download] = await Promise.all([
    of.waitForEvent('download'),
    of.getByRole('button', { name: text.found.save }).click(),
  ]);
  await of.getByText(text.found.saved).waitFor();
  return readFileSync(await download.path(), 'utf8');
}

beforeAll(async () => {
  host = await startStaticHost(dist);
  browser = await launchBrowser({ followsWorkers: true });
  const beaconStore = storeBeacons();
  const emulatedRadio = await emulateRadio(browser, beaconStore, {
    keepAliveOrigin: host.origin.replace('localhost', '127.0.0.1'),
  });
  sandbox = freshSandbox(host);
  page = await openPage(browser, emulatedRadio);
  // It runs like any clock until a test moves it forward.
  await page.clock.install();
  await connectAccount(page, { origin: host.origin, sandbox });
  await devicesRead(page);
  await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/update' } });
  const [good, cut] = [
    beaconNamed(RUN),
    beaconNamed(CUT, { faults: [{ name: 'drop', when: 'during', operation: 'write' }] }),
  ];
  await hangUp(emulatedRadio, beaconStore, good, cut);
  for (const [id, beacon] of [
    [RUN, good],
    [CUT, cut],
  ] as const) {
    await prepare(page, id, { interval: 1234 });
    await openRun(page, id);
    await runOnce(page, emulatedRadio, beacon.address);
  }
  await openOutbox(page);
  await importReceipts(page, sandbox, IMPORTED);
  expect((await storedRuns(page, CUT)).map(({ outcome }) => outcome)).toEqual([null]);
});
// No test here may change stored data, so all use the same phone.
beforeEach(async () => {
  host.serve(dist, 'notFound');
  await page.goto(`${host.origin}/outbox`);
  await page.locator('fk-app h1').first().waitFor();
});
afterAll(async () => {
  await browser.kill();
  await host.close();
});

const BROKEN = [
  ['empty', '', 'empty'],
  ['broken', 'export const = ;', 'threw'],
  ['throwing', 'throw new Error("a fault of the program");', 'threw'],
  ['in need of a file that is not there', 'import "./not-there-a1b2c3.js";', 'missing'],
] as const;

describe.each(sampled('broken bundles', BROKEN, 1))(
  'a start of the app with a program file that is %s',
  (_, program, why) => {
    it('leads to the rescue page, whose file contains everything and can be imported', async () => {
      const receipts = (await Promise.all([RUN, IMPORTED].map((id) => storedReceipts(page, id)))).flat();
      expect(receipts).toHaveLength(2);
      await withoutWorker(page);
      host.serve(withMain(why + program.length, program), 'notFound');
      // The browser reports everything before the check gives up waiting.
      await page.goto(`${host.origin}/outbox`, { waitUntil: 'load' });
      await page.clock.fastForward(10_500);
      await page.waitForURL('**/rescue.html*');
      await page.getByText(text.why[why]).waitFor();
      await page.getByText(text.found.of(2, 1)).waitFor();

      const file = await saved(page);
      const reading = readReceiptFile(file);
      if (!reading.ok) throw new Error(reading.problems.join('; '));
      expect(reading.problems).toEqual([]);
      expect(
        Object.fromEntries(reading.file.receipts.map(({ uniqueId, responseBase64 }) => [uniqueId, responseBase64])),
      ).toEqual(Object.fromEntries(receipts.map(({ uniqueId, responseBase64 }) => [uniqueId, responseBase64])));
      expect((JSON.parse(file) as { unfinishedRuns: Run[] }).unfinishedRuns.map(({ uniqueId }) => uniqueId)).toEqual([
        CUT,
      ]);

      // The next release is complete: loaded again from the rescue page, the app has all data.
      host.serve(dist, 'notFound');
      await page.getByRole('button', { name: text.next.reinstall }).click();
      await page.locator('fk-app h1').first().waitFor();
      for (const id of [RUN, IMPORTED]) expect(await storedReceipts(page, id)).toHaveLength(1);

      // Another phone with the same key imports the file.
      const context = await browser.browser.newContext();
      const other = await context.newPage();
      await connectAccount(other, { origin: host.origin, sandbox });
      await devicesRead(other);
      await openOutbox(other);
      await importText(other, file);
      await other.getByRole('button', { name: 'Import 2 receipts' }).click();
      for (const id of [RUN, IMPORTED]) await outboxEntries(other, id).first().waitFor();
      await context.close();
    });
  },
);

describe('the rescue page of an installed app', () => {
  it('opens without a network, and does not replace the stored program in that case', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await browser.context.setOffline(true);
    try {
      // As in a link of an e-mail.
      await page.goto(`${host.origin}/rescue.html?from=letter`);
      await page.getByText(text.found.of(2, 1)).waitFor();
      expect(readReceiptFile(await saved(page)).ok).toBe(true);
      await page.getByRole('button', { name: text.next.reinstall }).click();
      await page.getByText(text.noNetwork).waitFor();
      await page.getByRole('button', { name: text.next.reload }).click();
      await page.locator('fk-app h1').first().waitFor();
    } finally {
      await browser.context.setOffline(false);
    }
  });

  it('saves receipts that only the second copy contains, whatever other files exist', async () => {
    await page.evaluate(async (folder) => {
      // Not a name of an account, and sorted before the others.
      const files = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
      await files.getDirectoryHandle('%', { create: true });
      for (const { name } of await indexedDB.databases()) {
        const request = indexedDB.open(name!);
        const database = await new Promise<IDBDatabase>((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
        if (database.objectStoreNames.contains('receipts')) {
          const cleared = database.transaction('receipts', 'readwrite');
          cleared.objectStore('receipts').clear();
          await new Promise((resolve) => {
            cleared.oncomplete = resolve;
          });
        }
        database.close();
      }
    }, MIRROR_FOLDER);
    await page.goto(`${host.origin}/rescue.html`);
    await page.getByText(text.found.of(2, 1)).waitFor();
    await page.getByText(text.trouble).waitFor();
  });

  it('is not opened during a slow start', async () => {
    await withoutWorker(page);
    const slow = await browser.newPage();
    await slow.clock.install();
    await slow.route('**/assets/first-*.js', async (route) => {
      await slow.getByRole('link', { name: slowStart.open }).waitFor();
      await route.continue();
    });
    const arrive = await openHead(slow);
    await slow.clock.fastForward(10_500);
    arrive();
    await slow.locator('fk-app h1').first().waitFor();
    expect(await slow.getByRole('link', { name: slowStart.open }).count()).toBe(0);
  });

  it('can be opened after an error even when the page was not loaded completely', async () => {
    await withoutWorker(page);
    const slow = await browser.newPage();
    await slow.clock.install();
    const arrive = await openHead(slow);
    await slow.evaluate(() =>
      queueMicrotask(() => {
        throw new Error('gone wrong');
      }),
    );
    await slow.clock.fastForward(10_500);
    await slow.waitForURL('**/rescue.html#threw');
    arrive();
  });
});
