/** How much text is in view at once on a phone, on every page, in practice. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { FILLED_PAGES, drawn, fillPractice } from '../support/filled-practice.ts';
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

/** Where less than 100 is shown today, or more. */
/** The name of one practice device has about 50 words, which are not the app's; where it is heard last, it is shown. */
const LONG_NAME = /Behind the third ceiling panel .*? ask the porter/g;

const MOST: Readonly<Record<string, number>> = {
  '/overview': 90,
  '/jobs/north-wing/run?beacon=Kf7Qp2': 60,
};

it.each(['/connect', ...FILLED_PAGES].map((address) => [address, MOST[address] ?? 100] as const))(
  'the page %s shows at most %i words at once',
  async (address, most) => {
    await goTo(page, address);
    await drawn(page);
    const words = await page.locator('fk-app').evaluate(wordsInView);
    const own = words.join(' ').replaceAll(LONG_NAME, '').split(' ');
    expect(own.length, words.join(' ')).toBeGreaterThan(10);
    expect(own.length, words.join(' ')).toBeLessThanOrEqual(most);
  },
);
