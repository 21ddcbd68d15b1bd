/** Two windows of one profile have one radio, one sender and one key; the worker may send too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { Receipt } from '../../src/domain/receipt.ts';
import { failureWords } from '../../src/ui/strings/failures.ts';
import { startAppServer, type SandboxControl } from '../support/app-server.ts';
import { ENDLESS_WORK, WAITS_FOR_WORK, endWork } from '../support/endless-work.ts';
import { hold } from '../support/hold.ts';
import { inCare } from '../support/in-care.ts';
import {
  FLEET_IDS,
  beaconNamed,
  connectAccount,
  counterWords,
  devicesRead,
  freshSandbox,
  giveKey,
  goTo,
  hangUp,
  openOutbox,
  openPage,
  openRun,
  outboxWords,
  prepare,
  readable,
  receiptPosts,
  runEnded,
  saveSettings,
  sendWhatWaits,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import type { SharedBrowser, SharedServer } from '../support/shared-browser.ts';
import type { EmulatedRadio, BeaconStore } from '../support/peripheral.ts';
import { importReceipts } from '../support/receipts.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { storedReceipts } from '../support/stored-rows.ts';
import { workerEvents } from '../support/worker-events.ts';

const [SLOW, OTHER, ONE, SLOWLY, SIGNED_OUT, BY_WORKER] = FLEET_IDS as [string, string, string, string, string, string];

let stage: Stage;
let server: SharedServer;
let browser: SharedBrowser;
let beaconStore: BeaconStore;
let emulatedRadio: EmulatedRadio;
let sandbox: SandboxControl;
let first: Page;
let second: Page;

beforeAll(async () => {
  stage = await openStage();
  ({ server, browser, beaconStore, emulatedRadio, sandbox, page: first } = stage);
  second = await openPage(browser, emulatedRadio);
});
afterAll(() => stage.close());

const soon = <T>(read: () => T) => expect.poll(read);
const onPost = { method: 'POST', path: '/device/update' } as const;

describe('two windows of one account', () => {
  it('share the key by message, so that the second one does not ask for the key', async () => {
    await second.goto(`${server.origin}/outbox`);
    await second.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
    await soon(() => second.getByText(/Enter key/).count()).toBe(0);
    await importReceipts(second, sandbox, ONE);
    await soon(() => outboxWords(second, ONE)).toEqual(['Verified']);
    // Changes of one window appear in the other.
    await openOutbox(first);
    await soon(() => outboxWords(first, ONE)).toEqual(['Verified']);
  });

  it('share Bluetooth: during a run of one window, the other offers neither that run nor another one', async () => {
    await saveSettings(first, WAITS_FOR_WORK);
    const slow = beaconNamed(SLOW, ENDLESS_WORK);
    const other = beaconNamed(OTHER);
    await hangUp(emulatedRadio, beaconStore, slow, other);
    await prepare(first, OTHER, { interval: 1234 });
    await prepare(first, SLOW, { interval: 1234 });
    await openRun(first, SLOW);
    emulatedRadio.hand = { pick: slow.address };
    await first.bringToFront();
    await first.getByRole('button', { name: 'Connect', exact: true }).click();
    await soon(() => emulatedRadio.counts(slow.address).write).toBe(1);

    await second.bringToFront();
    await goTo(second, '/run');
    await second.getByText('Running in another window').first().waitFor();
    expect(await second.getByRole('link', { name: /Continue/ }).count()).toBe(0);
    await openRun(second, SLOW);
    await second.getByText('This beacon is being configured in another window. Continue there.').waitFor();
    expect(await second.getByRole('button', { name: /connect/i }).count()).toBe(0);

    await openRun(second, OTHER);
    emulatedRadio.hand = { pick: other.address };
    await second.getByRole('button', { name: 'Connect', exact: true }).click();
    expect((await runEnded(second)).says).toBe(
      'Another window of this app is using Bluetooth. Finish there first. Nothing was written.',
    );
    expect(emulatedRadio.counts(other.address)).toMatchObject({ connect: 0, write: 0 });

    await first.bringToFront();
    endWork(beaconStore, slow);
    await runEnded(first);
    await soon(() => trackWords(first)).toEqual(trackTo('Verified'));
    await second.bringToFront();
    await openRun(second, SLOW);
    await soon(() => trackWords(second)).toEqual(trackTo('Verified'));
    expect(emulatedRadio.counts(slow.address)).toMatchObject({ connect: 1, write: 1, readResponse: 1 });
  });

  it('have one sender: both are asked to send, and one does', async () => {
    await Promise.all([goTo(first, '/outbox'), goTo(second, '/outbox')]);
    await sandbox.clearLog();
    await sandbox.setFaults({ name: 'slow', ms: 4000, match: onPost });
    await importReceipts(first, sandbox, SLOWLY);
    await second.getByText('Sending now').waitFor();
    await second.getByRole('button', { name: 'Try now' }).waitFor({ state: 'hidden' });
    await sendWhatWaits(second);
    await soon(() => outboxWords(second, SLOWLY)).toEqual(['Verified']);
    await soon(() => outboxWords(first, SLOWLY)).toEqual(['Verified']);
    expect(await receiptPosts(sandbox)).toBe(1);
    expect((await sandbox.devices(SLOWLY))[SLOWLY]).toMatchObject({ posts: 1, stateChanges: 1 });
    await sandbox.setFaults();
  });

  it('are both signed out: the other window is locked at once, keeps its receipts, and shows and sends nothing without the key', async () => {
    await sandbox.setFaults({ name: 'status', status: 503, match: onPost });
    await importReceipts(second, sandbox, SIGNED_OUT);
    await soon(() => receiptPosts(sandbox)).toBeGreaterThan(1);
    await goTo(first, '/more');
    await first.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await first.getByText('1 receipt not delivered', { exact: true }).waitFor();
    await first.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await first.getByRole('link', { name: 'Connect your account' }).waitFor();

    await second.getByText(/is locked on this laptop/).waitFor();
    await soon(() => counterWords(second)).toBe('1 receipt waits for your key');
    expect(await readable(second.locator('fk-app'))).not.toContain(SIGNED_OUT);
    await sandbox.setFaults();
    await sandbox.clearLog();
    expect(await receiptPosts(sandbox)).toBe(0);
    expect(await storedReceipts(second, SIGNED_OUT)).toMatchObject([{ state: 'waiting' }]);

    // In the first window, returning to the account requires the key too.
    await first.getByRole('button', { name: /^Continue with/ }).click();
    await first.getByLabel('API key', { exact: true }).fill('somebody-elses');
    await first.getByRole('button', { name: 'Use this key' }).click();
    await first.getByRole('button', { name: /^A new key for/ }).click();
    await first.getByText('The backend does not accept this key, so nothing was opened.').waitFor();
    expect(await first.getByRole('link', { name: 'Devices' }).count()).toBe(0);
    expect(await receiptPosts(sandbox)).toBe(0);

    await giveKey(second);
    await openOutbox(second);
    await soon(() => outboxWords(second, SIGNED_OUT)).toEqual(['Verified']);
    expect((await sandbox.devices(SIGNED_OUT))[SIGNED_OUT]).toMatchObject({ stateChanges: 1 });
  });
});

describe('a window whose page was loading when the first worker took over', () => {
  it('receives the key from the other window too', async () => {
    const fresh = await startAppServer();
    const [old, young] = [await openPage(browser, emulatedRadio), await openPage(browser, emulatedRadio)];
    let isRequested = false;
    const answer = hold();
    await young.route(`${fresh.origin}/outbox`, async (route) => {
      isRequested = true;
      await answer.over;
      await route.continue();
    });
    const opened = young.goto(`${fresh.origin}/outbox`);
    await soon(() => isRequested).toBe(true);
    await connectAccount(old, { origin: fresh.origin, sandbox: freshSandbox(fresh) });
    await inCare(old);
    answer.letGo();
    await opened;
    await young.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
    await soon(() => young.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await soon(() => young.getByText(/Enter key/).count()).toBe(0);
    await Promise.all([old.close(), young.close()]);
    await fresh.close();
  });
});

interface SyncedWorker {
  synced?: Promise<unknown>;
}

describe('an event of Background Sync', () => {
  it('makes the worker send with the key of a window, and leaves the queue unchanged without one', async () => {
    const page = await openPage(browser, emulatedRadio);
    await Promise.all([first.close(), second.close()]);
    sandbox = freshSandbox(server);
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    // From here on, the page itself would wait for minutes.
    await saveSettings(page, { 'delivery.backoffMaxMs': '600000', 'delivery.backoffMinMs': '600000' });
    await openOutbox(page);
    await sandbox.setFaults({ name: 'captivePortal', match: onPost });
    await importReceipts(page, sandbox, BY_WORKER);
    await soon(() => readable(page.locator('fk-outbox-item').first())).toContain(failureWords.portal.says);
    const wake = await worker(page);
    await page.reload();
    await page.getByText('1 receipt waits for your key.').first().waitFor();
    // Only now: the page may try twice right after an import, and the browser may fire a sync event by itself. Both
    // could have sent the receipt with the key of the page.
    await sandbox.setFaults();
    await sandbox.clearLog();
    const before = await storedReceipts(page, BY_WORKER);
    await wake();
    expect(await receiptPosts(sandbox)).toBe(0);
    expect(await storedReceipts(page, BY_WORKER)).toEqual(before);

    // The page gets its key while the backend is unavailable again; the worker sends when it is back.
    await sandbox.setFaults({ name: 'captivePortal', match: onPost });
    await giveKey(page);
    await soon(async () => {
      const [{ tries, inFlightSinceMs }] = (await storedReceipts(page, BY_WORKER)) as [Receipt];
      return tries > before[0]!.tries && inFlightSinceMs === null;
    }).toBe(true);
    await sandbox.setFaults();
    await wake();
    await soon(() => outboxWords(page, BY_WORKER)).toEqual(['Verified']);
    expect((await sandbox.devices(BY_WORKER))[BY_WORKER]).toMatchObject({ stateChanges: 1, posts: 1 });
  });

  /** Fires the sync event as the browser does when the network is back; resolves when the worker has handled it. */
  async function worker(page: Page): Promise<() => Promise<void>> {
    const script = browser.context.serviceWorkers().find((one) => one.url() === `${server.origin}/sw.js`)!;
    await script.evaluate(() => {
      const { prototype } = (
        globalThis as unknown as {
          ExtendableEvent: { prototype: { readonly type: string; waitUntil(work: Promise<unknown>): void } };
        }
      ).ExtendableEvent;
      const { waitUntil } = prototype;
      prototype.waitUntil = function (work) {
        if (this.type === 'sync') (globalThis as SyncedWorker).synced = work;
        waitUntil.call(this, work);
      };
    });
    const events = await workerEvents(browser, page, server.origin);
    return async () => {
      await events.sync();
      await expect.poll(() => script.evaluate(() => 'synced' in globalThis)).toBe(true);
      await script.evaluate(async () => {
        await (globalThis as SyncedWorker).synced;
        delete (globalThis as SyncedWorker).synced;
      });
    };
  }
});
