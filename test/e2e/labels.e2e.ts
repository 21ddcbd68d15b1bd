/** A printed label in front of a camera, in the built app: the browser's camera plays a film of it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceStrings } from '../../src/ui/strings/devices.ts';
import { labelStrings } from '../../src/ui/strings/label.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { FLEET_IDS, connectAccount, devicesRead, freshSandbox, goTo } from '../support/journey.ts';
import { film, photograph } from '../support/printed-codes.ts';

const seen = path.join(temporaryFolder('camera'), 'film.y4m');
const [first] = FLEET_IDS as [string];

let server: RunningServer;
let browser: TestBrowser;
let page: Page;
const complaints: string[] = [];

async function allowCamera(setting: 'granted' | 'denied'): Promise<void> {
  const session = await browser.pageSession(page);
  await session.send('Browser.setPermission', { permission: { name: 'camera' }, setting, origin: server.origin });
}

const scan = (): Promise<void> => page.locator('main').getByRole('button', { name: deviceStrings.scan }).click();

beforeAll(async () => {
  writeFileSync(
    seen,
    film(
      [photograph({ kind: 'qrcode', text: `https://example.com/b/${first}`, modulePx: 7, turnDegrees: 25, blurPx: 1 })],
      2,
    ),
  );
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

  it('explains what to do when the camera is refused', async () => {
    await allowCamera('denied');
    await goTo(page, '/devices');
    await scan();
    await page.getByText(labelStrings.troubles.refused).waitFor();
  });

  it('violates no Content Security Policy of the page', () => {
    expect(complaints).toEqual([]);
  });
});
