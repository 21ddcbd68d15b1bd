/**
 * Storage that fails while receipts are sent: a full disk, and site data that the browser clears while the app is open.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CDPSession, Page } from 'playwright-core';
import { noticeStrings } from '../../src/ui/strings/notices.ts';
import { outboxStrings } from '../../src/ui/strings/outbox.ts';
import type { AppServices } from '../../src/ui/shell/services.ts';
import type { BackendFault } from '../../src/sandbox/backend/faults.ts';
import type { SandboxControl } from '../support/app-server.ts';
import {
  FEW_WAITS,
  FLEET_IDS,
  beaconNamed,
  counterWords,
  hangUp,
  openOutbox,
  openRun,
  outboxWords,
  prepare,
  receiptPosts,
  runOnce,
  saveSettings,
} from '../support/journey.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { storedReceipts } from '../support/stored-rows.ts';

const { sender, lost, manyHere } = noticeStrings;

let stage: Stage;
let sandbox: SandboxControl;
let page: Page;
let devtools: CDPSession;
let used = 0;

beforeEach(async () => {
  stage = await openStage();
  ({ sandbox, page } = stage);
  devtools = await stage.browser.pageSession(page);
  await saveSettings(page, { ...FEW_WAITS, 'delivery.backoffMinMs': '100', 'delivery.backoffMaxMs': '1000' });
});
afterEach(() => stage.close());

const onPost = (fault: BackendFault): BackendFault => ({ ...fault, match: { method: 'POST', path: '/device/update' } });
const notice = (words: string) => page.locator('fk-shell-notices').getByText(words);
const sendNow = () => page.getByRole('button', { name: outboxStrings.sendNow, exact: true }).click();
const diagnostics = (): Promise<string> =>
  page.evaluate(() =>
    document.querySelector<HTMLElement & { services: AppServices }>('fk-app')!.services.diagnostics(),
  );

/** Leaves the receipt of a real run over the radio that the backend does not accept yet. */
async function receiptThatWaits(fault: BackendFault): Promise<string> {
  const id = FLEET_IDS[used++]!;
  const beacon = beaconNamed(id);
  await hangUp(stage.emulatedRadio, stage.beaconStore, beacon);
  await prepare(page, id, { interval: 1234 });
  await sandbox.setFaults(onPost(fault));
  await sandbox.clearLog();
  await openRun(page, id);
  await runOnce(page, stage.emulatedRadio, beacon.address);
  await openOutbox(page);
  await expect.poll(() => outboxWords(page, id)).toEqual(['Receipt saved']);
  return id;
}

async function deliveredOnce(id: string): Promise<void> {
  await expect.poll(() => outboxWords(page, id)).toEqual(['Verified']);
  await expect.poll(() => counterWords(page)).toBe('Outbox, nothing to send');
  expect((await sandbox.devices(id))[id]).toMatchObject({ pending: null, stateChanges: 1, values: { interval: 1234 } });
  expect(await storedReceipts(page, id)).toHaveLength(1);
}

const setQuota = async (quotaSize?: number): Promise<void> =>
  void (await devtools.send('Storage.overrideQuotaForOrigin', {
    origin: stage.server.origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  }));

/** Writes a row into a separate database of the app's origin, and returns the result. */
const writeSomething = (): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('probe', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
        opening.onerror = () => resolve(opening.error?.name ?? 'failed');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('rows', 'readwrite');
          writing.objectStore('rows').put('x'.repeat(1000), 1);
          writing.oncomplete = () => resolve('written');
          writing.onabort = () => resolve(writing.error?.name ?? 'aborted');
        };
      }),
  );

describe('a disk without free space', () => {
  it('is reported with a remedy after three failures in a row and listed in Diagnostics, and the receipts are sent once there is space', async () => {
    const id = await receiptThatWaits({ name: 'status', status: 503, retryAfter: 'none' });
    await setQuota(1);
    // Chromium checks the quota again only after some time.
    await expect.poll(writeSomething).toBe('QuotaExceededError');
    await sandbox.setFaults();
    const posts = await receiptPosts(sandbox);
    await expect
      .poll(async () => {
        await sendNow();
        await page.getByText(outboxStrings.actionFailed).waitFor();
        return notice(sender.storageFull).isVisible();
      })
      .toBe(true);
    expect(await diagnostics()).toMatch(
      /"kind":"error","word":"StorageError"[\s\S]*"kind":"queue","word":"storageFull"/,
    );
    // A receipt that cannot be marked as sent is not sent.
    expect(await receiptPosts(sandbox)).toBe(posts);
    expect(await counterWords(page)).not.toBe('Outbox, nothing to send');

    const download = page.waitForEvent('download');
    await page.locator('fk-shell-notices').getByRole('button', { name: manyHere.export }).click();
    expect((await download).suggestedFilename()).toContain('receipts');

    await setQuota();
    await sendNow();
    await deliveredOnce(id);
    await notice(sender.storageFull).waitFor({ state: 'detached' });
    expect(await diagnostics()).toMatch(/"kind":"queue","word":"goesOn"/);
  });
});

describe('site data that the browser clears during a post', () => {
  it.each([
    ['the database', 'indexeddb'],
    ['the database and the second copies', 'indexeddb,file_systems'],
  ])('are reported as lost, and the receipt is kept and delivered once: %s', async (_, storageTypes) => {
    const id = await receiptThatWaits({ name: 'hang', effect: false });
    await expect.poll(() => receiptPosts(sandbox)).toBeGreaterThan(0);
    await devtools.send('Storage.clearDataForOrigin', { origin: stage.server.origin, storageTypes });
    await notice(lost.emptied).waitFor();
    expect(await diagnostics()).toMatch(/"kind":"storage","word":"remarks"/);
    await sandbox.setFaults();
    await expect.poll(() => storedReceipts(page, id)).toHaveLength(1);
    await deliveredOnce(id);
  });
});
