/**
 * The main task without faults: one beacon, from the first screen to Verified, over the real Web Bluetooth and real
 * HTTP.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startAppServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { hold } from '../support/hold.ts';
import {
  beaconNamed,
  connectAccount,
  counterWords,
  devicesRead,
  fillConfiguration,
  freshSandbox,
  hangUp,
  openDevice,
  openOutbox,
  openPage,
  outboxWords,
  readable,
  receiptPosts,
  runEnded,
  trackTo,
  trackWords,
  typeAddresses,
} from '../support/journey.ts';
import {
  storeBeacons,
  emulateRadio,
  type EmulatedRadio,
  type Beacon,
  type BeaconStore,
} from '../support/peripheral.ts';
import { useRoboto } from '../support/roboto.ts';

const ID = 'Kf7Qp2';
const PICTURES = path.resolve(import.meta.dirname, '../../public/screenshots');

let server: RunningServer;
let browser: TestBrowser;
let beaconStore: BeaconStore;
let emulatedRadio: EmulatedRadio;

beforeAll(async () => {
  server = await startAppServer();
  browser = await launchBrowser({ whole: true, followsWorkers: true });
  beaconStore = storeBeacons();
  emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: server.otherOrigin });
});
afterAll(async () => {
  await browser.kill();
  await server.close();
});

/** Returns texts outside the track that are allowed only after the backend's verdict. */
async function claims(page: Page): Promise<string[]> {
  const places = ['fk-run-page .say', 'fk-toast', 'fk-prepare-outcome', 'fk-header', 'fk-run-page .actions'];
  const texts = await Promise.all(places.map((place) => readable(page.locator(place))));
  return texts.filter((text) => /verified|configured|\bdone\b/i.test(text));
}

/**
 * Records in the page when a word first appears that requires the backend's verdict, including the last mark of the
 * track.
 */
function watchForClaims(page: Page): Promise<void> {
  return page.evaluate(() => {
    const here = globalThis as unknown as { firstClaim: { atMs: number; text: string } | null };
    here.firstClaim = null;
    const texts = (node: Node): string => {
      if (node instanceof HTMLStyleElement) return '';
      const inner = node instanceof Element && node.shadowRoot !== null ? texts(node.shadowRoot) : '';
      // Empty marks, and the next word below them, name later steps and state nothing.
      if (node instanceof Element && node.matches('li.empty, .next')) return '';
      return node instanceof Text ? node.data : inner + [...node.childNodes].map(texts).join(' ');
    };
    const check = (): void => {
      const text = texts(document.body).replace(/\s+/g, ' ');
      const claim = /[^.]*(?<!not )\b(verified|configured|done)\b[^.]*/i.exec(text);
      if (claim === null) requestAnimationFrame(check);
      else here.firstClaim = { atMs: Date.now(), text: claim[0] };
    };
    check();
  });
}

function firstClaim(page: Page): Promise<{ atMs: number; text: string } | null> {
  return page.evaluate(
    () => (globalThis as unknown as { firstClaim: { atMs: number; text: string } | null }).firstClaim,
  );
}

/** Sizes in CSS pixels; a phone has two device pixels for each. */
const SIZES = {
  phone: { width: 390, height: 844, deviceScaleFactor: 2 },
  laptop: { width: 1280, height: 800, deviceScaleFactor: 1 },
} as const;

/** Saves a picture for the manifest and the README, on request only, because no two runs give the same bytes. */
async function picture(page: Page, name: keyof typeof SIZES): Promise<void> {
  if (process.env['FIELDKIT_PICTURES'] !== '1') return;
  const session = await browser.pageSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { ...SIZES[name], mobile: false });
  await session.send('Emulation.setScrollbarsHidden', { hidden: true });
  await useRoboto(page);
  // Two frames, after which the page is drawn in the new size.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(path.join(PICTURES, `${name}.png`), data, 'base64');
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.detach();
}

