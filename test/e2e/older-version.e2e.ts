/**
 * A person updates in the middle of work: all that an older version has stored goes on in this one, and the older one reads
 * what this one has stored.
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';
import { labelOf } from '../../src/ui/words/configure.ts';
import { createDeployment, offerIn, type Deployment } from '../campaign/updater.ts';
import { sandboxControl, type SandboxControl } from '../support/app-server.ts';
import type { TestBrowser } from '../support/browser.ts';
import {
  OWNER_KEY,
  accountOpen,
  act,
  devicesRead,
  goTo,
  openOutbox,
  openPage,
  openRun,
  outboxWords,
  prepare,
  readable,
  runOnce,
  sendWhatWaits,
  shownRun,
  trackTo,
  trackWords,
} from '../support/journey.ts';
import {
  giveKeyInOlder,
  offerInOlder,
  olderIsGone,
  olderRuns,
  openWithPassphraseInOlder,
  sendInOlder,
  shownInOlder,
} from '../support/older-app.ts';
import {
  BLANK_ADDRESS,
  OLDER_NAME,
  OLDER_ORIGIN,
  openOlderSite,
  readOlderVersion,
  type OlderSite,
} from '../support/older-version.ts';
import { emulateRadio, storeBeacons, type BeaconStore, type EmulatedRadio } from '../support/peripheral.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { storeOrigin } from '../support/stored-origin.ts';
import { recordTable } from '../support/telemetry-journey.ts';

const root = path.resolve(import.meta.dirname, '../..');
const older = temporaryFolder('older');
const { work, stored, backend, beacons } = readOlderVersion(
  process.env['FIELDKIT_OLDER_VERSION'] ?? path.join(root, 'test/fixtures/6f8f8b51.br'),
  older,
);
const { job, drafted, lockedAccount } = work;
const [LATER, REFUSED, CHANGED] = work.untouched as [string, string, string];
/** The place in a job of the new version. */
const SPOT = 'Above the gate';
const RECORDS = '/telemetry?view=records&range=allTimes';
/** The backend has no telemetry, so that a page shows what is stored. */
const NO_TELEMETRY = { name: 'offline', match: { method: 'GET', path: '/telemetry' } } as const;
const NO_DELIVERY = { name: 'offline', match: { method: 'POST', path: '/device/update' } } as const;

/** Where the older version shows what was begun in it, and what it shows there after all that this version does. */
const STORED_IN_OLDER = [
  [`/jobs/${job.id}`, job.reason],
  [`/devices/${drafted.uniqueId}`, 'Your unsaved changes'],
  [`/devices/${drafted.uniqueId}/configure`, `"${drafted.interval}"`],
  [RECORDS, '100 saved records'],
] as const;

let site: OlderSite;
let browser: TestBrowser;
let radio: EmulatedRadio;
let beaconStore: BeaconStore;
let deployment: Deployment;
let sandbox: SandboxControl;
let page: Page;
let second: Page;
/** What the new version has made of a battery change. */
let made: { readonly jobId: string; readonly plain: string; readonly whole: string };
/** Errors that no window has caught. */
const errors: string[] = [];

beforeAll(async () => {
  const served = temporaryFolder('served');
  deployment = createDeployment(served, [
    { name: OLDER_NAME, folder: older },
    { name: 'newer', folder: path.resolve(root, process.env['FIELDKIT_DIST'] ?? 'dist') },
  ]);
  site = await openOlderSite(served, temporaryFolder('profile'), backend);
  sandbox = sandboxControl(site.server.origin, work.sandbox);
  await sandbox.setFaults(NO_TELEMETRY, NO_DELIVERY);
  browser = await site.launch();
  beaconStore = storeBeacons(beacons);
  radio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: site.server.otherOrigin });
  [page, second] = [await openPage(browser, radio), await openPage(browser, radio)];
  for (const window of [page, second]) window.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(BLANK_ADDRESS);
  await storeOrigin(page, stored);
});
afterAll(async () => {
  await browser.kill();
  await site.server.close();
});

const addressOf = (uniqueId: string): string => beacons.find(({ state }) => state.uniqueId === uniqueId)!.address;

type App = HTMLElement & { readonly account: AccountServices };

/** The number of photos of a job that are stored on the phone. */
const photosOf = (jobId: string): Promise<number> =>
  page.evaluate(async (id) => {
    const { photos } = await document.querySelector<App>('fk-app')!.account.jobs();
    return (await photos.ofJob(id)).length;
  }, jobId);

