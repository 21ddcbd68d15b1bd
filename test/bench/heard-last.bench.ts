/**
 * The telemetry page of practice, opened for the first time: the latest records, from a backend with a call for them
 * and from one without.
 */
import type { Page } from 'playwright-core';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { devicesRead, OWNER_KEY, toDevices } from '../support/journey.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';

export const bench: Bench = { title: 'Practice: who was heard last', run };

const ROUNDS = sized(3, 1);
const FIRST_ROWS_GOAL_S = 2;
const DONE_GOAL_S = 20;

interface Heard {
  /** From the navigation until the first beacon is shown with its time. */
  readonly rowsMs: number;
  /** Until no request is left. */
  readonly doneMs: number;
  readonly requests: number;
  /** The same requests by fetch alone, one after another. */
  readonly bareMs: number;
}

async function run({ outDir }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  try {
    const figures: Figure[] = [];
    for (const [telemetryLatest, words] of [
      ['served', 'with /latest'],
      ['notFound', 'without /latest'],
    ] as const) {
      await fetch(`${server.origin}/sandbox/control/options`, {
        method: 'PUT',
        headers: { connection: 'close' },
        body: JSON.stringify({ telemetryLatest, telemetryPerMinute: 1000 }),
      });
      const devices: Heard[] = [];
      for (let round = 0; round < ROUNDS; round += 1) devices.push(await openOnce(server.origin));
      const inS = (what: 'rowsMs' | 'doneMs' | 'bareMs'): number => median(devices.map((one) => one[what])) / 1000;
      const bare = `the same ${devices.at(-1)!.requests} requests by fetch alone: ${inS('bareMs').toFixed(1)} s`;
      figures.push(
        {
          name: `heard last ${words}: first rows`,
          value: inS('rowsMs'),
          unit: 's',
          goal: FIRST_ROWS_GOAL_S,
          detail: bare,
        },
        { name: `heard last ${words}: done`, value: inS('doneMs'), unit: 's', goal: DONE_GOAL_S },
      );
    }
    return figures;
  } finally {
    await server.close();
  }
}

/** In a new browser, with nothing stored on this phone. */
async function openOnce(origin: string): Promise<Heard> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await page.goto(origin);
    await page.getByRole('button', { name: welcomeStrings.practise }).click();
    await toDevices(page);
    await devicesRead(page);
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v3/telemetry')) requested.push(request.url());
    });
    const { rowsMs, doneMs } = await page.evaluate(openTelemetry);
    const bareMs = await replay(page, requested);
    return { rowsMs, doneMs, requests: requested.length, bareMs };
  } finally {
    await browser.kill();
  }
}

/** Runs in the page: checks at each frame from the navigation on what is shown. */
async function openTelemetry(): Promise<{ rowsMs: number; doneMs: number }> {
  const app = document.querySelector('fk-app')!.shadowRoot!;
  const beganMs = performance.now();
  window.navigation.navigate('/telemetry');
  let rowsMs = 0;
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const page = app.querySelector('fk-page-host')?.shadowRoot?.querySelector('fk-telemetry-page')?.shadowRoot;
    const row = page?.querySelector('fk-telemetry-fleet')?.shadowRoot?.querySelector('tbody fk-age');
    if (rowsMs === 0 && row != null) rowsMs = performance.now() - beganMs;
    const fresh = page?.querySelector('[data-checked="fresh"]');
    if (rowsMs > 0 && fresh != null) return { rowsMs, doneMs: performance.now() - beganMs };
  }
}

function replay(page: Page, urls: readonly string[]): Promise<number> {
  return page.evaluate(
    async ({ all, key }) => {
      const beganMs = performance.now();
      for (const url of all) await (await fetch(url, { headers: { 'Api-Key': key }, cache: 'no-store' })).arrayBuffer();
      return performance.now() - beganMs;
    },
    { all: urls, key: OWNER_KEY },
  );
}
