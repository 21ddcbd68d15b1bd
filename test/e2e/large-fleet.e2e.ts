/**
 * A fleet of a million devices, of which a phone saves a part: the first rows come at once, and one that is not saved
 * is found by its ID, by its address, or named for a job, in few requests.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { deviceAt } from '../../src/sandbox/fleet.ts';
import { deviceStrings } from '../../src/ui/strings/devices.ts';
import { devicePageStrings } from '../../src/ui/strings/device-page.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { type SandboxControl } from '../support/app-server.ts';
import { callsOf, soon } from '../support/devices-place.ts';
import { connectAccount, freshSandbox, goTo } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';

const FLEET = 1_000_000;
const WANTED = 200;

let server: SharedServer;
let browser: SharedBrowser;
let sandbox: SandboxControl;
let page: Page;

const idAt = (position: number): string => deviceAt(DEFAULT_SEED, position).uniqueId;
const row = (uniqueId: string) => page.locator(`a[href="/devices/${uniqueId}"]`).first();
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The requests for devices by ID, as lists of IDs. */
async function lookedUp(): Promise<string[][]> {
  const calls = await callsOf(sandbox, 'GET', '/device');
  return calls.flatMap(({ query: { uniqueId } }) => (uniqueId === undefined ? [] : [uniqueId.split(',')]));
}

beforeAll(async () => {
  server = await shareServer();
  browser = await shareBrowser();
  sandbox = freshSandbox(server);
  await sandbox.setOptions({ fleetSize: FLEET });
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.giveBack();
});

it('the list of a large fleet shows its first devices while the others are read, and can be stopped', async () => {
  const beganAt = performance.now();
  await connectAccount(page, { origin: server.origin, sandbox });
  await row(idAt(0)).waitFor();
  process.stdout.write(
    `connected, and the first of ${FLEET} listed after ${Math.round(performance.now() - beganAt)} ms\n`,
  );
  await page.locator('fk-devices-page fk-progress').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(deviceStrings.partial).waitFor();
});

it('the list of a large fleet finds a device that is not saved by its ID, in one request', async () => {
  const wanted = idAt(900_123);
  await page.getByRole('searchbox', { name: deviceStrings.search }).fill(wanted);
  const beganAt = performance.now();
  await row(wanted).waitFor();
  process.stdout.write(`found after ${Math.round(performance.now() - beganAt)} ms\n`);
  expect(await lookedUp()).toEqual([[wanted]]);
});

it('an address opens the page of a device that is not saved on the phone', async () => {
  const wanted = idAt(700_321);
  await goTo(page, `/devices/${wanted}`);
  await page.locator('fk-device-page').getByRole('link', { name: devicePageStrings.configure, exact: true }).waitFor();
});

it(`a job of ${WANTED} typed IDs takes at most 10 requests`, async () => {
  const wanted = Array.from({ length: WANTED }, (_, at) => idAt(800_000 + at));
  const before = (await lookedUp()).length;
  await goTo(page, '/jobs/new');
  await button(jobStrings.make.from.ids(0)).click();
  await page.getByLabel(jobStrings.make.ids, { exact: true }).fill(wanted.join('\n'));
  await button(deviceStrings.lookUp.ask).click();
  await page.getByText(jobStrings.make.count(WANTED), { exact: true }).waitFor();
  const asked = (await lookedUp()).slice(before);
  expect(new Set(asked.flat())).toEqual(new Set(wanted));
  expect(asked.length).toBeLessThanOrEqual(10);
  await page.getByLabel(/^Name/).fill('East quay');
  await button(jobStrings.make.create).click();
  await soon(() => page.url()).toMatch(/\/jobs\/(?!new)/);
});
