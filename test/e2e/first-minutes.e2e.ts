/**
 * A newcomer's first five minutes: from the first load to the first Verified, tap by tap, then with a link that drops.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { runEnded, trackTo, trackWords } from '../support/journey.ts';
import { shareBrowser, type SharedBrowser } from '../support/shared-browser.ts';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { guideStrings as text } from '../../src/ui/strings/guide.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';

const PHONE = { width: 390, height: 844 };
const MAX_TAPS = 6;

it('the first screen is not replaced by the app during a press', async () => {
  const server = await startAppServer();
  const browser = await shareBrowser();
  try {
    const page = await browser.newPage();
    // The finger comes down when the app stands behind the welcome page, and goes up once the app has drawn its page.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const app = document.querySelector('fk-app');
        if (app === null) return;
        observer.disconnect();
        document.querySelector('fk-first-screen')!.dispatchEvent(new PointerEvent('pointerdown'));
        app.addEventListener('fk-page-shown', () => (document.documentElement.dataset['shown'] = 'yes'));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(server.origin);
    await page.locator('html[data-shown]').waitFor({ state: 'attached' });
    await page.locator('fk-first-screen').getByRole('button', { name: welcomeStrings.practise }).click();
    await page.waitForURL('**/practice');
    await page.locator('fk-app fk-guide-page').waitFor();
    expect(await page.locator('fk-first-screen').count()).toBe(0);
  } finally {
    await browser.giveBack();
    await server.close();
  }
});

describe('the first five minutes on a phone', () => {
  let server: RunningServer;
  let browser: SharedBrowser;
  let page: Page;
  let taps = 0;

  beforeAll(async () => {
    server = await startAppServer();
    browser = await shareBrowser();
    page = await browser.newPage();
    await page.setViewportSize(PHONE);
  });
  afterAll(async () => {
    await browser.giveBack();
    await server.close();
  });

  /** Returns the position once it is stable: the welcome page is drawn again when the app has loaded. */
  async function boxOf(target: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
    for (;;) {
      await target.waitFor();
      const [before, after] = [await target.boundingBox(), await target.boundingBox()];
      if (before !== null && after !== null && before.y === after.y) return after;
    }
  }

  /** Taps an element that is entirely in view, without scrolling. */
  async function tap(target: Locator): Promise<void> {
    const box = await boxOf(target);
    expect(box.y, 'above the screen').toBeGreaterThanOrEqual(0);
    expect(box.y + box.height, 'below the screen').toBeLessThanOrEqual(PHONE.height);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    taps += 1;
  }

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true });

  it('reaches Verified from the first load in a few taps, without a key and without scrolling', async () => {
    await page.goto(server.origin);
    await tap(button(welcomeStrings.practise));
    await tap(page.locator('fk-guide-page label').filter({ hasText: text.ranges.near }));
    await tap(button(text.steps.prepare));
    await tap(link(text.write));
    await tap(button(runActionWords.connect));
    await tap(page.locator('practice-chooser .beacon').first());
    await runEnded(page);
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
    process.stdout.write(`\nFirst load to first Verified: ${taps} taps, 0 keys, 0 scrolls (at most ${MAX_TAPS})\n`);
    expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  });
});
