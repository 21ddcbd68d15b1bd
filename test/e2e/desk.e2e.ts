/**
 * The desk: the overview of a real list, figures that open their list, the palette, help without a network, and
 * navigation on a phone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { goTo, toDevices } from '../support/journey.ts';
import { shareBrowser, type SharedBrowser } from '../support/shared-browser.ts';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { helpStrings } from '../../src/ui/strings/help.ts';
import { overviewStrings as text } from '../../src/ui/strings/overview.ts';
import { paletteStrings } from '../../src/ui/strings/palette.ts';
import { placeStrings } from '../../src/ui/strings/places.ts';

describe('the app on a laptop', () => {
  let server: RunningServer;
  let browser: SharedBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await startAppServer();
    browser = await shareBrowser();
    page = await browser.newPage();
    await page.goto(server.origin);
    await page.getByRole('button', { name: welcomeStrings.practise }).click();
    await toDevices(page);
    await page.getByText(/^\d+ devices$/).waitFor();
    await goTo(page, '/overview?show=fleet');
    await page.locator('#models-bars').waitFor();
  });
  afterAll(async () => {
    await browser.giveBack();
    await server.close();
  });

  it('counts the loaded fleet, and each number opens its list', async () => {
    await page.getByText(text.asOf(254)).waitFor();
    const row = page.locator('#models-bars tbody tr').first();
    const model = (await row.locator('bdi').textContent())!;
    await row.getByRole('link').click();
    await page.waitForURL((url) => url.pathname === '/devices' && url.searchParams.get('model') === model);
    await goTo(page, '/overview');
  });

  it.each([
    ['the palette', 'Control+k', paletteStrings.label],
    ['the list of shortcuts', '?', paletteStrings.shortcuts.heading],
  ])('closes %s with Back and stays on the page', async (_what, keys, name) => {
    await goTo(page, '/devices');
    await page.keyboard.press(keys);
    const layer = page.getByRole('dialog', { name });
    await layer.waitFor();
    await page.evaluate(() => history.back());
    await layer.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/devices');
    await goTo(page, '/overview');
  });

  it('shows the overview first at the next start, from stored data, even without a network', async () => {
    await page.goto(server.origin);
    await page.waitForURL('**/overview');
    await page.locator('#tiles').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const port = Number(new URL(server.origin).port);
    await server.close();
    await page.context().setOffline(true);
    try {
      await page.reload();
      await page.locator('#tiles').waitFor();
      await page.getByText(text.asOf(254)).waitFor();
      await page.locator('fk-button[slot="help"]').click();
      await page.getByText(helpStrings.pages.overview.says[0]).waitFor();
      await page.keyboard.press('Escape');
    } finally {
      await page.context().setOffline(false);
      server = await startAppServer({ port });
    }
  });

  it('opens a beacon from anywhere by keyboard alone', async () => {
    await page.locator('main[aria-keyshortcuts]').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: paletteStrings.label }).waitFor();
    await page.keyboard.type('Kf7Qp2');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/devices/Kf7Qp2');
    await page.locator('fk-device-page [data-key="c"]').waitFor();
    await page.keyboard.press('c');
    await page.waitForURL('**/devices/Kf7Qp2/configure');
    await page.locator('fk-configure-page fk-button').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    await page.waitForURL('**/outbox');
  });

  it('has four links in the bar of a phone, and other pages under More with name and purpose', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.locator('fk-nav .bar a');
    await expect.poll(() => bar.count()).toBe(4);
    await page.locator('fk-nav .bar').getByRole('link', { name: placeStrings.names.more }).click();
    for (const place of ['telemetry', 'run', 'outbox', 'integrations'] as const) {
      const way = page.locator('#places').getByRole('link', { name: placeStrings.names[place] });
      expect(await way.textContent()).toContain(placeStrings.purposes[place]);
    }
    await page.locator('#places').getByRole('link', { name: placeStrings.names.integrations }).click();
    await page.waitForURL('**/streams');
  });
});
