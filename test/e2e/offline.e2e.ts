/**
 * The whole main task without a network: prepared in the office, started cold in the basement, delivered in the
 * evening.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  sandboxControl,
  startAppServer,
  startSandboxServer,
  type RunningServer,
  type SandboxControl,
} from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import {
  beaconNamed,
  connectAccount,
  counterWords,
  devicesRead,
  giveKey,
  goTo,
  openKeyDialog,
  openOutbox,
  openPage,
  openRun,
  outboxWords,
  prepare,
  receiptPosts,
  runOnce,
  toDevices,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import {
  storeBeacons,
  emulateRadio,
  type EmulatedRadio,
  type Beacon,
  type BeaconStore,
} from '../support/peripheral.ts';
import { storedReceipts } from '../support/stored-rows.ts';

const ID = 'm3Rw';
const PASSPHRASE = 'ladder cellar lamp 7';

/** Serves the app; stopped while there is no network. */
let server: RunningServer;
/** Keeps a page of another origin open, which the emulated radio needs. */
let elsewhere: RunningServer;
/** The account's backend on a separate origin. */
let backend: RunningServer;
let sandbox: SandboxControl;
let profile: string;
let browser: TestBrowser;
let beaconStore: BeaconStore;
let beacon: Beacon;
let emulatedRadio: EmulatedRadio;
let page: Page;

beforeEach(async () => {
  [server, elsewhere, backend] = await Promise.all([startAppServer(), startAppServer(), startSandboxServer()]);
  sandbox = sandboxControl(backend.origin, 'hospital');
  await sandbox.setOptions({ cors: 'public', v3Cors: 'public' });
  beacon = beaconNamed(ID);
  beaconStore = storeBeacons([beacon]);
  profile = temporaryFolder('profile');
  await start();
});
afterEach(async () => {
  await browser.kill();
  await Promise.all([server.close().catch(() => undefined), elsewhere.close(), backend.close()]);
});

async function start(): Promise<void> {
  browser = await launchBrowser({ profile, followsWorkers: true });
  emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: elsewhere.origin });
  page = await openPage(browser, emulatedRadio);
}

/** Cuts both sides of the network: the state that the browser reports, and the servers. */
async function loseNetwork(): Promise<void> {
  await sandbox.setFaults({ name: 'offline' });
  await server.close();
  await browser.close();
  await start();
  await browser.context.setOffline(true);
}

async function findNetwork(): Promise<void> {
  await sandbox.setFaults();
  await sandbox.clearLog();
  await browser.context.setOffline(false);
}

async function prepareInTheOffice(passphrase?: string): Promise<void> {
  await connectAccount(page, { origin: server.origin, sandbox, ...(passphrase === undefined ? {} : { passphrase }) });
  await devicesRead(page);
  await prepare(page, ID, { interval: 1234, name: ID });
  await goTo(page, '/more');
  await page.getByText('Ready to start offline.').waitFor();
}

async function writeInTheCellar(): Promise<void> {
  await page.goto(`${server.origin}/`);
  await toDevices(page);
  await devicesRead(page);
  await page.locator('fk-header .offline').waitFor();
  await goTo(page, '/run');
  await page.getByText('Ready to write').waitFor();
  await page.getByRole('link', { name: new RegExp(`^Open ?, ${ID}$`) }).click();
  expect(await runOnce(page, emulatedRadio, beacon.address)).toMatchObject({
    says: 'Receipt saved. It will be sent automatically. Go to the next beacon.',
    action: 'All runs',
    track: trackTo('Receipt saved'),
  });
  await expect.poll(() => counterWords(page)).toBe('1 receipt waits for your key');
  expect(beaconStore.beacons.get(beacon.address)!.state.values).toMatchObject({ interval: 1234, name: ID });
}

async function delivered(): Promise<void> {
  await expect.poll(() => outboxWords(page, ID)).toEqual(['Verified']);
  await expect.poll(() => counterWords(page)).toBe('Outbox, nothing to send');
  expect((await sandbox.devices(ID))[ID]).toMatchObject({ pending: null, stateChanges: 1, posts: 1, repeats: 0 });
  expect(await receiptPosts(sandbox)).toBe(1);
}

describe('the app without a network from a cold start', () => {
  it('writes the beacon, keeps the receipt across restarts, and asks for the key when it can be sent', async () => {
    await prepareInTheOffice();
    await loseNetwork();
    await writeInTheCellar();

    // Nothing of it depends on this window: the next cold start finds it again.
    await browser.close();
    await start();
    await browser.context.setOffline(true);
    await page.goto(`${server.origin}/outbox`);
    await expect.poll(() => outboxWords(page, ID)).toEqual(['Receipt saved']);
    // Whether there is a key is read after the count, and until then the counter says nothing of it.
    await expect.poll(() => counterWords(page)).toBe('1 receipt waits for your key');
    expect(await storedReceipts(page, ID)).toMatchObject([{ state: 'waiting', mirrored: true, tries: 0 }]);

    await findNetwork();
    expect(await receiptPosts(sandbox)).toBe(0);
    await giveKey(page);
    await delivered();
    await openRun(page, ID);
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
  });

  it('opens the stored key with the passphrase, and sends automatically when the network is back', async () => {
    await prepareInTheOffice(PASSPHRASE);
    await loseNetwork();
    await writeInTheCellar();
    await openKeyDialog(page);
    await page.getByLabel('Passphrase', { exact: true }).fill('not my passphrase 1');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Wrong passphrase.').waitFor();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(() => counterWords(page)).toBe('1 receipt not delivered yet');
    await openOutbox(page);
    await expect.poll(async () => (await storedReceipts(page, ID))[0]?.tries).toBeGreaterThan(0);
    await expect.poll(() => outboxWords(page, ID)).toEqual(['Receipt saved']);

    await findNetwork();
    await delivered();
  });
});
