/**
 * The browser's own password manager, in a browser with windows, offers to save neither the Api-Key, nor the
 * passphrase, nor a stream's secret.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { OWNER_KEY, connectAccount, devicesRead, freshSandbox, goTo } from '../support/journey.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { openDisplay, type Display } from '../support/display.ts';
import { findProgram } from '../support/programs.mjs';
import { CLOUD, CLOUD_SECRETS, chooseKind, fillStream, streamButton } from '../support/stream-journey.ts';
import { streamStrings } from '../../src/ui/strings/streams.ts';

const PASSPHRASE = 'ladder cellar lamp 7';
const CONTROL = 'control-secret-4711';

let display: Display;
let server: RunningServer;
let browser: TestBrowser;
const profile = temporaryFolder('password-manager');

beforeAll(async () => {
  display = await openDisplay();
  server = await startAppServer();
  browser = await launchBrowser({ profile, display: display.name, flags: ['--password-store=basic'] });
});
afterAll(async () => {
  await browser.kill();
  await server.close();
  await display.close();
});

/** Returns the log of the password manager. */
function log(internals: Page): Promise<string> {
  return internals.evaluate(() => document.body.textContent ?? '');
}

/** Returns files of the profile that contain the text, as bytes or in UTF-16. */
function filesWith(text: string): string[] {
  const [narrow, wide] = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  return readdirSync(profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return bytes.includes(narrow) || bytes.includes(wide);
    });
}

const needsDisplay = it.skipIf(findProgram('xvfb') === null);
needsDisplay('asks nothing about what the app takes, and asks about a page that has a password field', async () => {
  const internals = await browser.newPage();
  await internals.goto('chrome://password-manager-internals');
  await internals.getByText('Captured password manager logs').first().waitFor();

  const page = await browser.newPage();
  const sandbox = freshSandbox(server);
  await connectAccount(page, { origin: server.origin, sandbox, passphrase: PASSPHRASE });
  await devicesRead(page);
  await goTo(page, '/streams');
  await streamButton(page, streamStrings.steps.create).click();
  await chooseKind(page, 'cloudStream');
  await fillStream(page, { ...CLOUD, ...CLOUD_SECRETS });
  await page.getByRole('button', { name: streamStrings.createAction, exact: true }).click();
  await page.getByText(streamStrings.standingText.paused).waitFor();
  // The manager decides about a document when the next one is opened.
  await page.goto(`${server.origin}/devices`);
  await page.locator('fk-app h1').waitFor();
  await expect.poll(() => log(internals)).toContain('SendPasswordForms');
  const messages = await log(internals);

  // In the same browser, a page with an ordinary form: the manager works, and asks.
  await page.route('**/control', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<form action="/controlled" method="post"><input name="user" autocomplete="username"><input name="password" type="password"><button>Go</button></form>',
    }),
  );
  await page.route('**/controlled', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>In</h1>' }));
  await page.goto(`${server.otherOrigin}/control`);
  await page.locator('[name=user]').pressSequentially('anna');
  await page.locator('[name=password]').pressSequentially(CONTROL);
  await page.getByRole('button', { name: 'Go' }).click();
  await page.getByRole('heading', { name: 'In' }).waitFor();
  await expect.poll(() => log(internals)).toMatch(/ASK the user|Show password prompt/i);

  expect(messages).not.toMatch(/ASK the user|Show password prompt|provisionally sav/i);
  await browser.close();
  for (const secret of [OWNER_KEY, PASSPHRASE, ...Object.values(CLOUD_SECRETS)]) expect(filesWith(secret)).toEqual([]);
});
