/** How much text is in view at once on a phone, on the pages of an installer's day, in practice. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { drawn, fillPractice } from '../support/filled-practice.ts';
import { goTo } from '../support/journey.ts';
import { wordsInView } from '../support/words-in-view.ts';

const PHONE = { width: 390, height: 844 };
let server: RunningServer;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  server = await startAppServer();
  browser = await launchBrowser();
  page = await browser.newPage();
  await fillPractice(page, server.origin);
  await page.setViewportSize(PHONE);
});
afterAll(async () => {
  await browser.kill();
  await server.close();
});

it.each<readonly [string, number]>([
  ['/overview', 90],
  ['/connect', 110],
  ['/more', 120],
  ['/devices/tB4x/configure', 100],
  ['/configure', 100],
  ['/packages', 100],
  ['/withdraw', 100],
  ['/jobs/north-wing/run?beacon=m3Rw', 60],
])('%s shows at most %i words at once', async (address, most) => {
  await goTo(page, address);
  await drawn(page);
  const words = await page.locator('fk-app').evaluate(wordsInView);
  expect(words.length, words.join(' ')).toBeGreaterThan(10);
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(most);
});
