/**
 * Practice in the sandbox without an account and without Bluetooth, with faults, across reloads, and from a static
 * host.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { guideStrings } from '../../src/ui/strings/guide.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { practiceStrings } from '../../src/ui/strings/practice.ts';
import { runActionWords } from '../../src/ui/strings/run.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import {
  counterWords,
  devicesRead,
  goTo,
  openRun,
  prepare,
  readable,
  runEnded,
  shownRun,
  trackTo,
  trackWords,
  type ShownRun,
  toDevices,
} from '../support/journey.ts';
import { storedRuns } from '../support/stored-rows.ts';

const dist = process.env['FIELDKIT_DIST'] ?? path.resolve(import.meta.dirname, '../../dist');

/** Practice needs nothing from the machine, not even Web Bluetooth. */
const NO_BLUETOOTH = { flags: ['--disable-blink-features=WebBluetooth'] };

async function practise(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Practice in the sandbox' }).click();
  await toDevices(page);
  await devicesRead(page);
}

/** Presses the action and picks the beacon in the page's own chooser. */
async function pick(page: Page, action: string, uniqueId: string): Promise<ShownRun> {
  await page.getByRole('button', { name: action, exact: true }).click();
  const chooser = page.getByRole('dialog', { name: practiceStrings.chooser.heading });
  await chooser.getByRole('button', { name: practiceStrings.chooser.printed(uniqueId) }).click();
  return runEnded(page);
}

async function verified(page: Page): Promise<void> {
  await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
}

async function arrange(page: Page, side: 'Beacon and radio' | 'Backend and network', fault: string): Promise<void> {
  await page.getByRole('link', { name: 'More', exact: true }).click();
  const panel = page.locator('practice-panel');
  if (!(await panel.isVisible())) await page.getByText('Practice panel', { exact: true }).click();
  const place = panel.getByRole('region', { name: side });
  await place.getByLabel(practiceStrings.panel.fault).selectOption({ label: fault });
  await place.getByRole('button', { name: practiceStrings.panel.add, exact: true }).click();
  await place.getByText(`(${practiceStrings.panel.left(1)})`).waitFor();
}

describe('practice with the backend on the server', () => {
  let server: RunningServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await startAppServer();
    browser = await launchBrowser(NO_BLUETOOTH);
    page = await browser.newPage();
    await practise(page, server.origin);
  });
  afterAll(async () => {
    await browser.kill();
    await server.close();
  });

  it('reaches Verified with the chooser in the page', async () => {
    await prepare(page, 'tB4x', { interval: 1234 });
    await page.getByRole('link', { name: 'Go to run' }).click();
    expect(await pick(page, 'Connect', 'tB4x')).toMatchObject({ action: 'Go on with the guide' });
    await verified(page);
    expect(await counterWords(page)).toBe('Outbox, nothing to send');
  });

  it('drops the link at the chosen moment, and leads back to the run after a reload', async () => {
    await prepare(page, 'Kf7Qp2', { interval: 1234 });
    await arrange(page, 'Beacon and radio', practiceStrings.beaconFaults.drop('during', 'write'));
    await openRun(page, 'Kf7Qp2');
    expect(await pick(page, 'Connect', 'Kf7Qp2')).toMatchObject({
      says: 'Uncertain: connection lost while writing. Reconnect to check.',
      action: 'Reconnect and check',
    });

    await page.reload();
    await goTo(page, '/run');
    const unfinished = page.getByRole('region', { name: /Unfinished/ });
    await unfinished.getByRole('link', { name: /Kf7Qp2/ }).click();
    await expect.poll(async () => (await shownRun(page)).action).toBe('Reconnect and check');
    await pick(page, 'Reconnect and check', 'Kf7Qp2');
    await verified(page);
    expect((await storedRuns(page, 'Kf7Qp2')).map(({ writes }) => writes)).toEqual([1]);
  });

  it('allows a whole job with faults on the pages of jobs', async () => {
    await goTo(page, '/practice');
    await page.getByRole('button', { name: guideStrings.job.start, exact: true }).click();
    await page.getByRole('button', { name: bulkStrings.prepare(12), exact: true }).click();
    // Faults of a beacon appear only on site; its note says what to do.
    await page.getByRole('button', { name: jobStrings.job.gate, exact: true }).waitFor();
    const jobId = new URL(page.url()).pathname.split('/').at(-1)!;
    await goTo(page, `/jobs/${jobId}/run`);
    const shown = (): Promise<string> =>
      page.locator('fk-task-run').evaluate((element: HTMLElement & { uniqueId: string }) => element.uniqueId);
    const choose = async (action: string, uniqueId: string): Promise<void> => {
      await page.getByRole('button', { name: action, exact: true }).click();
      const chooser = page.getByRole('dialog', { name: practiceStrings.chooser.heading });
      await chooser.getByRole('button', { name: practiceStrings.chooser.printed(uniqueId) }).click();
    };
    const lessonAt = (): Promise<string> => readable(page.locator('fk-job-run-page'));
    for (const lesson of ['first', 'marks', 'connects'] as const) {
      await expect.poll(lessonAt).toContain(guideStrings.lessons[lesson]);
      const here = await shown();
      await choose(runActionWords.connect, here);
      // The next beacon is shown automatically.
      await expect.poll(shown).not.toBe(here);
    }
    const dropped = await shown();
    await expect.poll(lessonAt).toContain(guideStrings.lessons.drops);
    await choose(runActionWords.connect, dropped);
    await page.getByRole('button', { name: runActionWords.reconnect, exact: true }).waitFor();
    await page.getByRole('button', { name: runActionWords.reconnect, exact: true }).click();
    await expect.poll(shown).not.toBe(dropped);
    expect((await storedRuns(page, dropped)).map(({ writes, outcome }) => [writes, outcome?.kind]).at(-1)).toEqual([
      1,
      'receipt',
    ]);
  });
});

describe('practice on a static host', () => {
  let server: Server;
  let origin: string;
  let browser: TestBrowser;

  beforeEach(async () => {
    server = createServer(
      (request, response) =>
        void serveFile(request.url ?? '/').then(({ type, bytes }) =>
          response.setHeader('content-type', type).end(bytes),
        ),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser(NO_BLUETOOTH);
  });
  afterEach(async () => {
    await browser.kill();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('has its backend in the page, and reaches Verified without a network after a cold start', async () => {
    const page = await browser.newPage();
    await practise(page, origin);
    await expect
      .poll(() =>
        page.evaluate(
          async () =>
            navigator.serviceWorker.controller !== null && (await (await caches.open('practice')).keys()).length > 0,
        ),
      )
      .toBe(true);
    await page.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));

    const cold = await browser.newPage();
    await cold.goto(`${origin}/devices`);
    await devicesRead(cold);
    await prepare(cold, '9cVx2LaT', { interval: 1234 });
    await openRun(cold, '9cVx2LaT');
    await pick(cold, 'Connect', '9cVx2LaT');
    await verified(cold);
  });

  const TYPES: Readonly<Record<string, string>> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.webmanifest': 'application/manifest+json',
    '.txt': 'text/plain',
    '.json': 'application/json',
  };

  /** As a static host with a fallback: a path without a file serves the app. */
  async function serveFile(url: string): Promise<{ type: string; bytes: Buffer }> {
    const file = path.join(dist, path.normalize(new URL(url, 'http://host').pathname));
    const type = TYPES[path.extname(file)];
    const bytes = type === undefined ? null : await readFile(file).catch(() => null);
    return bytes === null
      ? { type: 'text/html', bytes: await readFile(path.join(dist, 'index.html')) }
      : { type: type!, bytes };
  }
});
