/** An account whose beacons get commands, the emulated radio, and the steps of the command page. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { BeaconFault } from '../../src/sandbox/beacon/faults.ts';
import type { CommandName } from '../../src/domain/commands/command.ts';
import {
  sandboxControl,
  startAppServer,
  startSandboxServer,
  type RunningServer,
  type SandboxControl,
} from './app-server.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';
import { temporaryFolder } from './process-end.ts';
import { callsOf, openCommand, shown } from './devices-place.ts';
import {
  FEW_WAITS,
  FLEET_IDS,
  beaconNamed,
  connectAccount,
  devicesRead,
  hangUp,
  openPage,
  saveSettings,
} from './journey.ts';
import { storeBeacons, emulateRadio, type EmulatedRadio, type Beacon, type BeaconStore } from './peripheral.ts';

const CONFIRMED = /verified|done|success|confirmed by/i;

export let server: RunningServer;
/** Keeps a page of another origin open, which the emulated radio needs. */
let elsewhere: RunningServer;
let backend: RunningServer;
export let sandbox: SandboxControl;
let profile: string;
export let browser: TestBrowser;
export let beaconStore: BeaconStore;
export let emulatedRadio: EmulatedRadio;
export let page: Page;
export let used = 0;

/** Starts a browser on the same profile: the first one, or a cold start after `browser` was closed. */
export async function start(): Promise<void> {
  browser = await launchBrowser({ profile, followsWorkers: true });
  emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: elsewhere.origin });
  page = await openPage(browser, emulatedRadio);
}

export const nextId = (): string => FLEET_IDS[used++]!;
/** Returns the requests for commands; with `word` those for this command in the backend's spelling. */
export const encrypts = async (word?: string): ReturnType<typeof callsOf> =>
  (await callsOf(sandbox, 'GET', '/command/encrypt')).filter(
    ({ query }) => word === undefined || query['command'] === word,
  );
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
export const state = (beacon: Beacon) => beaconStore.beacons.get(beacon.address)!.state;

export async function hung(id: string, ...faults: BeaconFault[]): Promise<Beacon> {
  const beacon = beaconNamed(id);
  await hangUp(emulatedRadio, beaconStore, beacon);
  if (faults.length > 0) beaconStore.fault(beacon.address, ...faults);
  emulatedRadio.resetCounts();
  emulatedRadio.hand = { pick: beacon.address };
  return beacon;
}

export async function fetched(id: string, command: CommandName): Promise<void> {
  await openCommand(page, id, command);
  await button('Fetch command').click();
  await button('Connect and send').waitFor();
}

export async function confirm(id: string, action: string): Promise<void> {
  const dialog = page.locator('fk-confirm-typed');
  await dialog.getByLabel(`Type ${id.slice(-4)} to continue`).fill(id.slice(-4));
  await dialog.getByRole('button', { name: action, exact: true }).click();
}

export async function sent(): Promise<void> {
  await page.getByText(/^Sent, cannot be confirmed\. /).waitFor();
  expect(await shown(page)).not.toMatch(CONFIRMED);
}

/** Serves the app again on the port that it had before. */
export async function serveAgain(port: number): Promise<void> {
  server = await startAppServer({ port });
}

/** Registers the setup and teardown that every file of these tests needs. */
export function inCommandPlace(): void {
  beforeAll(async () => {
    [server, elsewhere, backend] = await Promise.all([startAppServer(), startAppServer(), startSandboxServer()]);
    sandbox = sandboxControl(backend.origin, 'commands');
    await sandbox.setOptions({ cors: 'public', v3Cors: 'public' });
    beaconStore = storeBeacons();
    profile = temporaryFolder('profile');
    await start();
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    await saveSettings(page, { ...FEW_WAITS, 'delivery.backoffMinMs': '100', 'delivery.backoffMaxMs': '1000' });
  });
  afterAll(async () => {
    await browser.kill();
    await Promise.all([server.close().catch(() => undefined), elsewhere.close(), backend.close()]);
  });
  beforeEach(async () => {
    await sandbox.setFaults();
    await sandbox.clearLog();
  });
}
