/**
 * An app that is never reloaded finds a newer version: it checks when it becomes visible and every hour, and never
 * applies one on its own.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { sampled } from '../support/sampled.ts';
import { startStaticHost, type StaticHost } from '../support/static-host.ts';
import { variant } from '../support/variants.ts';

let browser: TestBrowser;
let built: { readonly one: string; readonly two: string; readonly narrow: string };

beforeAll(async () => {
  built = { one: await variant('one'), two: await variant('two'), narrow: await variant('narrow') };
  browser = await launchBrowser();
});
afterAll(() => browser.kill());

async function installed(): Promise<{ page: Page; host: StaticHost }> {
  const host = await startStaticHost(built.one);
  const page = await browser.newPage();
  await page.clock.install();
  await page.goto(host.origin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    Object.assign(globalThis, { stillHere: true });
  });
  return { page, host };
}
const offered = (page: Page): Promise<void> => page.getByText('A new version is ready.').first().waitFor();
const stillHere = (page: Page): Promise<boolean> => page.evaluate(() => 'stillHere' in globalThis);

describe('a newer version of the app', () => {
  const MOMENTS = [
    [
      'when the app comes into sight',
      (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    ],
    ['after an hour', (page: Page) => page.clock.fastForward('01:00:01')],
  ] as const;

  it.each(sampled('looks', MOMENTS, 1))('is found %s', async (_, happen) => {
    const { page, host } = await installed();
    try {
      host.serve(built.two, 'notFound');
      await happen(page);
      await offered(page);
      expect(await stillHere(page)).toBe(true);
    } finally {
      await page.close();
      await host.close();
    }
  });

  it('is found when only the Content Security Policy has changed', async () => {
    const { page, host } = await installed();
    try {
      host.serve(built.narrow, 'notFound');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await offered(page);
      await page.getByRole('button', { name: 'Update now' }).first().click();
      await expect.poll(() => stillHere(page).catch(() => true)).toBe(false);
      await page.locator('fk-app h1').first().waitFor();
      // The installed page keeps the narrower policy, whatever headers were stored with it.
      const reached = await page.evaluate(
        () =>
          new Promise((resolve) => {
            document.addEventListener(
              'securitypolicyviolation',
              ({ effectiveDirective }) => resolve(effectiveDirective),
              { once: true },
            );
            fetch('https://elsewhere.example/').then(
              () => resolve('reached'),
              () => undefined,
            );
          }),
      );
      expect(reached).toBe('connect-src');
    } finally {
      await page.close();
      await host.close();
    }
  });
});
