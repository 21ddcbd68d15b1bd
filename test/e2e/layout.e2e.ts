/** Every page at twelve widths in three themes: nothing lies over anything else, no text is cut, nothing scrolls sideways. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { FILLED_PAGES, FIRST_PAGES, drawn, fillPractice } from '../support/filled-practice.ts';
import { goTo } from '../support/journey.ts';
import { measurePage } from '../support/measure-page.ts';

const WIDTHS = [320, 360, 390, 480, 600, 768, 899, 900, 1100, 1280, 1920, 2560] as const;
const THEMES = ['light', 'dark', 'sun'] as const;

describe('what is drawn', () => {
  let server: RunningServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await startAppServer();
    browser = await launchBrowser();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.kill();
    await server.close();
  });

  async function faultsOf(address: string): Promise<string[]> {
    await drawn(page);
    const found: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 900 ? 844 : 800 });
      for (const fault of await page.evaluate(measurePage, THEMES)) found.push(`${address} at ${width}: ${fault}`);
    }
    return found;
  }

  it('has its room before anybody is connected', async () => {
    const found: string[] = [];
    for (const address of FIRST_PAGES) {
      await page.goto(`${server.origin}${address}`);
      found.push(...(await faultsOf(address)));
    }
    expect(found).toEqual([]);
  });

  it('has its room on every page of a filled account', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await fillPractice(page, server.origin);
    const found: string[] = [];
    for (const address of FILLED_PAGES) {
      await goTo(page, address);
      found.push(...(await faultsOf(address)));
    }
    expect(found).toEqual([]);
  });
});
