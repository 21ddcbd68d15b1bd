import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as Samples from '../support/sample-rows.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { sampled } from '../support/sampled.ts';
import { openSourceServer, type SourceServer } from '../support/source-server.ts';

/** Kept in the page between two calls of a test. */
interface KitWindow extends Window {
  kit: typeof Samples;
  storage: Awaited<ReturnType<typeof Samples.openSample>>;
}
declare const window: KitWindow;

const ACCOUNT = 'account-1';

const PAGE = `<!doctype html><title>storage</title><script type="module">import * as kit from '/test/support/sample-rows.ts'; window.kit = kit;</script>`;

let server: SourceServer;

beforeAll(async () => {
  server = await openSourceServer({ page: PAGE });
});
afterAll(() => server.close());

async function open(browser: TestBrowser): Promise<{ page: Page; remarks: readonly string[] }> {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/blank`);
  const remarks = await page.evaluate(async (account) => {
    window.storage = await window.kit.openSample(account);
    return window.storage.remarks.value;
  }, ACCOUNT);
  return { page, remarks };
}

const commit = (page: Page, id: string) =>
  page.evaluate(
    async ([account, id]) => void (await window.kit.commitSample(window.storage, account!, id!)),
    [ACCOUNT, id],
  );
const receipts = (page: Page) =>
  page.evaluate(async () =>
    (await window.storage.receipts.all()).map(
      ({ id, origin, mirrored }) => `${id} ${origin} ${mirrored ? 'two copies' : 'one copy'}`,
    ),
  );

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

describe.each(sampled('storage', ['leveldb', 'sqlite'] as const, 1))('the storage of the app on %s', (idb) => {
  let profile = '';
  let browser: TestBrowser;
  beforeEach(async () => {
    profile = temporaryFolder(`storage-${idb}`);
    browser = await launchBrowser({ profile, idb });
  });
  afterEach(async () => {
    await browser.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  });

  it('keeps both copies of every receipt through a SIGKILL right after each', async () => {
    for (const id of ['1', '2', '3']) {
      const { page, remarks } = await open(browser);
      expect(remarks).toEqual([]);
      await commit(page, id);
      await browser.kill();
      browser = await launchBrowser({ profile, idb });
    }
    const { page, remarks } = await open(browser);
    expect(remarks).toEqual([]);
    expect(await receipts(page)).toEqual(['rcp-1 run two copies', 'rcp-2 run two copies', 'rcp-3 run two copies']);
  });

  it('detects a database that was damaged on disk and restores every receipt from the second copies', async () => {
    const { page } = await open(browser);
    for (const id of ['1', '2']) await commit(page, id);
    await browser.close();
    const damaged = filesUnder(path.join(profile, 'Default')).filter((file) =>
      /indexeddb/i.test(path.relative(profile, file)),
    );
    expect(damaged.length).toBeGreaterThan(0);
    for (const file of damaged) writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5a));

    browser = await launchBrowser({ profile, idb });
    const after = await open(browser);
    expect(after.remarks).toEqual(['databaseEmptied', 'copiesRestored:2']);
    expect(await receipts(after.page)).toEqual(['rcp-1 mirror two copies', 'rcp-2 mirror two copies']);

    await commit(after.page, '3');
    await browser.kill();
    browser = await launchBrowser({ profile, idb });
    const later = await open(browser);
    // Reported until somebody has read it.
    expect(later.remarks).toEqual(['databaseEmptied', 'copiesRestored:2']);
    expect(await receipts(later.page)).toEqual([
      'rcp-1 mirror two copies',
      'rcp-2 mirror two copies',
      'rcp-3 run two copies',
    ]);
  });

  it('refuses to reserve without disk space, and still fills rows that were reserved before', async () => {
    const { page } = await open(browser);
    const session = await browser.pageSession(page);
    await page.evaluate(async (account) => {
      const { RESERVED, sampleReceipt, sampleRun } = window.kit;
      await window.storage.runs.begin(sampleRun('1'), sampleReceipt(account, '1', RESERVED));
      await window.storage.mirror!.reserve('rcp-1');
    }, ACCOUNT);
    expect(await page.evaluate(() => window.storage.tryRoom(1_000_000))).toBe('enough');
    const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: usage });
    expect(await page.evaluate(() => window.storage.tryRoom(1_000_000))).toBe('full');

    const outcome = await page.evaluate(async (account) => {
      const { sampleReceipt, sampleRun } = window.kit;
      const { mirror, runs } = window.storage;
      const codes: string[] = [];
      for (const id of ['a', 'b', 'c'])
        codes.push(
          await mirror!.reserve(id).then(
            () => 'reserved',
            (error: { code: string }) => error.code,
          ),
        );
      const receipt = sampleReceipt(account, '1', { responseBase64: btoa('x'.repeat(512)) });
      await runs.commitResponse(
        sampleRun('1', { step: 'receipt', outcome: { kind: 'receipt', receiptId: receipt.id } }),
        receipt,
        'used',
        { package: null, again: false },
      );
      await mirror!.write(receipt);
      const files = await mirror!.readAll();
      return { codes, copies: files.filter((file) => file.kind === 'receipt').length };
    }, ACCOUNT);
    // The first receipt may have received the space that was reserved in advance.
    expect(outcome).toEqual({ codes: [expect.stringMatching(/^(full|reserved)$/), 'full', 'full'], copies: 1 });
  });

  it('refuses photos where the next receipts would lack space, and stores every receipt afterwards', async () => {
    const { page } = await open(browser);
    const session = await browser.pageSession(page);
    const grant = async (bytes: number): Promise<void> => {
      const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
      await session.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: usage + bytes });
    };
    /** Adds photos until one is refused. Returns how many were stored before, and the reason. */
    const addPhotos = (first: number) =>
      page.evaluate(
        async ([account, from]) => {
          const photos = window.kit.createPhotoStore(account, window.storage.tryRoom);
          for (let at = from; ; at += 1) {
            const photo = { jobId: 'job', uniqueId: 'dev-1', addedAtMs: at, file: new Blob([new Uint8Array(400_000)]) };
            const code = await photos.put([photo]).then(
              () => null,
              (error: { code: string }) => error.code,
            );
            if (code !== null) return { stored: at - from, code };
          }
        },
        [ACCOUNT, first] as const,
      );

    await grant(20_000_000);
    const { stored, code } = await addPhotos(0);
    expect(code).toBe('full');
    expect(stored).toBeGreaterThan(0);
    await grant(4_500_000);
    expect(await addPhotos(1000)).toEqual({ stored: 0, code: 'full' });
    for (let id = 1; id <= 20; id += 1) await commit(page, String(id));
    expect(new Set((await receipts(page)).map((words) => words.replace(/^rcp-\d+ /, '')))).toEqual(
      new Set(['run two copies']),
    );
    const count = (account: string) => window.kit.createPhotoStore(account, window.storage.tryRoom).count();
    expect(await page.evaluate(count, ACCOUNT)).toBe(stored);
  });

  it('restores the receipts from their second copies at once when the browser empties the database of the open app', async () => {
    const { page } = await open(browser);
    await commit(page, '1');
    const session = await browser.pageSession(page);
    const writing = page.evaluate(async () => {
      let written = 0;
      for (let round = 0; round < 200; round += 1) {
        await window.storage.queue.setPause({ reason: 'key', atMs: round });
        written += 1;
      }
      return written;
    });
    await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: 'indexeddb' });
    expect(await writing).toBe(200);
    await expect.poll(() => receipts(page)).toEqual(['rcp-1 mirror two copies']);
    await commit(page, '2');
    await expect
      .poll(() => page.evaluate(() => window.storage.remarks.value))
      .toEqual(expect.arrayContaining(['databaseEmptied', 'copiesRestored:1']));
    await page.close();
    const after = await open(browser);
    expect(after.remarks).toEqual(['databaseEmptied', 'copiesRestored:1']);
    expect(await receipts(after.page)).toEqual(
      expect.arrayContaining(['rcp-1 mirror two copies', 'rcp-2 run two copies']),
    );
  });
});
