/** "Check before you go" in the built app: what the browser and the phone lack is reported alone with its one remedy. */
import { appendFileSync, cpSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldCheck } from '../../src/domain/job/field-checks.ts';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { jobStrings as text } from '../../src/ui/strings/jobs.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import {
  beaconNamed,
  connectAccount,
  devicesRead,
  FLEET_IDS,
  freshSandbox,
  goTo,
  openPage,
} from '../support/journey.ts';
import { storeBeacons, emulateRadio, type EmulatedRadio } from '../support/peripheral.ts';
import { sampled } from '../support/sampled.ts';

const ID = FLEET_IDS[40]!;
/** Nothing is written to it. */
const beacon = beaconNamed(ID);
const { checks, remedies } = text.gate;

const served = temporaryFolder('served');
let server: RunningServer;
let browser: TestBrowser;
let emulatedRadio: EmulatedRadio;
let page: Page;
let session: CDPSession;

beforeAll(async () => {
  cpSync(path.resolve(process.env['FIELDKIT_DIST'] ?? 'dist'), served, { recursive: true });
  server = await startAppServer({ outDir: served });
  browser = await launchBrowser({ flags: ['--use-fake-device-for-media-stream'] });
  emulatedRadio = await emulateRadio(browser, storeBeacons([beacon]), { keepAliveOrigin: server.otherOrigin });
  page = await openPage(browser, emulatedRadio);
  session = await browser.pageSession(page);
  for (const name of ['camera', 'screen-wake-lock']) await allow(name, 'granted');
  await connectAccount(page, {
    origin: server.origin,
    sandbox: freshSandbox(server),
    passphrase: 'seven grey herons wade',
  });
  await devicesRead(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await goTo(page, '/jobs/new');
  const buffer = Buffer.from(`id,minor\n${ID},101\n`);
  await page
    .locator('fk-csv-import input[type="file"]')
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer });
  await page.getByText(text.csv.found(1, 1, 0)).waitFor();
  await page.locator('fk-field[name="name"] input').fill('Gate');
  await button(text.make.create).click();
  await button(bulkStrings.prepare(1)).click();
  await button(text.job.gate).click();
});
afterAll(async () => {
  await browser.kill();
  await server.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function allow(name: string, setting: 'granted' | 'denied'): Promise<void> {
  await session.send('Browser.setPermission', { permission: { name }, setting, origin: server.origin });
}

/** Runs the checks once more. Returns the verdict, and sentence and button of each check with a finding. */
async function tried(): Promise<{ verdict: string; cards: { name: string; says: string; remedy: string }[] }> {
  // No verdict is shown during the checks.
  const verdict = page.locator('fk-job-gate [role="status"] strong');
  await verdict.waitFor();
  await page.locator('fk-job-gate fk-foot').getByRole('button', { name: text.gate.again, exact: true }).click();
  await verdict.waitFor();
  return page.locator('fk-job-gate').evaluate((gate) => {
    const words = (node: Element | null): string => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
    const root = gate.shadowRoot!;
    return {
      verdict: words(root.querySelector('[role="status"] strong')),
      cards: [...root.querySelectorAll('li')].flatMap((card) =>
        card.querySelector('p') === null
          ? []
          : [
              {
                name: words(card.querySelector('h3')),
                says: words(card.querySelector('p')),
                remedy: words(card.querySelector('fk-button')),
              },
            ],
      ),
    };
  });
}

interface Planted {
  readonly what: string;
  readonly plant: () => Promise<(() => Promise<unknown>) | null>;
  readonly check: FieldCheck;
  readonly says: string;
  /** '' when only a person can help, as the sentence says. */
  readonly remedy: string;
  /** Whether the job is still reported to work in flight mode. */
  readonly flies: boolean;
}

const PLANTED: readonly Planted[] = [
  {
    what: 'a file of the app has gone from the cache',
    async plant() {
      await page.evaluate(async () => {
        const [name] = (await caches.keys()).filter((one) => one.includes('precache'));
        const cache = await caches.open(name!);
        const key = (await cache.keys()).find(({ url }) => url.includes('/assets/'))!;
        Object.assign(globalThis, { gone: { name, key, answer: await cache.match(key) } });
        await cache.delete(key);
      });
      return () =>
        page.evaluate(async () => {
          const { gone } = globalThis as unknown as { gone: { name: string; key: Request; answer: Response } };
          await (await caches.open(gone.name)).put(gone.key, gone.answer);
        });
    },
    check: 'app',
    says: checks.app.bad,
    remedy: '',
    flies: false,
  },
  {
    what: 'there is no Bluetooth that the page may use',
    async plant() {
      await emulatedRadio.power('absent');
      return () => emulatedRadio.power('powered-on');
    },
    check: 'bluetooth',
    says: checks.bluetooth.bad,
    remedy: '',
    flies: true,
  },
  {
    what: 'the camera is refused',
    async plant() {
      await allow('camera', 'denied');
      return () => allow('camera', 'granted');
    },
    check: 'camera',
    says: checks.camera.heed,
    remedy: remedies.camera,
    flies: true,
  },
  {
    what: 'the screen cannot be kept on',
    async plant() {
      await allow('screen-wake-lock', 'denied');
      return () => allow('screen-wake-lock', 'granted');
    },
    check: 'awake',
    says: checks.awake.heed,
    remedy: '',
    flies: true,
  },
  {
    what: 'a new version waits',
    async plant() {
      appendFileSync(path.join(served, 'sw.js'), '\n// newer\n');
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null))
        .toBe(true);
      // The remedy is the update itself, which restarts the page, so this case is the last.
      return null;
    },
    check: 'update',
    says: checks.update.heed,
    remedy: remedies.update,
    flies: true,
  },
];

describe('the check before departure', () => {
  it('asks for what only a person can grant, and ends with the self-test when all is good', async () => {
    const first = await tried();
    expect(first.cards).toEqual([
      { name: checks.stored.open, says: checks.stored.heed, remedy: remedies.persist },
      // The browser reports "available" whether Bluetooth is on or off.
      { name: checks.bluetooth.name, says: checks.bluetooth.unknown, remedy: remedies.radio },
    ]);
    await allow('persistent-storage', 'granted');
    await button(remedies.persist).click();
    emulatedRadio.hand = { pick: beacon.address };
    await button(remedies.radio).click();
    await expect.poll(async () => (await tried()).cards).toEqual([]);
    expect((await tried()).verdict).toBe(`${text.gate.here(1, 1)} ${text.gate.flightMode}`);
  });

  it.each(sampled('planted', PLANTED, 3))(
    'names the problem when $what',
    async ({ plant, check, says, remedy, flies }) => {
      const mend = await plant();
      try {
        const { verdict, cards } = await tried();
        expect(cards).toEqual([{ name: checks[check].name, says, remedy }]);
        expect(verdict).toBe(`${text.gate.here(1, 1)}${flies ? ` ${text.gate.flightMode}` : ''}`);
      } finally {
        await mend?.();
      }
      if (mend !== null) await expect.poll(async () => (await tried()).cards).toEqual([]);
    },
  );
});
