/** Receipts leave one phone as a file and are posted by another, and are counted once. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import {
  FLEET_IDS,
  OWNER_KEY,
  connectAccount,
  counterWords,
  devicesRead,
  freshSandbox,
  openOutbox,
  outboxWords,
  receiptPosts,
  sendWhatWaits,
} from '../support/journey.ts';
import { importReceipts, importText } from '../support/receipts.ts';
import { toastAfter } from '../support/toasts.ts';
import { storedAccounts } from '../support/stored-rows.ts';

const [A, B] = FLEET_IDS as [string, string];

let server: RunningServer;
let sandbox: SandboxControl;
let browsers: TestBrowser[];
let first: Page;
let second: Page;
/** The file as the first phone wrote it. */
let file: string;

beforeAll(async () => {
  server = await startAppServer();
  sandbox = freshSandbox(server);
  browsers = [await launchBrowser({ followsWorkers: true }), await launchBrowser({ followsWorkers: true })];
  [first, second] = (await Promise.all(browsers.map(connected))) as [Page, Page];
});
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.kill()));
  await server.close();
});

async function connected(browser: TestBrowser): Promise<Page> {
  const page = await browser.newPage();
  await connectAccount(page, { origin: server.origin, sandbox, name: 'Site' });
  await devicesRead(page);
  await openOutbox(page);
  return page;
}

const soon = <T>(read: () => T) => expect.poll(read);
const onPost = { method: 'POST', path: '/device/update' } as const;

/** Gives the second phone the file of two receipts, and waits for this outcome. */
async function importFile(outcome: string): Promise<void> {
  await importText(second, file);
  await toastAfter(second, outcome, () =>
    second.getByRole('button', { name: 'Import 2 receipts', exact: true }).click(),
  );
}

describe('the transfer of receipts from one phone to another', () => {
  it('begins with a file from the first, offline phone, which contains no credential', async () => {
    await sandbox.setFaults({ name: 'offline', match: onPost });
    await importReceipts(first, sandbox, A, B);
    const download = first.waitForEvent('download');
    await first.getByText('Options', { exact: true }).press('Enter');
    // By key: the rows above grow when their first try fails, and a mouse then releases beside the button.
    await first.getByRole('button', { name: 'Export all', exact: true }).press('Enter');
    file = await readFile(await (await download).path(), 'utf8');
    await first.getByText('2 receipts exported as a file.').waitFor();
    const [account] = await storedAccounts(first);
    expect(JSON.parse(file)).toMatchObject({ accountId: account!.id, legacyBaseUrl: sandbox.legacyBaseUrl });
    expect(
      (JSON.parse(file) as { receipts: { uniqueId: string }[] }).receipts.map(({ uniqueId }) => uniqueId).toSorted(),
    ).toEqual([A, B].toSorted());
    expect(file).not.toContain(OWNER_KEY);
    expect(await counterWords(first)).toBe('2 receipts not delivered yet');
  });

  it('needs no confirmation for the same account, which is recognised by the mark of the key, and posts receipts once, however often they are imported', async () => {
    await importFile('2 receipts imported.');
    await importFile('0 receipts imported, 2 already here.');
    expect(await counterWords(second)).toBe('2 receipts not delivered yet');

    // Only the second phone is online; the first one waits for its own next attempt.
    await first.context().setOffline(true);
    await sandbox.setFaults();
    await sandbox.clearLog();
    await sendWhatWaits(second);
    for (const id of [A, B]) await soon(() => outboxWords(second, id)).toEqual(['Verified']);
    expect(await receiptPosts(sandbox)).toBe(2);

    await importFile('0 receipts imported, 2 already here.');
    expect(await counterWords(second)).toBe('Outbox, nothing to send');
  });

  it('causes only one change at the backend when the first phone posts the receipts later, where they are Verified too', async () => {
    await sandbox.setOptions({ repeatAnswer: 200 });
    await first.context().setOffline(false);
    for (const id of [A, B]) await soon(() => outboxWords(first, id)).toEqual(['Verified']);
    for (const device of Object.values(await sandbox.devices(A, B)))
      expect(device).toMatchObject({ stateChanges: 1, repeats: 1, pending: null });
    await sandbox.setOptions({ repeatAnswer: 204 });
  });
});
