/**
 * The backend on a separate origin, with exactly the headers of the public one: the whole main task, and honest
 * messages about failures.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { failureWords } from '../../src/ui/strings/failures.ts';
import { sandboxControl, startSandboxServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import {
  FLEET_IDS,
  OWNER_KEY,
  beaconNamed,
  connectAccount,
  devicesRead,
  hangUp,
  openOutbox,
  openPage,
  openRun,
  outboxEntries,
  outboxWords,
  prepare,
  readable,
  runOnce,
  trackTo,
  trackWords,
  typeAddresses,
} from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { storeBeacons, emulateRadio, type EmulatedRadio, type BeaconStore } from '../support/peripheral.ts';
import { importReceipts } from '../support/receipts.ts';
import { storedReceipts } from '../support/stored-rows.ts';

const [RUN, LIMITED] = FLEET_IDS as [string, string];

let server: SharedServer;
let backend: RunningServer;
let sandbox: SandboxControl;
let browser: SharedBrowser;
let beaconStore: BeaconStore;
let emulatedRadio: EmulatedRadio;
let page: Page;

beforeAll(async () => {
  [server, backend] = await Promise.all([shareServer(), startSandboxServer()]);
  sandbox = sandboxControl(backend.origin, 'abroad');
  browser = await shareBrowser();
  beaconStore = storeBeacons();
  emulatedRadio = await emulateRadio(browser, beaconStore, { keepAliveOrigin: server.otherOrigin });
  page = await openPage(browser, emulatedRadio);
});
afterAll(async () => {
  await browser.giveBack();
  await backend.close();
});

const soon = <T>(read: () => T) => expect.poll(read);

describe('the test of a connection', () => {
  const test = async (legacyBaseUrl: string, key: string, baseUrl = sandbox.baseUrl): Promise<void> => {
    await typeAddresses(page, { baseUrl, legacyBaseUrl });
    await page.getByLabel(/^Vendor/).fill('acme');
    await page.getByLabel(/^API key/).fill(key);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  const HIDDEN = 'The backend can be reached, but it blocks this site (CORS).';

  beforeAll(() => page.goto(`${server.origin}/connect`));

  it('reports an answer that CORS hides', async () => {
    await sandbox.setOptions({ cors: 'none' });
    await test(sandbox.legacyBaseUrl, OWNER_KEY);
    await page.getByText(HIDDEN).waitFor();
  });

  it('reports a wrong key, and a hidden answer when the 401 lacks the headers', async () => {
    await sandbox.setOptions({ cors: 'public', v3Cors: 'public' });
    await test(sandbox.legacyBaseUrl, 'wrong');
    await page.getByText('The backend does not accept this API key.').waitFor();
    await sandbox.setOptions({ corsOn401: false });
    await test(sandbox.legacyBaseUrl, 'wrong-too');
    await page.getByText(HIDDEN).waitFor();
    await sandbox.setOptions({ corsOn401: true });
  });

  it('reports a wrong host', async () => {
    await test(`http://localhost:${await closedPort()}/legacy`, OWNER_KEY);
    await page.getByText('No answer. Either the address is wrong or this laptop is offline.').waitFor();
  });

  it('reports a missing v3 address next to a legacy one that works', async () => {
    await test(sandbox.legacyBaseUrl, OWNER_KEY, `http://localhost:${await closedPort()}`);
    await page.getByText(/^Address for devices: The connection works/).waitFor();
    await page.getByText(/^Address for telemetry: No answer/).waitFor();
  });

  it("refuses an address in the form that the page's policy forbids", async () => {
    // On this machine, but a policy cannot name it as a source.
    const other = `http://[::1]:${new URL(server.origin).port}`;
    await test(`${other}/sandbox/legacy`, OWNER_KEY, other);
    await page.getByText('Plain http is accepted for localhost only.').first().waitFor();
  });

  it('connects when every header is allowed', async () => {
    await test(sandbox.legacyBaseUrl, OWNER_KEY);
    await page.waitForURL('**/overview');
  });

  /** Returns a port without a listener. */
  async function closedPort(): Promise<number> {
    const probe = createServer();
    await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => void probe.close(resolve));
    return port;
  }
});

describe('the app on another origin than its backend', () => {
  it('brings a beacon from its change to Verified', async () => {
    await sandbox.clearLog();
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
    const beacon = beaconNamed(RUN);
    await hangUp(emulatedRadio, beaconStore, beacon);
    await prepare(page, RUN, { interval: 1234 });
    await openRun(page, RUN);
    await runOnce(page, emulatedRadio, beacon.address);
    await soon(() => trackWords(page)).toEqual(trackTo('Verified'));
    expect((await sandbox.devices(RUN))[RUN]).toMatchObject({ pending: null, stateChanges: 1, posts: 1 });
  });

  it('sends no header that the preflight does not allow', async () => {
    const preflights = (await sandbox.log()).filter(({ method }) => method === 'OPTIONS');
    expect(preflights.length).toBeGreaterThan(0);
    const requested = new Set(
      preflights.flatMap(({ headers }) =>
        (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim().toLowerCase()),
      ),
    );
    expect(
      [...requested].filter((name) => !['', 'content-type', 'api-key', 'accept', 'authorization'].includes(name)),
    ).toEqual([]);
    expect(requested).toContain('api-key');
  });

  it('waits 60 s after a 429 whose Retry-After cannot be read, or until a person presses the button', async () => {
    await openOutbox(page);
    await sandbox.setFaults({
      name: 'status',
      status: 429,
      retryAfter: 'seconds',
      seconds: 2,
      match: { method: 'POST', path: '/device/update' },
      times: 1,
    });
    await importReceipts(page, sandbox, LIMITED);
    await soon(() => readable(outboxEntries(page, LIMITED))).toContain(failureWords.rateLimit.says);
    const [row] = await storedReceipts(page, LIMITED);
    expect(row!.nextAtMs! - row!.lastAnswer!.atMs).toBe(60_000);
    expect(await readable(outboxEntries(page, LIMITED))).toMatch(/Next try in (60|5\d) s/);
    expect((await sandbox.devices(LIMITED))[LIMITED]!.posts).toBe(0);
    await page.getByRole('button', { name: 'Send now', exact: true }).click();
    await soon(() => outboxWords(page, LIMITED)).toEqual(['Verified']);
    expect((await sandbox.devices(LIMITED))[LIMITED]!.posts).toBe(1);
  });
});