/** Puts the other version on the server, and lets the browser look for it. */
async function deployOther(): Promise<void> {
  deployment.deployNext();
  await second.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

async function takeNewer(window: Page): Promise<void> {
  await window.bringToFront();
  await offerInOlder(window).click();
  await olderIsGone(window);
  await accountOpen(window);
}

async function takeOlder(window: Page): Promise<void> {
  await window.bringToFront();
  await offerIn(window).first().click();
  await olderRuns(window);
}

/** Leaves the locked account. */
async function switchToSite(window: Page): Promise<void> {
  await goTo(window, '/more');
  await window.getByRole('button', { name: /Switch to Site/ }).click();
  await window.getByText('Site', { exact: true }).locator('visible=true').first().waitFor();
  await accountOpen(window);
}

it('the older version shows the run that was cut off and the receipt to send', async () => {
  await page.goto(`${OLDER_ORIGIN}/overview`);
  await giveKeyInOlder(page, OWNER_KEY);
  await shownInOlder(page, `/run/${work.cutOff}`, 'Reconnect and check');
  await second.goto(`${OLDER_ORIGIN}/outbox`);
  await shownInOlder(second, '/outbox', work.toSend);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
});

it('the app is updated in one window while the other continues in the older version', async () => {
  await deployOther();
  await takeNewer(page);
  await second.bringToFront();
  await olderRuns(second);
  for (const [address, text] of STORED_IN_OLDER) await shownInOlder(second, address, text);
  await shownInOlder(second, '/outbox', work.toSend);
  await takeNewer(second);
  await page.bringToFront();
});

it('the app shows the job with the parked beacon, its reason and the open beacons after the update', async () => {
  await goTo(page, `/jobs/${job.id}`);
  const lines = page.locator('fk-job-page fk-task-line').filter({ has: page.getByRole('button') });
  await expect.poll(() => lines.count()).toBe(1 + job.open.length);
  await expect.poll(() => readable(lines.filter({ hasText: job.parked }))).toContain(job.reason);
  expect(await readable(lines.filter({ hasText: job.parked }))).toContain(jobStrings.task.marks.parked);
});

it('the app shows texts that were typed and not sent after the update', async () => {
  await goTo(page, `/devices/${drafted.uniqueId}/configure`);
  const interval = page.locator('fk-attribute-form').getByLabel(labelOf('interval'), { exact: true });
  await expect.poll(() => interval.inputValue()).toBe(drafted.interval);
  await goTo(page, `/devices/${drafted.uniqueId}`);
  await page.getByRole('button', { name: devicePageStrings.goOn, exact: true }).click();
  await expect.poll(() => page.getByLabel('Notes', { exact: true }).inputValue()).toBe(drafted.notes);
});

it('the app shows after the update the telemetry that was stored before', async () => {
  await goTo(page, RECORDS);
  await expect.poll(async () => (await recordTable(page)).rows.length).toBe(100);
});

it('the app opens the locked account with its passphrase after the update', async () => {
  await goTo(second, '/more');
  await second.bringToFront();
  await second.getByRole('button', { name: new RegExp(`Switch to ${lockedAccount.name}`) }).click();
  await second.getByLabel('Passphrase', { exact: true }).fill(lockedAccount.passphrase);
  await second.getByRole('button', { name: 'Open', exact: true }).click();
  await accountOpen(second);
  await goTo(second, '/devices');
  await devicesRead(second);
  await switchToSite(second);
  await page.bringToFront();
});

it('the app continues after the update with the run that was cut off, and sends each receipt once', async () => {
  await openRun(page, work.cutOff);
  await page.locator('fk-run-page .actions > fk-button').first().waitFor();
  await sandbox.setFaults(NO_TELEMETRY);
  await act(page, radio, addressOf(work.cutOff), (await shownRun(page)).action);
  await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
  await openOutbox(page);
  await sendWhatWaits(page);
  for (const id of [work.toSend, work.cutOff]) {
    await expect.poll(() => outboxWords(page, id)).toEqual(['Verified']);
    expect((await sandbox.devices(id))[id]).toMatchObject({ pending: null, stateChanges: 1, posts: 1 });
    expect(beaconStore.beacons.get(addressOf(id))!.state.applied).toHaveLength(1);
  }
});

it('the new version leaves work to the older version: a receipt to send and a run that the beacon refused', async () => {
  await prepare(page, REFUSED, { interval: 1234 });
  beaconStore.fault(addressOf(REFUSED), { name: 'denied', operation: 'write', error: 'notPermitted', times: null });
  await openRun(page, REFUSED);
  const { action } = await runOnce(page, radio, addressOf(REFUSED));
  await act(page, radio, addressOf(REFUSED), action);
  await prepare(page, LATER, { interval: 1234 });
  await sandbox.setFaults(NO_TELEMETRY, NO_DELIVERY);
  await openRun(page, LATER);
  expect((await runOnce(page, radio, addressOf(LATER))).track).toEqual(trackTo('Receipt saved'));
});

it('the new version leaves a job with a changed battery and a photo, and a file of it with and without the photo', async () => {
  made = await page.evaluate(
    async ([uniqueId, place]) => {
      const { jobs, handOver } = document.querySelector<App>('fk-app')!.account;
      const opened = await jobs();
      const task = { uniqueId, deviceType: 'BEACON', place, values: {}, note: '', battery: {} };
      const { id: jobId } = await opened.create({ name: 'Batteries', site: '', tasks: [task] });
      const { id } = opened.state.value.tasks.get(jobId)![0]!;
      await opened.noteBattery(id, { notedAtMs: Date.now(), by: 'Ada' });
      const picture = new OffscreenCanvas(8, 8);
      picture.getContext('2d')!.fillRect(0, 0, 8, 8);
      const file = await picture.convertToBlob({ type: 'image/jpeg' });
      await opened.photos.put([{ jobId, uniqueId, addedAtMs: Date.now(), file }]);
      const files = await handOver();
      return { jobId, plain: await files.write(jobId, [id]), whole: (await files.writeWithPhotos(jobId, [id])).text };
    },
    [CHANGED, SPOT] as const,
  );
  expect(await photosOf(made.jobId)).toBe(1);
});

it('the older version shows again everything that was begun in both versions', async () => {
  await deployOther();
  await takeOlder(page);
  await second.bringToFront();
  await openOutbox(second);
  await expect.poll(() => outboxWords(second, LATER)).toEqual(['Receipt saved']);
  await takeOlder(second);
  for (const [address, text] of STORED_IN_OLDER) await shownInOlder(page, address, text);
  await shownInOlder(page, `/run/${REFUSED}`, 'Refused');
  await shownInOlder(page, '/outbox', work.cutOff);
  await openWithPassphraseInOlder(second, lockedAccount.name, lockedAccount.passphrase);
});

it('the older version sends the receipt that the new version has read', async () => {
  await sandbox.setFaults(NO_TELEMETRY);
  await sendInOlder(page);
  await expect
    .poll(async () => (await sandbox.devices(LATER))[LATER])
    .toMatchObject({
      pending: null,
      stateChanges: 1,
      posts: 1,
    });
});

it('the older version refuses a job file with photos as newer, and names the battery that it leaves out of one without', async () => {
  for (const [text, words] of [
    [made.whole, 'written by a newer version of the app'],
    [made.plain, 'battery'],
  ] as const) {
    await shownInOlder(page, '/jobs/take-over', 'Choose');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'job.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect.poll(() => page.locator('fk-app main').ariaSnapshot()).toContain(words);
  }
});

it('the older version shows the job of batteries, and marks its beacon without losing the change or the photo', async () => {
  await shownInOlder(page, `/jobs/${made.jobId}`, SPOT);
  await page.getByRole('button', { name: new RegExp(CHANGED) }).click();
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await shownInOlder(page, `/jobs/${made.jobId}`, 'Skipped');
  await deployOther();
  await takeNewer(page);
  // The window that was left last has opened the locked account.
  await switchToSite(page);
  await goTo(page, `/jobs/${made.jobId}`);
  const line = page.locator('fk-job-page fk-task-line').filter({ hasText: CHANGED });
  await expect.poll(() => readable(line)).toContain(jobStrings.task.battery.states.noted);
  expect(await photosOf(made.jobId)).toBe(1);
  await goTo(page, `/jobs/${made.jobId}/report`);
  await page.getByText('by Ada').first().waitFor({ state: 'attached' });
});

it('neither version has recorded an error or anything lost or damaged', async () => {
  for (const window of [page, second]) await window.goto(BLANK_ADDRESS);
  const events = await page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('fieldkit-diagnostics')!) as { kind: string; word?: string; number?: number }[],
  );
  // The first is from the phone on which the older version stored its data.
  expect(events.filter(({ kind }) => kind === 'started').length).toBeGreaterThan(1);
  expect(
    events.filter(
      ({ kind, word, number = 0 }) =>
        kind === 'error' || kind === 'policy' || (kind === 'storage' && word === 'remarks' && number > 0),
    ),
  ).toEqual([]);
  expect(errors).toEqual([]);
});
