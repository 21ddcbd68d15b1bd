/** What most end-to-end runs stand on: the app served, a browser, beacons in the air, and an account of the sandbox whose devices are read. */
import type { Page } from 'playwright-core';
import { type SandboxControl } from './app-server.ts';
import { inCare } from './in-care.ts';
import { connectAccount, devicesRead, freshSandbox, openPage } from './journey.ts';
import { lendBrowser, lendServer, type LentBrowser, type LentServer } from './lent.ts';
import { createShelf, openAir, type Air, type BeaconShelf } from './peripheral.ts';

export interface Stage {
  readonly server: LentServer;
  readonly browser: LentBrowser;
  readonly shelf: BeaconShelf;
  readonly air: Air;
  readonly sandbox: SandboxControl;
  readonly page: Page;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const server = await lendServer();
  const browser = await lendBrowser();
  const shelf = createShelf();
  const air = await openAir(browser, shelf, { keepAliveOrigin: server.otherOrigin });
  const sandbox = freshSandbox(server);
  const page = await openPage(browser, air);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  return {
    server,
    browser,
    shelf,
    air,
    sandbox,
    page,
    async close() {
      await browser.giveBack();
    },
  };
}

/** A second window of the app, which keeps the key while the first one is loaded anew. */
export async function openKeeper({ page, browser, air, server }: Stage): Promise<Page> {
  // The worker hands the key on.
  await inCare(page);
  const keeper = await openPage(browser, air);
  await keeper.goto(`${server.origin}/more`);
  await keeper.getByText('The key is in memory until you close the app.').waitFor();
  await page.bringToFront();
  return keeper;
}
