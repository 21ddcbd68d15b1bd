/** Leaving the account in the middle of a run: the run comes to its end by itself, and its receipt is on this phone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdOperation } from '../support/hold.ts';
import {
  FLEET_IDS,
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
import type { Services } from '../../src/ui/shell/services.ts';
import type { Beacon } from '../support/peripheral.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { storedAccounts, storedReceipts, storedRuns } from '../support/stored-rows.ts';
import { nextStepWords, runStrings } from '../../src/ui/strings/run.ts';
import { REGISTRY_DATABASE } from '../../src/names.ts';

const [ID, LATE_ID, HELD_ID] = FLEET_IDS as [string, string, string];
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** It works until the test says that it has ended. */
const AT_WORK = { processingMs: 3_600_000 };

function endWork({ address }: Beacon): void {
  const { processing, ...state } = stage.shelf.beacons.get(address)!.state;
  stage.shelf.keep(address, { ...state, processing: { ...processing!, untilMs: 0 } });
}

it('signed out between the write and the read: the response is read all the same, and its receipt kept', async () => {
  const { page, air, shelf, sandbox } = stage;
  const beacon = beaconNamed(ID, AT_WORK);
  await hangUp(air, shelf, beacon);
  await prepare(page, ID, { interval: 1234 });
  await openRun(page, ID);
  air.hand = { pick: beacon.address };
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => air.counts(beacon.address).write).toBe(1);

  await page.getByRole('link', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Leave this screen' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Connect your account' }).waitFor();
  expect(air.counts(beacon.address).readResponse).toBe(0);

  endWork(beacon);
  await expect.poll(() => air.counts(beacon.address).readResponse).toBe(1);
  await expect
    .poll(async () =>
      (await storedReceipts(page, ID)).map(({ state, responseBase64 }) => [state, responseBase64 !== '']),
    )
    .toEqual([['waiting', true]]);
  expect(await storedRuns(page, ID)).toMatchObject([{ writes: 1 }]);
  expect((await sandbox.devices(ID))[ID]?.posts ?? 0).toBe(0);
});

it('signed out after a read that has outlived its limit: what it still brings is kept twice', async () => {
  const { browser, air, shelf, sandbox, server } = stage;
  const page = await openPage(browser, air);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await saveSettings(page, QUICK);
  const beacon = beaconNamed(LATE_ID);
  await hangUp(air, shelf, beacon);
  await prepare(page, LATE_ID, { interval: 1234 });
  await openRun(page, LATE_ID);
  const read = holdOperation(air, 'readResponse');
  air.hand = { pick: beacon.address };
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

it('signed out in another window while neither copy of the response can be saved: it is saved as soon as there is room', async () => {
  const { browser, air, shelf, sandbox, server } = stage;
  const page = await openPage(browser, air);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  const beacon = beaconNamed(HELD_ID, AT_WORK);
  await hangUp(air, shelf, beacon);
  await prepare(page, HELD_ID, { interval: 1234 });
  const other = await openPage(browser, air);
  await other.goto(`${server.origin}/more`);
  await other.getByRole('button', { name: 'Sign out', exact: true }).first().waitFor();
  await page.bringToFront();
  await openRun(page, HELD_ID);
  air.hand = { pick: beacon.address };
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => air.counts(beacon.address).write).toBe(1);
  await page.evaluate(fillTheDisk);
  const mirror = page.workers().find((worker) => worker.url().includes('mirror-worker'))!;
  const files = await mirror.evaluateHandle(fillTheFiles);
  endWork(beacon);
  await page.getByText(runStrings.copyMissing.both).waitFor();

  await other.bringToFront();
  expect(await other.evaluate(() => document.querySelector<AppElement>('fk-app')!.services.session.remove())).toEqual({
    kind: 'busy',
  });
  await other.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await other.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  for (const window of [page, other]) await window.getByRole('link', { name: 'Connect your account' }).waitFor();
  expect(await storedReceipts(other, HELD_ID)).toEqual([]);
  expect(air.counts(beacon.address).readResponse).toBe(1);

  await page.evaluate(() => (globalThis as DiskWindow).makeRoom!());
  await files.evaluate((makeRoom) => makeRoom());
  await expect
    .poll(async () => (await storedReceipts(other, HELD_ID)).map(({ state, mirrored }) => [state, mirrored]))
    .toEqual([['waiting', true]]);
  expect(await storedRuns(other, HELD_ID)).toMatchObject([{ writes: 1, outcome: { kind: 'receipt' } }]);
  expect(air.counts(beacon.address).readResponse).toBe(1);
});

it('an account whose database is gone comes back from its copy beside it', async () => {
  const { browser, air, server, sandbox } = stage;
  const page = await openPage(browser, air);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  const [account] = await storedAccounts(page);
  for (const other of browser.context.pages())
    if (other !== page && other.url().startsWith(server.origin)) await other.close();
  // A page of the origin on which nothing of the app runs.
  await page.goto(`${server.origin}/manifest.webmanifest`);
  await page.evaluate(
    (name) =>
      new Promise((resolve, reject) =>
        Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject }),
      ),
    REGISTRY_DATABASE,
  );
  await page.goto(`${server.origin}/more`);
  await page.locator('fk-app h1').waitFor();
  await expect
    .poll(async () => (await storedAccounts(page)).map(({ id, baseUrl }) => [id, baseUrl]))
    .toContainEqual([account!.id, account!.baseUrl]);
});

type AppElement = HTMLElement & { readonly services: Services };
interface DiskWindow {
  makeRoom?: () => void;
}

/** In the page: from the response on every transaction that stores one is refused, until `makeRoom()`. */
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

/** In a worker: no file takes a record any more, until what comes back is called. */
function fillTheFiles(): () => void {
  const { prototype } = FileSystemSyncAccessHandle;
  const { write } = prototype;
  prototype.write = (bytes, options) => {
    throw new DOMException(`no room for ${bytes.byteLength} bytes at ${options?.at ?? 0}`, 'QuotaExceededError');
  };
  return () => void (prototype.write = write);
}
