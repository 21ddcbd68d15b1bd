/** A command in the built app: downloaded in advance, and written offline after a cold start. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  sandboxControl,
  startAppServer,
  startSandboxServer,
  type RunningServer,
  type SandboxControl,
} from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { callsOf, openDevicePage, shown, soon } from '../support/devices-place.ts';
import {
  FLEET_IDS,
  beaconNamed,
  connectAccount,
  counterWords,
  devicesRead,
  giveKey,
  goTo,
  hangUp,
  openDevice,
  openPage,
  readable,
} from '../support/journey.ts';
import { storeBeacons, emulateRadio, type EmulatedRadio } from '../support/peripheral.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { storedRuns } from '../support/stored-rows.ts';

const profile = temporaryFolder('profile');
const beaconStore = storeBeacons();
let server: RunningServer;
/** Keeps a page of another origin open, which the emulated radio needs. */
let elsewhere: RunningServer;
let backend: RunningServer;
let sandbox: SandboxControl;
let browser: TestBrowser;
let emulatedRadio: EmulatedRadio;
let page: Page;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const restart = () => page.getByRole('link', { name: /^Restart/ });

/** Starts a browser on the same profile: the first one, or a cold start after `browser` was closed. */
async function start(): Promise<void> {
  browser = await launchBrowser({ profile, followsWorkers: true });
  emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: elsewhere.origin });
  page = await openPage(browser, emulatedRadio);
}

beforeAll(async () => {
  [server, elsewhere, backend] = await Promise.all([startAppServer(), startAppServer(), startSandboxServer()]);
  sandbox = sandboxControl(backend.origin, 'commands');
  await sandbox.setOptions({ cors: 'public', v3Cors: 'public' });
  await start();
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
});
afterAll(async () => {
  await browser.kill();
  await Promise.all([server.close().catch(() => undefined), elsewhere.close(), backend.close()]);
});

it('a command is downloaded in advance and written after a cold start; the drop of the restarting beacon is no failure, and no result is claimed', async () => {
  const [id] = FLEET_IDS as [string];
  await openDevice(page, id);
  await restart().click();
  await button('Fetch the command').click();
  await page.getByText('Downloaded.', { exact: true }).waitFor();
  expect(await callsOf(sandbox, 'GET', '/command/encrypt')).toMatchObject([
    { query: { uniqueId: id, command: 'RESET' }, outcome: 200 },
  ]);
  await goTo(page, '/more');
  await page.getByText('Ready to start offline.').waitFor();

  await sandbox.setFaults({ name: 'offline' });
  const { port } = new URL(server.origin);
  await server.close();
  await browser.close();
  await start();
  await browser.context.setOffline(true);
  const beacon = beaconNamed(id);
  await hangUp(emulatedRadio, beaconStore, beacon);
  emulatedRadio.resetCounts();
  emulatedRadio.hand = { pick: beacon.address };
  await sandbox.clearLog();
  await page.goto(`${server.origin}/devices`);
  await openDevice(page, id);
  await soon(() => restart().textContent()).toMatch(/Downloaded/);
  await restart().click();
  await button('Connect and send').click();
  await page.getByText(/^Sent, cannot be confirmed\. /).waitFor();
  expect(await shown(page)).not.toMatch(/verified|done|success|confirmed by/i);
  expect(beaconStore.beacons.get(beacon.address)!.state).toMatchObject({ commands: ['RESET'], mode: 'normal' });
  // A command consists of one write, without polls and without a response (interface.md 4.4).
  expect(emulatedRadio.counts(beacon.address)).toEqual({
    connect: 1,
    discover: 1,
    write: 1,
    poll: 0,
    readResponse: 0,
    readToken: 0,
    other: 0,
  });

  server = await startAppServer({ port: Number(port) });
  await sandbox.setFaults();
  await browser.context.setOffline(false);
  await giveKey(page);
  await openDevicePage(page, id);
  await soon(() => readable(page.locator('fk-device-page .history'))).toMatch(/Restart: Sent, cannot be confirmed/);
  expect((await storedRuns(page, id)).map(({ outcome }) => outcome)).toEqual([{ kind: 'commandSent' }]);
  // Nothing has to be sent to the backend or downloaded again.
  expect(await counterWords(page)).toBe('Outbox, nothing to send');
  expect((await sandbox.log()).filter(({ method, path }) => method === 'POST' || path.includes('encrypt'))).toEqual([]);
});
