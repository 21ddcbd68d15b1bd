/** Leaving the account in the middle of a run: the run comes to its end by itself, and its receipt is on this phone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { openStage, type Stage } from '../support/stage.ts';
import { storedAccounts, storedReceipts, storedRuns } from '../support/stored-rows.ts';
import { runFailureWords } from '../../src/ui/strings/run.ts';
import { REGISTRY_DATABASE } from '../../src/names.ts';

const [ID, LATE_ID] = FLEET_IDS as [string, string];
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('signed out between the write and the read: the response is read all the same, and its receipt kept', async () => {
  const { page, air, shelf, sandbox } = stage;
  const beacon = beaconNamed(ID, { processingMs: 6000 });
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
  shelf.fault(beacon.address, { name: 'slow', operation: 'readResponse', ms: 8000 });
  air.hand = { pick: beacon.address };
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText(runFailureWords.readTimedOut.text).waitFor();
  await page.getByRole('link', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.locator('fk-dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Connect your account' }).waitFor();
  await expect
    .poll(async () => (await storedReceipts(page, LATE_ID)).map(({ state, mirrored }) => [state, mirrored]))
    .toEqual([['waiting', true]]);
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
