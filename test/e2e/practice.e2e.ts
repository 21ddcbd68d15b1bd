/** Practice in the sandbox without an account, without Bluetooth and without a network, from a static host. */
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { practiceStrings } from '../../src/ui/strings/practice.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { devicesRead, openRun, prepare, runEnded, toDevices, trackTo, trackWords } from '../support/journey.ts';
import { startStaticHost, type StaticHost } from '../support/static-host.ts';

const dist = process.env['FIELDKIT_DIST'] ?? path.resolve(import.meta.dirname, '../../dist');
const ID = '9cVx2LaT';

let host: StaticHost;
let browser: TestBrowser;
afterAll(async () => {
  await browser?.kill();
  await host?.close();
});

it('practice on a static host has its backend in the page, and reaches Verified without a network after a cold start', async () => {
  host = await startStaticHost(dist, false);
  // Practice needs nothing from the machine, not even Web Bluetooth.
  browser = await launchBrowser({ flags: ['--disable-blink-features=WebBluetooth'] });
  const page = await browser.newPage();
  await page.goto(host.origin);
  await page.getByRole('button', { name: 'Practice in the sandbox' }).click();
  await toDevices(page);
  await devicesRead(page);
  await expect
    .poll(() =>
      page.evaluate(
        async () =>
          navigator.serviceWorker.controller !== null && (await (await caches.open('practice')).keys()).length > 0,
      ),
    )
    .toBe(true);
  await page.close();
  await host.close();

  const cold = await browser.newPage();
  await cold.goto(`${host.origin}/devices`);
  await devicesRead(cold);
  await prepare(cold, ID, { interval: 1234 });
  await openRun(cold, ID);
  await cold.getByRole('button', { name: 'Connect', exact: true }).click();
  const chooser = cold.getByRole('dialog', { name: practiceStrings.chooser.heading });
  await chooser.getByRole('button', { name: practiceStrings.chooser.printed(ID) }).click();
  await runEnded(cold);
  await expect.poll(() => trackWords(cold)).toEqual(trackTo('Verified'));
});
