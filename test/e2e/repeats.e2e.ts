/**
 * Chromium repeats a post when a kept-alive connection drops: two posts at the server, one in the page, and the true
 * result for each call that acts only once.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type SandboxControl } from '../support/app-server.ts';
import { callsOf, soon } from '../support/devices-place.ts';
import {
  FLEET_IDS,
  connectAccount,
  devicesRead,
  freshSandbox,
  openOutbox,
  outboxEntries,
  outboxWords,
  readable,
} from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { importReceipts } from '../support/receipts.ts';
import { sampled } from '../support/sampled.ts';

let server: SharedServer;
let browser: SharedBrowser;
let sandbox: SandboxControl;
let page: Page;
const made: string[] = [];
const ids = [...FLEET_IDS];

beforeAll(async () => {
  server = await shareServer();
  browser = await shareBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  page.on(
    'request',
    (request) =>
      void (request.method() === 'POST' && made.push(new URL(request.url()).pathname.replace(/^.*\/legacy/, ''))),
  );
  await connectAccount(page, { origin: server.origin, sandbox, name: 'North Wing' });
  await devicesRead(page);
});
afterAll(async () => {
  await browser.giveBack();
});
beforeEach(async () => {
  await sandbox.setFaults();
  await sandbox.setOptions({ repeatAnswer: 204 });
});

/**
 * The next post to the path takes effect and its connection drops; the browser's repeat is answered with the status.
 */
async function dropNext(path: string, status: number): Promise<void> {
  const match = { method: 'POST', path };
  await sandbox.setFaults({ name: 'dropped', match, times: 1 }, { name: 'status', status, match, times: 1 });
  await sandbox.clearLog();
  made.length = 0;
  // The browser repeats only on a connection that was used before.
  await page.evaluate(async (base) => {
    const request = () =>
      fetch(`${base}/device`, { credentials: 'omit', cache: 'no-store' }).then(
        (answer) => answer.text(),
        () => '',
      );
    await Promise.all(Array.from({ length: 6 }, request));
  }, sandbox.legacyBaseUrl);
}

/** Sends one post from the page, which the server receives twice: the first took effect, the second was refused. */
async function twice(path: string, status: number): Promise<void> {
  expect(made.filter((one) => one === path)).toHaveLength(1);
  expect((await callsOf(sandbox, 'POST', path)).map(({ outcome }) => outcome)).toEqual(['dropped', status]);
}

describe('the app, when the browser itself has repeated a post,', () => {
  it.each(sampled('repeated receipts', [404, 409, 422], 1))(
    'shows a receipt as refused when its repeat is refused with %i, and the device shows the values',
    async (status) => {
      const id = ids.shift()!;
      await openOutbox(page);
      await dropNext('/device/update', status);
      await importReceipts(page, sandbox, id);
      await soon(async () => readable(outboxEntries(page, id))).toContain(
        'Refused by the backend, but the device shows these values.',
      );
      await twice('/device/update', status);
      expect((await sandbox.devices(id))[id]).toMatchObject({ stateChanges: 1, pending: null });
      await sandbox.setFaults();
      await outboxEntries(page, id)
        .getByRole('button', { name: /^Send again/ })
        .click();
      await soon(() => outboxWords(page, id)).toEqual(['Verified']);
    },
  );
});
