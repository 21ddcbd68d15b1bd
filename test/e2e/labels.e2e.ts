/** Printed labels in front of a camera, in the built app: the browser's camera plays a film of them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetOf } from '../../src/sandbox/fleet.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { deviceStrings } from '../../src/ui/strings/devices.ts';
import { labelStrings } from '../../src/ui/strings/label.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { FLEET_IDS, connectAccount, devicesRead, freshSandbox, goTo } from '../support/journey.ts';
import { film, photograph, type Print } from '../support/printed-codes.ts';
import { soon } from '../support/devices-place.ts';

const seen = path.join(temporaryFolder('camera'), 'film.y4m');
const [first = '', second = ''] = FLEET_IDS;
const macOf = (id: string): string => fleetOf(DEFAULT_SEED).find(({ uniqueId }) => uniqueId === id)?.mac ?? '';

let server: RunningServer;
let browser: TestBrowser;
let page: Page;
const complaints: string[] = [];

/** Sets what the camera shows from its next start on. */
function hold(...prints: readonly Print[]): void {
  writeFileSync(
    seen,
    film(
      prints.map((print) => photograph(print)),
      2,
    ),
  );
}

async function allowCamera(setting: 'granted' | 'denied'): Promise<void> {
  const session = await browser.pageSession(page);
  await session.send('Browser.setPermission', { permission: { name: 'camera' }, setting, origin: server.origin });
}

const scan = (): Promise<void> => page.locator('main').getByRole('button', { name: deviceStrings.scan }).click();

beforeAll(async () => {
  hold({ kind: 'qrcode', text: first, modulePx: 8 });
  server = await startAppServer();
  browser = await launchBrowser({
    whole: true,
    flags: ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${seen}`],
  });
  page = await browser.newPage();
  await allowCamera('granted');
  page.on('console', (message) => {
    if (/content security policy|trusted|permissions.policy/i.test(message.text())) complaints.push(message.text());
  });
  await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
  await devicesRead(page);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('the scanner of labels', () => {
  it('opens the beacon of a QR code with its address, even turned and out of focus, and switches the camera off', async () => {
    hold({ kind: 'qrcode', text: `https://example.com/b/${first}`, modulePx: 7, turnDegrees: 25, blurPx: 1 });
    // Prepared before the scan begins: a label that is read at once would leave no picture to check.
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const original = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await original(wanted);
        Object.assign(globalThis, { stream });
        return stream;
      };
    });
    await scan();
    await page.waitForURL(`**/devices/${first}`);
    const states = await page.evaluate(() =>
      (globalThis as unknown as { stream: MediaStream }).stream.getVideoTracks().map(({ readyState }) => readyState),
    );
    expect(states).toEqual(['ended']);
  });

  it('opens the beacon whose address a turned DataMatrix contains', async () => {
    await goTo(page, '/devices');
    hold({ kind: 'datamatrix', text: macOf(second).replaceAll(':', '').toUpperCase(), modulePx: 8, turnDegrees: 40 });
    await scan();
    await page.waitForURL(`**/devices/${second}`);
  });

  it('shows the text of an unrelated label without naming a beacon', async () => {
    await goTo(page, '/devices');
    hold({ kind: 'ean13', text: '4006381333931', modulePx: 3, blurPx: 1 });
    await scan();
    await page.getByText(labelStrings.read('4006381333931')).waitFor();
    await page.getByText(labelStrings.none).waitFor();
    expect(new URL(page.url()).pathname).toBe('/devices');
    await page.keyboard.press('Escape');
    await page.locator('fk-scan-label video').waitFor({ state: 'detached' });
  });

  it('adds an order ID from a bar code to those in the form', async () => {
    await goTo(page, '/orders');
    await page.getByLabel('Order IDs', { exact: true }).fill('AB-1');
    hold({ kind: 'code128', text: 'FK-NEW-01', modulePx: 3, turnDegrees: 93 });
    await scan();
    await soon(() => page.getByLabel('Order IDs', { exact: true }).inputValue()).toBe('AB-1\nFK-NEW-01');
  });

  it('explains what to do when the camera is refused', async () => {
    await allowCamera('denied');
    await scan();
    await page.getByText(labelStrings.troubles.refused).waitFor();
    await page.keyboard.press('Escape');
  });

  it('violates no Content Security Policy of the page', () => {
    expect(complaints).toEqual([]);
  });
});
