/** A page whose telemetry requests are recorded, with separate accounts. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { type SandboxControl } from './app-server.ts';
import { connectAccount, devicesRead, freshSandbox } from './journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from './shared-browser.ts';
import { watchRequests, type SentRequest } from './stream-journey.ts';
import { hearingGateways, openTelemetry, sendingBeacons, telemetryQueries } from './telemetry-journey.ts';

export const [GATEWAY] = hearingGateways() as [string];
/** A beacon with a MAC address that measures temperature and battery. */
export const [ONE] = sendingBeacons(
  ({ device, has, intervalMs, trackingId }) =>
    device.mac === trackingId && has.temperature && has.battery && intervalMs === 60_000,
).map(({ trackingId }) => trackingId) as [string];

export let server: SharedServer;
export let browser: SharedBrowser;
export let page: Page;
export let sandbox: SandboxControl;
export let sent: SentRequest[];

export async function newPage(): Promise<Page> {
  const opened = await browser.newPage();
  // As in browsers without that dialog: the file is downloaded instead.
  await opened.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }));
  return opened;
}

/** Connects a new account, which has its own database and budget. */
export async function connect(): Promise<void> {
  sandbox = freshSandbox(server);
  sent.length = 0;
  // The tests send requests to the backend too, besides the app.
  await sandbox.setOptions({ telemetryPerMinute: null });
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await openTelemetry(page);
}

/** Registers the setup and teardown that every file of these tests needs. */
export function onTelemetryStage(): void {
  beforeAll(async () => {
    server = await shareServer();
    browser = await shareBrowser();
    page = await newPage();
    sent = watchRequests(page);
  });
  afterAll(async () => {
    await browser.giveBack();
  });
  afterEach(() => {
    // Every request names beacons or gateways but never both, and goes to this host only.
    for (const { searchParams, origin } of telemetryQueries(sent)) {
      expect(searchParams.has('trackingId') !== searchParams.has('sourceId')).toBe(true);
      expect(origin).toBe(server.origin);
    }
    expect(sent.filter(({ url }) => url.includes('elsewhere.example'))).toEqual([]);
    sent.length = 0;
  });
}
