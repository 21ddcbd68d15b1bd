/**
 * A newer version arrives while a beacon is written: it is offered between runs only, in every window, and nothing is
 * lost.
 */
import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { ENDLESS_WORK, WAITS_FOR_WORK, endWork } from '../support/endless-work.ts';
import { temporaryFolder } from '../support/process-end.ts';
import {
  FLEET_IDS,
  beaconNamed,
  connectAccount,
  counterWords,
  devicesRead,
  freshSandbox,
  goTo,
  hangUp,
  openOutbox,
  openPage,
  openRun,
  outboxWords,
  prepare,
  runEnded,
  sendWhatWaits,
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
import { variant } from '../support/variants.ts';

const [ID] = FLEET_IDS as [string];
const OFFER = 'A new version is ready.';

let served: string;
let newer: string;
let server: RunningServer;
let browser: TestBrowser;
let beaconStore: BeaconStore;
let emulatedRadio: EmulatedRadio;
let sandbox: SandboxControl;
let beacon: Beacon;
let page: Page;
let second: Page;

beforeAll(async () => {
  [served, newer] = [temporaryFolder('served'), await variant('two')];
  cpSync(await variant('one'), served, { recursive: true });
  server = await startAppServer({ outDir: served });
  browser = await launchBrowser();
  beaconStore = storeBeacons();
  emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: server.otherOrigin });
  sandbox = freshSandbox(server);
  page = await openPage(browser, emulatedRadio);
  await connectAccount(page, { origin: server.origin, sandbox, advanced: WAITS_FOR_WORK });
  await devicesRead(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  second = await openPage(browser, emulatedRadio);
  await second.goto(`${server.origin}/outbox`);
  // Chromium takes seconds for the first check after an installation, and later checks wait for it.
  await second.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
});
afterAll(async () => {
  await browser.kill();
  await server.close();
});

const soon = <T>(read: () => T) => expect.poll(read);
const offers = (window: Page): Promise<number> => window.getByText(OFFER).count();
const stillHere = (window: Page): Promise<boolean> => window.evaluate(() => 'stillHere' in globalThis);
const mark = (window: Page): Promise<void> =>
  window.evaluate(() => void Object.assign(globalThis, { stillHere: true }));

/** Replaces the served folder by the newer version. */
function deploy(): void {
  rmSync(served, { recursive: true, force: true });
  cpSync(newer, served, { recursive: true });
}

/** Returns whether a newer version has been downloaded and waits; checks for one if not. */
function waits(): Promise<boolean> {
  return second.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (registration.waiting === null && registration.installing === null) await registration.update();
    return registration.waiting !== null;
  });
}

describe('an update during a run', () => {
  it('is offered in no window and reloads nothing while the run is in progress', async () => {
    beacon = beaconNamed(ID, ENDLESS_WORK);
    await hangUp(emulatedRadio, beaconStore, beacon);
    await prepare(page, ID, { interval: 1234 });
    await openRun(page, ID);
    await Promise.all([mark(page), mark(second)]);
    // The backend stays unavailable, so the receipt has to survive the update on this phone alone.
    await sandbox.setFaults({ name: 'offline', match: { method: 'POST', path: '/device/update' } });
    emulatedRadio.hand = { pick: beacon.address };
    await page.bringToFront();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await soon(() => emulatedRadio.counts(beacon.address).write).toBe(1);
    deploy();
    await soon(waits).toBe(true);
    expect(await page.locator('fk-run-page .sheet.live').count()).toBe(1);
    expect(await Promise.all([offers(page), offers(second)])).toEqual([0, 0]);
    await goTo(second, '/more');
    await second.getByText('A new version is ready. You can update when the run is finished.').waitFor();
    expect(await second.getByRole('button', { name: 'Update now' }).count()).toBe(0);

    endWork(beaconStore, beacon);
    await runEnded(page);
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Receipt saved'));
    expect(await stillHere(page)).toBe(true);
    expect(emulatedRadio.counts(beacon.address)).toMatchObject({ connect: 1, write: 1, readResponse: 1 });
  });

  it('is offered when the run has ended, and waits for the person', async () => {
    await page.getByText(OFFER).waitFor();
    await second.getByText(OFFER).first().waitFor();
    expect(await Promise.all([stillHere(page), stillHere(second)])).toEqual([true, true]);
    await goTo(page, '/more');
    await page.getByText(`${OFFER} 1 receipt is not delivered. It stays on this laptop during the update.`).waitFor();
    expect(await page.getByText('1.0.0+one').count()).toBeGreaterThan(0);
  });

  it('is applied on request, with the receipt intact and the key from the other window', async () => {
    const before = (await storedReceipts(page, ID))[0]!;
    await page.getByRole('button', { name: 'Update now' }).first().click();
    await page.getByText('1.0.0+two').first().waitFor();
    const scripts = await page.evaluate(() =>
      Promise.all(
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(async ({ name }) => (await fetch(name)).text()),
      ),
    );
    expect(scripts.join('')).not.toContain('1.0.0+one');
    await soon(() => counterWords(page)).toBe('1 receipt not delivered yet');
    const { responseBase64, updatedSeconds, state, mirrored } = (await storedReceipts(page, ID))[0]!;
    expect({ responseBase64, updatedSeconds, state, mirrored }).toEqual({
      responseBase64: before.responseBase64,
      updatedSeconds: before.updatedSeconds,
      state: 'waiting',
      mirrored: true,
    });
  });

  it('reloads the other window only when the person requests that there', async () => {
    expect(await stillHere(second)).toBe(true);
    await second.getByRole('button', { name: 'Update now' }).first().click();
    await second.getByText('1.0.0+two').first().waitFor();
    expect(await offers(second)).toBe(0);
  });

  it('makes the new version deliver the receipt that the old one has read', async () => {
    await sandbox.setFaults();
    await openOutbox(page);
    await sendWhatWaits(page);
    await soon(() => outboxWords(page, ID)).toEqual(['Verified']);
    expect((await sandbox.devices(ID))[ID]).toMatchObject({
      pending: null,
      stateChanges: 1,
      values: { interval: 1234 },
    });
  });
});
