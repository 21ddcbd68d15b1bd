/** The next start of the app on a laptop, without a network. */
import { afterAll, it } from 'vitest';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { toDevices } from '../support/journey.ts';
import { shareBrowser, type SharedBrowser } from '../support/shared-browser.ts';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { helpStrings } from '../../src/ui/strings/help.ts';
import { overviewStrings as text } from '../../src/ui/strings/overview.ts';

let server: RunningServer;
let browser: SharedBrowser;
afterAll(async () => {
  await browser?.giveBack();
  await server?.close().catch(() => undefined);
});

it('the app shows the overview first at the next start, from stored data, even without a network', async () => {
  server = await startAppServer();
  browser = await shareBrowser();
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.getByRole('button', { name: welcomeStrings.practise }).click();
  await toDevices(page);
  await page.getByText(/^\d+ devices$/).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await server.close();
  await page.context().setOffline(true);
  await page.goto(server.origin);
  await page.waitForURL('**/overview');
  await page.getByText(text.asOf(254)).waitFor();
  await page.locator('fk-button[slot="help"]').click();
  await page.getByText(helpStrings.pages.overview.says[0]).waitFor();
});