describe('one beacon from the first screen to Verified', () => {
  let page: Page;
  let sandbox: SandboxControl;
  let beacon: Beacon;
  const requested: string[] = [];
  /** When the run was started that writes the beacon. */
  let begunAtMs = 0;
  const now = (): Beacon => beaconStore.beacons.get(beacon.address)!;

  beforeAll(async () => {
    sandbox = freshSandbox(server);
    beacon = beaconNamed(ID);
    await hangUp(emulatedRadio, beaconStore, beacon);
    page = await openPage(browser, emulatedRadio);
    browser.context.on('request', (request) => requested.push(new URL(request.url()).pathname));
  });
  afterAll(() => page.close());

  it('begins with practice or an account to choose, and reports the result of the connection test', async () => {
    await page.goto(server.origin);
    await expect.poll(() => page.getByRole('button', { name: 'Practice in the sandbox' }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Connect your account' }).click();
    await typeAddresses(page, sandbox);
    await page.getByLabel(/^API key/).fill('not-the-key');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('The backend does not accept this API key.').waitFor();
  });

  it('is listed with the whole fleet, in one page of the largest size', async () => {
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    const count = Number(((await page.getByText(/^\d+ devices$/).textContent()) ?? '').split(' ')[0]);
    expect(count).toBeGreaterThanOrEqual(230);
    const pages = (await sandbox.log()).filter(
      ({ method, path: requestPath }) =>
        method === 'GET' && requestPath.startsWith('/legacy/device?') && requestPath.includes('startIndex'),
    );
    const queries = pages.map(({ path: requestPath }) => new URLSearchParams(requestPath.split('?')[1]));
    expect(new Set(queries.map((query) => query.get('startIndex')))).toEqual(new Set(['0']));
    expect(queries.map((query) => query.get('maxResult'))).toContain('500');
  });

  it('is prepared after the old value was shown beside the new one', async () => {
    await openDevice(page, ID);
    await page.getByRole('link', { name: 'Configure', exact: true }).click();
    const before = beacon.state.values;
    const txPower = before['txPower'] === 3 ? 4 : 3;
    await fillConfiguration(page, { txPower, interval: 1234 });
    const table = page.locator('fk-change-table');
    await table.waitFor();
    expect(await readable(table)).toMatch(
      new RegExp(`Advertising interval from ${String(before['interval'])}.* to 1234`),
    );
    expect(await readable(table)).toContain('dBm');
    expect(await claims(page)).toEqual([]);
    await page.getByRole('button', { name: 'Prepare', exact: true }).click();
    await page.getByText('Downloaded. Next, go to the beacon and write it.').waitFor();
    expect(await claims(page)).toEqual([]);
    expect((await sandbox.devices(ID))[ID]?.pending?.values).toMatchObject({ txPower, interval: 1234 });
    expect(await receiptPosts(sandbox)).toBe(0);
  });

  it('is written, its receipt is kept and delivered, and Verified is shown when the backend has accepted the receipt', async () => {
    await page.getByRole('link', { name: 'Go to run' }).click();
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Downloaded'));
    await picture(page, 'phone');

    // The backend's answer is delayed until the test releases it; before that, nothing may be shown as verified.
    const verdict = hold();
    await page.route('**/device/update', async (route) => {
      const answer = await route.fetch();
      await verdict.over;
      await route.fulfill({ response: answer });
    });
    await watchForClaims(page);
    begunAtMs = Date.now();
    emulatedRadio.resetCounts();
    emulatedRadio.hand = { pick: beacon.address };
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await runEnded(page);
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Receipt saved'));
    await expect.poll(() => counterWords(page)).toBe('1 receipt not delivered yet');
    await expect.poll(() => receiptPosts(sandbox)).toBe(1);
    expect(await trackWords(page)).toEqual(trackTo('Receipt saved'));
    expect(await firstClaim(page)).toBeNull();

    const letGoAtMs = Date.now();
    verdict.letGo();
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
    expect(await claims(page)).toEqual(['Verified by the backend.']);
    expect((await firstClaim(page))!.atMs).toBeGreaterThanOrEqual(letGoAtMs);
    await page.unroute('**/device/update');
    await expect.poll(() => counterWords(page)).toBe('Outbox, nothing to send');
  });

  it('needed no more Bluetooth operations than the procedure defines', async () => {
    const { poll, ...others } = emulatedRadio.counts(beacon.address);
    expect(others).toEqual({ connect: 1, discover: 1, write: 1, readResponse: 1, readToken: 0, other: 0 });
    expect(poll).toBeGreaterThanOrEqual(1);
    expect(poll).toBeLessThanOrEqual(3);
    expect(emulatedRadio.prompts).toHaveLength(1);
    expect(now().state.values).toMatchObject({ interval: 1234 });
    expect(now().state.applied).toHaveLength(1);
  });

  it('had one effect at the backend, by one post, with its time in seconds', async () => {
    const device = (await sandbox.devices(ID))[ID]!;
    expect(device).toMatchObject({ pending: null, stateChanges: 1, posts: 1, repeats: 0, notVerified: 0 });
    expect(device.values).toMatchObject({ interval: 1234 });
    // Whole seconds of the backend's clock, which the phone reads from headers without fractions of a second.
    expect(device.updated!).toBeGreaterThanOrEqual(Math.floor(begunAtMs / 1000) - 1);
    expect(device.updated!).toBeLessThanOrEqual(Date.now() / 1000 + 1);
    expect(await receiptPosts(sandbox)).toBe(1);
  });

  it('is delivered in the outbox and verified on the device page', async () => {
    await openOutbox(page);
    await expect.poll(() => outboxWords(page, ID)).toEqual(['Verified']);
    await openDevice(page, ID);
    await expect.poll(() => trackWords(page)).toEqual(trackTo('Verified'));
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await picture(page, 'laptop');
  });

  it('did not make the app load any code of the sandbox', () => {
    expect(requested.filter((one) => one.startsWith('/assets/')).length).toBeGreaterThan(10);
    expect(requested.filter((one) => one.startsWith('/assets/sandbox'))).toEqual([]);
  });

  it('never left the key where others could read it', async () => {
    const stored = await page.evaluate(async () => {
      const found: string[] = [JSON.stringify({ ...localStorage })];
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const open = indexedDB.open(name!);
          open.onsuccess = () => resolve(open.result);
          open.onerror = () => reject(open.error!);
        });
        for (const store of database.objectStoreNames) {
          const rows = await new Promise<unknown[]>((resolve) => {
            const all = database.transaction(store).objectStore(store).getAll();
            all.onsuccess = () => resolve(all.result as unknown[]);
          });
          found.push(JSON.stringify(rows));
        }
        database.close();
      }
      return found;
    });
    expect(stored.join('').length).toBeGreaterThan(1000);
    expect(stored.join('')).not.toContain('sandbox-owner-key');
    const requests = (await sandbox.log()).map(({ path: address, body }) => address + body).join('\n');
    expect(requests).not.toContain('sandbox-owner-key');
  });
});
