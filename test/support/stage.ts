/**
 * The setup of most end-to-end runs: the served app, a browser, beacons in range, and an account of the sandbox whose
 * devices are read.
 */
import type { Page } from 'playwright-core';
import { type SandboxControl } from './app-server.ts';
import { inCare } from './in-care.ts';
import { connectAccount, devicesRead, freshSandbox, openPage } from './journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from './shared-browser.ts';
import { storeBeacons, emulateRadio, type EmulatedRadio, type BeaconStore } from './peripheral.ts';

export interface Stage {
  readonly server: SharedServer;
  readonly browser: SharedBrowser;
  readonly beaconStore: BeaconStore;
  readonly emulatedRadio: EmulatedRadio;
  readonly sandbox: SandboxControl;
  readonly page: Page;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const server = await shareServer();
  const browser = await shareBrowser();
  const beaconStore = storeBeacons();
  const emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: server.otherOrigin });
  const sandbox = freshSandbox(server);
  const page = await openPage(browser, emulatedRadio);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  return {
    server,
    browser,
    beaconStore,
    emulatedRadio,
    sandbox,
    page,
    async close() {
      await browser.giveBack();
    },
  };
}

/** Opens a second window of the app, which keeps the key while the first one is reloaded. */
export async function openKeeper({ page, browser, emulatedRadio, server }: Stage): Promise<Page> {
  // The worker passes the key on.
  await inCare(page);
  const keeper = await openPage(browser, emulatedRadio);
  await keeper.goto(`${server.origin}/more`);
  await keeper.getByText('The key is in memory until you close the app.').waitFor();
  await page.bringToFront();
  return keeper;
}
