/**
 * Receipts leave one phone as a file and are posted by another: confirmed, counted once, and a bad file destroys
 * nothing.
 */
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
  readable,
  receiptPosts,
  sendWhatWaits,
} from '../support/journey.ts';
import { importReceipts, importText, makeReceipt, receiptFile } from '../support/receipts.ts';
import { toastAfter } from '../support/toasts.ts';
import { sampled } from '../support/sampled.ts';
import { storedAccounts, storedReceipts } from '../support/stored-rows.ts';

const [A, B, WAITS, GOOD] = FLEET_IDS as [string, string, string, string];

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
    expect(await counterWords(first)).toBe('2 receipts to send');
  });

  it('needs a confirmation on the second phone before receipts are imported that may belong to another account', async () => {
    const unmarked = { ...(JSON.parse(file) as object), keyMark: null };
    await importText(second, JSON.stringify(unmarked));
    const dialog = second.locator('fk-outbox-page').locator('fk-confirm');
    await second.getByText('2 receipts in this file belong to another account.').waitFor();
    expect(await readable(dialog)).toContain(sandbox.legacyBaseUrl);
    await second.getByRole('button', { name: 'Do not import' }).click();
    expect(await storedReceipts(second, A)).toEqual([]);
  });

  it('needs none for the same account, which is recognised by the mark of the key, and posts receipts once, however often they are imported', async () => {
    await importFile('2 receipts imported.');
    await importFile('0 receipts imported, 2 already here.');
    expect(await counterWords(second)).toBe('2 receipts to send');

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

  it('leaves delivered receipts out of an export of all, which is reported', async () => {
    const download = first.waitForEvent('download');
    await first.getByRole('button', { name: 'Export all', exact: true }).click();
    expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toMatchObject({ receipts: [] });
    await first.getByText('0 receipts exported as a file.').waitFor();
  });
});

describe('a faulty file of receipts', () => {
  let here: string;
  let before: unknown;

  beforeAll(async () => {
    await sandbox.setFaults({ name: 'offline', match: onPost });
    await importReceipts(first, sandbox, WAITS);
    here = JSON.stringify((await storedAccounts(first))[0]!.id);
    before = identity(await storedReceipts(first, WAITS));
  });

  /** Returns the parts of a row that no import may change; attempts continue meanwhile. */
  function identity(rows: Awaited<ReturnType<typeof storedReceipts>>): unknown {
    return rows.map(({ id, responseBase64, updatedSeconds, state, uniqueId }) => ({
      id,
      responseBase64,
      updatedSeconds,
      state,
      uniqueId,
    }));
  }

  const wrap = (receipts: string, version = 1): string =>
    `{"format":"beacon-fieldkit-receipts","version":${version},"accountId":${here},"baseUrl":"https://x.example","legacyBaseUrl":"https://x.example","exportedAtMs":1,"receipts":${receipts}}`;

  const DAMAGED_FILES = [
    ['cut off in the middle', () => wrap('[{"uniqueId":"tB4'), /Line 1: this is not JSON/],
    ['empty', () => '', /this is not JSON/],
    ['a web page', () => '<!doctype html><script>alert(1)</script>', /this is not JSON/],
    ['of another program', () => '{"format":"something-else"}', /format: this is another kind of file/],
    ['of a later version', () => wrap('[]', 2), /version: this version of the file is not known/],
    ['without a list', () => wrap('{"__proto__":{"x":1}}'), /receipts: is not a list/],
    [
      'full of nonsense',
      () =>
        wrap(
          '[null,5,{"uniqueId":""},{"uniqueId":"<img src=x onerror=alert(1)>","deviceType":"BEACON","responseBase64":"%%%","updatedSeconds":-1}]',
        ),
      /receipts, no. 1: is not an object.*receipts, no. 3, uniqueId: is missing.*receipts, no. 4, responseBase64: is not Base64/s,
    ],
  ] as const;

  it.each(sampled('damaged files', DAMAGED_FILES, 3))('is refused with the reason: %s', async (_, text, reason) => {
    await importText(first, text());
    const notice = first.locator('fk-notice').filter({ hasText: 'Details' }).first();
    await first.getByText('This file has no receipts that can be imported.').waitFor();
    await soon(() => readable(notice)).toMatch(reason);
    expect(identity(await storedReceipts(first, WAITS))).toEqual(before);
    expect(await counterWords(first)).toBe('1 receipt to send');
  });

  it('is imported except its bad receipts, which are named', async () => {
    const [account] = await storedAccounts(first);
    const good = JSON.parse(receiptFile(account!, [await makeReceipt(sandbox, GOOD)])) as { receipts: unknown[] };
    await importText(first, JSON.stringify({ ...good, receipts: [...good.receipts, { uniqueId: 'zz99' }] }));
    await first.getByText('Some rows in the file are damaged and will be left out.').waitFor();
    await first.getByRole('button', { name: 'Import 1 receipt', exact: true }).click();
    await first.getByText('Some receipts in this file are damaged and were left out. The others are here.').waitFor();
    expect(await readable(first.locator('fk-notice').first())).toContain('receipts, no. 2, responseBase64: is missing');
    expect(await counterWords(first)).toBe('2 receipts to send');
  });

  it('does not prevent the delivery of waiting receipts', async () => {
    await sandbox.setFaults();
    await sendWhatWaits(first);
    for (const id of [WAITS, GOOD]) await soon(() => outboxWords(first, id)).toEqual(['Verified']);
    expect(await counterWords(first)).toBe('Outbox, nothing to send');
  });
});
