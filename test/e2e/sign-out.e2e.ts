/** Leaving the account during a run: the run ends on its own, and its receipt is stored on this phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDLESS_WORK, WAITS_FOR_WORK, endWork } from '../support/endless-work.ts';
import { holdOperation } from '../support/hold.ts';
import {
  FLEET_IDS,
  OWNER_KEY,
  QUICK,
  beaconNamed,
  connectAccount,
  devicesRead,
  hangUp,
  openPage,
  openRun,
  prepare,
  saveSettings,
} from '../support/journey.ts';
import type { AppServices } from '../../src/ui/shell/services.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { storedReceipts, storedRuns } from '../support/stored-rows.ts';
import { nextStepWords, runStrings } from '../../src/ui/strings/run.ts';

const [ID, LATE_ID, HELD_ID, BACK_ID, OTHER_ID] = FLEET_IDS as [string, string, string, string, string];
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await saveSettings(stage.page, WAITS_FOR_WORK);
});
afterAll(() => stage.close());

it('a run reads the response and keeps its receipt after a sign-out between the write and the read', async () => {
  const { page, emulatedRadio, beaconStore, sandbox } = stage;
  const beacon = beaconNamed(ID, ENDLESS_WORK);
  await hangUp(emulatedRadio, beaconStore, beacon);
  await prepare(page, ID, { interval: 1234 });
  await openRun(page, ID);
  emulatedRadio.hand = { pick: beacon.address };
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => emulatedRadio.counts(beacon.address).write).toBe(1);

  await page.getByRole('link', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Leave this screen' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Connect your account' }).waitFor();
  expect(emulatedRadio.counts(beacon.address).readResponse).toBe(0);

  endWork(beaconStore, beacon);
  await expect.poll(() => emulatedRadio.counts(beacon.address).readResponse).toBe(1);
  await expect
    .poll(async () =>
      (await storedReceipts(page, ID)).map(({ state, responseBase64 }) => [state, responseBase64 !== '']),
    )
    .toEqual([['waiting', true]]);
  expect(await storedRuns(page, ID)).toMatchObject([{ writes: 1 }]);
  expect((await sandbox.devices(ID))[ID]?.posts ?? 0).toBe(0);
});

it('a run stores both copies of a response that is read after its limit and after a sign-out', async () => {
  const { browser, emulatedRadio, beaconStore, sandbox, server } = stage;
  const page = await openPage(browser, emulatedRadio);
  // An account of its own, because the other tests wait longer for their beacons.
  await connectAccount(page, { origin: server.origin, sandbox, name: 'Short limits' });
  await devicesRead(page);
  await saveSettings(page, QUICK);
  const beacon = beaconNamed(LATE_ID);
  await hangUp(emulatedRadio, beaconStore, beacon);
  await prepare(page, LATE_ID, { interval: 1234 });
  await openRun(page, LATE_ID);
  const read = holdOperation(emulatedRadio, 'readResponse');
  emulatedRadio.hand = { pick: beacon.address };
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText(nextStepWords.awaitAnswer).waitFor();
  await page.getByRole('link', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Connect your account' }).waitFor();
  read.letGo();
  await expect
    .poll(async () => (await storedReceipts(page, LATE_ID)).map(({ state, mirrored }) => [state, mirrored]))
    .toEqual([['waiting', true]]);
});

it('a run saves its response as soon as there is space, after a sign-out in another window while neither copy could be saved', async () => {
  const { browser, emulatedRadio, beaconStore, sandbox, server } = stage;
  const page = await openPage(browser, emulatedRadio);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  const beacon = beaconNamed(HELD_ID, ENDLESS_WORK);
  await hangUp(emulatedRadio, beaconStore, beacon);
  await prepare(page, HELD_ID, { interval: 1234 });
  const other = await openPage(browser, emulatedRadio);
  await other.goto(`${server.origin}/more`);
  await other.getByRole('button', { name: 'Sign out', exact: true }).first().waitFor();
  await page.bringToFront();
  await openRun(page, HELD_ID);
  emulatedRadio.hand = { pick: beacon.address };
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => emulatedRadio.counts(beacon.address).write).toBe(1);
  await page.evaluate(fillTheDisk);
  const mirror = page.workers().find((worker) => worker.url().includes('mirror-worker'))!;
  const files = await mirror.evaluateHandle(fillTheFiles);
  endWork(beaconStore, beacon);
  await page.getByText(runStrings.copyMissing.both).waitFor();

  await other.bringToFront();
  expect(await other.evaluate(() => document.querySelector<AppElement>('fk-app')!.services.session.remove())).toEqual({
    kind: 'busy',
  });
  await other.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await other.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  for (const window of [page, other]) await window.getByRole('link', { name: 'Connect your account' }).waitFor();
  expect(await storedReceipts(other, HELD_ID)).toEqual([]);
  expect(emulatedRadio.counts(beacon.address).readResponse).toBe(1);

  await page.evaluate(() => (globalThis as DiskWindow).makeRoom!());
  await files.evaluate((makeRoom) => makeRoom());
  await expect
    .poll(async () => (await storedReceipts(other, HELD_ID)).map(({ state, mirrored }) => [state, mirrored]))
    .toEqual([['waiting', true]]);
  expect(await storedRuns(other, HELD_ID)).toMatchObject([{ writes: 1, outcome: { kind: 'receipt' } }]);
  expect(emulatedRadio.counts(beacon.address).readResponse).toBe(1);
});

it('the app counts and sends a receipt once when the account is opened again while its run is in progress', async () => {
  const { browser, emulatedRadio, beaconStore, sandbox, server } = stage;
  const page = await openPage(browser, emulatedRadio);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  const beacon = beaconNamed(BACK_ID, ENDLESS_WORK);
  await hangUp(emulatedRadio, beaconStore, beacon);
  await prepare(page, BACK_ID, { interval: 1234 });
  await openRun(page, BACK_ID);
  emulatedRadio.hand = { pick: beacon.address };
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => emulatedRadio.counts(beacon.address).write).toBe(1);
  const accountId = await page.evaluate(async () => {
    const { session } = document.querySelector<AppElement>('fk-app')!.services;
    const { id } = session.state.value.account!;
    await session.signOut();
    return id;
  });
  await page.getByRole('link', { name: 'Connect your account' }).waitFor();
  await page.evaluate(
    async ([id, key]) => {
      const { session } = document.querySelector<AppElement>('fk-app')!.services;
      await session.switchTo(id);
      await session.giveKey(key);
    },
    [accountId, OWNER_KEY] as const,
  );
  await page.locator('fk-nav .rail a[href$="/devices"]').waitFor();
  expect(emulatedRadio.counts(beacon.address).readResponse).toBe(0);

  endWork(beaconStore, beacon);
  await expect.poll(() => receiptsShown(page, BACK_ID), { timeout: 15_000 }).toEqual([['verified', true]]);
  expect((await storedReceipts(page, BACK_ID)).map(({ mirrored }) => mirrored)).toEqual([true]);
  expect(await storedRuns(page, BACK_ID)).toMatchObject([{ writes: 1, outcome: { kind: 'receipt' } }]);
  expect(emulatedRadio.counts(beacon.address).readResponse).toBe(1);
  expect((await sandbox.devices(BACK_ID))[BACK_ID]?.posts).toBe(1);
});

it('the app makes a missing second copy after a switch to practice, and counts the receipt when the account is open again', async () => {
  const { browser, emulatedRadio, beaconStore, sandbox, server } = stage;
  const page = await openPage(browser, emulatedRadio);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  const beacon = beaconNamed(OTHER_ID, ENDLESS_WORK);
  await hangUp(emulatedRadio, beaconStore, beacon);
  await prepare(page, OTHER_ID, { interval: 1234 });
  await openRun(page, OTHER_ID);
  emulatedRadio.hand = { pick: beacon.address };
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => emulatedRadio.counts(beacon.address).write).toBe(1);
  const mirror = page.workers().find((worker) => worker.url().includes('mirror-worker'))!;
  const files = await mirror.evaluateHandle(fillTheFiles);
  endWork(beaconStore, beacon);
  await page.getByText(runStrings.copyMissing.second).waitFor();
  const accountId = await page.evaluate(async () => {
    const { session } = document.querySelector<AppElement>('fk-app')!.services;
    const { id } = session.state.value.account!;
    await session.practise();
    return id;
  });
  await page.locator('fk-header .practice').waitFor();

  await files.evaluate((makeRoom) => makeRoom());
  await expect
    .poll(async () => (await storedReceipts(page, OTHER_ID)).map(({ mirrored }) => mirrored), { timeout: 15_000 })
    .toEqual([true]);
  await page.evaluate((id) => document.querySelector<AppElement>('fk-app')!.services.session.switchTo(id), accountId);
  await expect.poll(() => receiptsShown(page, OTHER_ID), { timeout: 15_000 }).toEqual([['verified', true]]);
  expect(emulatedRadio.counts(beacon.address).readResponse).toBe(1);
});

type AppElement = HTMLElement & { readonly services: AppServices };

/** Returns the receipts of a beacon as the open account shows them. */
const receiptsShown = (page: Page, uniqueId: string) =>
  page.evaluate((id) => {
    const { services } = document.querySelector<AppElement>('fk-app')!.services.account.value;
    return (services?.outbox.state.value.receipts ?? [])
      .filter((receipt) => receipt.uniqueId === id && receipt.state !== 'reserved')
      .map(({ state, mirrored }) => [state, mirrored]);
  }, uniqueId);

interface DiskWindow {
  makeRoom?: () => void;
}

/** Runs in the page: refuses every transaction that stores a response, until `makeRoom()`. */
function fillTheDisk(): void {
  const { prototype } = IDBDatabase;
  const { transaction } = prototype;
  prototype.transaction = function (stores, mode, options) {
    const named = [stores].flat();
    if (mode === 'readwrite' && named.includes('receipts') && named.includes('packages'))
      throw new DOMException('no room', 'QuotaExceededError');
    return transaction.call(this, stores, mode, options);
  };
  (globalThis as DiskWindow).makeRoom = () => void (prototype.transaction = transaction);
}

/** Runs in a worker: no file accepts a record until the returned function is called. */
function fillTheFiles(): () => void {
  const { prototype } = FileSystemSyncAccessHandle;
  const { write } = prototype;
  prototype.write = (bytes, options) => {
    throw new DOMException(`no room for ${bytes.byteLength} bytes at ${options?.at ?? 0}`, 'QuotaExceededError');
  };
  return () => void (prototype.write = write);
}
