/** A day's work: twelve beacons from a table to Verified, planned and prepared at the desk, written without a network, delivered in the evening. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  sandboxControl,
  startAppServer,
  startSandboxServer,
  type RunningServer,
  type SandboxControl,
} from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import {
  beaconNamed,
  connectAccount,
  devicesRead,
  FLEET_IDS,
  goTo,
  openPage,
  receiptPosts,
} from '../support/journey.ts';
import { createShelf, openAir, type Air, type Beacon } from '../support/peripheral.ts';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { jobStrings as text } from '../../src/ui/strings/jobs.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';

const IDS = FLEET_IDS.slice(20, 32);

/** Serves the app; stopped while there is no network. */
let server: RunningServer;
/** Keeps a page of another origin alive all the while, which the emulated radio needs. */
let elsewhere: RunningServer;
let backend: RunningServer;
let sandbox: SandboxControl;
let browser: TestBrowser;
let beacons: ReadonlyMap<string, Beacon>;
let air: Air;
let page: Page;

beforeAll(async () => {
  [server, elsewhere, backend] = await Promise.all([startAppServer(), startAppServer(), startSandboxServer()]);
  sandbox = sandboxControl(backend.origin, 'hospital');
  await sandbox.setOptions({ cors: 'public', v3Cors: 'public' });
  beacons = new Map(IDS.map((id) => [id, beaconNamed(id)]));
  browser = await launchBrowser();
  air = await openAir(browser, createShelf([...beacons.values()]), { keepAliveOrigin: elsewhere.origin });
  page = await openPage(browser, air);
});
afterAll(async () => {
  await browser.kill();
  await Promise.all([server.close().catch(() => undefined), elsewhere.close(), backend.close()]);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
/** The beacon that the job shows. */
const shown = (): Promise<string | null> =>
  page.locator('fk-task-run').evaluate((element: HTMLElement & { uniqueId: string }) => element.uniqueId);

describe('a job of twelve beacons', () => {
  it('goes from a table to Verified, one chooser a beacon, without a network in between', async () => {
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    await goTo(page, '/more');
    await page.getByText('Ready to start offline.').waitFor();

    await goTo(page, '/jobs/new');
    const rows = IDS.map((id, at) => `${id};Raum ${1 + Math.floor(at / 4)};${101 + at};${id}`);
    const table = Buffer.from(`\ufeffKennung;Raum;Minor;Name\r\n${[...rows, 'nobody;Raum 9;1;x'].join('\r\n')}\r\n`);
    await page
      .locator('fk-csv-import input[type="file"]')
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: table });
    await page.getByText(text.csv.found(13, 12, 1)).waitFor();
    await page.locator('fk-field[name="name"] input').fill('Friday, north wing');
    await button(text.make.create).click();
    await button(bulkStrings.prepare(12)).click();
    await button(text.job.gate).click();
    await page.getByText(new RegExp(`12 of 12 packages on this \\w+\\. ${text.gate.flightMode}`)).waitFor();

    await sandbox.setFaults({ name: 'offline' });
    await server.close();
    await browser.context.setOffline(true);
    await link(text.job.go).click();
    const walked: string[] = [];
    while (walked.length < 12) {
      const id = (await shown())!;
      expect(walked).not.toContain(id);
      walked.push(id);
      air.hand = { pick: beacons.get(id)!.address };
      await button(runActionWords.connect).click();
      // Hands off: the next one comes by itself, after the last nobody is left.
      if (walked.length < 12) await expect.poll(shown).not.toBe(id);
    }
    await page.getByText(text.run.allDone).waitFor();
    expect(walked).toEqual(IDS);
    expect(air.prompts).toHaveLength(12);
    await page.getByText(text.counts.onTheWay(12)).waitFor();
    expect(await receiptPosts(sandbox)).toBe(0);

    await sandbox.setFaults();
    await sandbox.clearLog();
    await browser.context.setOffline(false);
    await page.getByText(text.counts.verified(12, 12)).waitFor();
    const devices = await sandbox.devices(...IDS);
    for (const id of IDS) expect(devices[id]).toMatchObject({ pending: null, stateChanges: 1, posts: 1, repeats: 0 });
  });
});
