/**
 * A first visit over a slow network and with a slow processor: to a welcome page that can be used, and from Connect to the
 * overview with its devices. Only what the page loads is slowed; the service worker fetches the rest of the app beside it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startWholePreview, type RunningServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { freshSandbox, OWNER_KEY, typeAddresses } from '../support/journey.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';

const ROUNDS = sized(9, 1);
const BITS_PER_S = sized(1_600_000, 100_000_000);
const LATENCY_MS = sized(150, 0);
const SLOWER = sized(4, 1);
/** How long somebody types into the form; what comes next is loaded meanwhile. */
const FORM_OPEN_MS = sized(5000, 0);

export const bench: Bench = {
  title: `First visit at ${BITS_PER_S / 1e6} Mbit/s, ${LATENCY_MS} ms and ${SLOWER} × CPU slowdown`,
  run,
};

async function run({ outDir }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startWholePreview(outDir);
  try {
    const visits: Visit[] = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(server));
    return [
      {
        name: 'welcome page that can be used',
        value: median(visits.map((one) => one.welcomeMs)) / 1000,
        unit: 's',
        goal: 2.3,
      },
      {
        name: 'Connect to the overview with its devices',
        value: median(visits.map((one) => one.connectMs)) / 1000,
        unit: 's',
        goal: 3,
        detail: `${visits.map((one) => (one.connectMs / 1000).toFixed(1)).join(', ')} s`,
      },
    ];
  } finally {
    await server.close();
  }
}

interface Visit {
  readonly welcomeMs: number;
  readonly connectMs: number;
}

/** In a browser that has never seen the app. */
async function visit(server: RunningServer): Promise<Visit> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await slowDown(page);
    const opened = performance.now();
    await page.goto(server.origin, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Practice in the sandbox' }).click({ trial: true });
    const welcomeMs = performance.now() - opened;
    await page.locator('a[href="/connect"]').first().click();
    const { baseUrl, legacyBaseUrl } = freshSandbox(server);
    await typeAddresses(page, { baseUrl, legacyBaseUrl });
    await page.getByLabel(/^Vendor/).fill('acme');
    await page.getByLabel(/^API key/).fill(OWNER_KEY);
    await sleep(FORM_OPEN_MS);
    const pressed = performance.now();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.locator('fk-overview-page').getByText('254 devices').first().waitFor();
    return { welcomeMs, connectMs: performance.now() - pressed };
  } finally {
    await browser.kill();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerS = BITS_PER_S / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: bytesPerS,
    uploadThroughput: bytesPerS,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}
