/**
 * Hostile texts in the built app: from the backend, typed, searched for, imported and in messages. Nothing runs,
 * nothing breaks, and no odd text is shown.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import fc from 'fast-check';
import { hostileAnswers, type HostileAnswer } from '../hostile/answers.ts';
import { payloads } from '../hostile/payloads.ts';
import { type SandboxControl } from '../support/app-server.ts';
import {
  FLEET_IDS,
  connectAccount,
  devicesRead,
  fillConfiguration,
  freshSandbox,
  goTo,
  editDevice,
  openDevice,
  readable,
  typeAddresses,
} from '../support/journey.ts';
import { guard, type Guard } from '../support/guard-page.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { sampled } from '../support/sampled.ts';
import { storedEdit } from '../support/stored-rows.ts';
import { showView } from '../support/telemetry-journey.ts';

/**
 * Without texts that contain "undefined", which would hide a fault of the app; a control cannot be filled with half a
 * character.
 */
const TEXTS = payloads(90)
  .map(({ text }) => text)
  .filter((text) => text.length < 600 && !/undefined|NaN|\[object|[\ud800-\udfff]/.test(text))
  .slice(0, 50);
/** Answers that a network can deliver: HTTP statuses, and bodies without odd words of their own. */
const ANSWERS = fc
  .sample(hostileAnswers, { seed: 20_260_306, numRuns: 200 })
  .filter(
    (answer) =>
      answer.kind === 'rejects' ||
      (answer.kind === 'response' &&
        answer.status >= 200 &&
        answer.status <= 599 &&
        !/undefined|NaN|\[object|[\ud800-\udfff]/.test(answer.body)),
  )
  .slice(0, 16);
const [ID, ...OTHERS] = FLEET_IDS as [string, ...string[]];
const SEEDED = [ID, ...OTHERS.slice(0, 4)];
const ODD_WORDS = /\bundefined\b|\[object |\bNaN\b|function \w*\(|native code/;

describe('hostile texts in the built app', () => {
  let server: SharedServer;
  let browser: SharedBrowser;
  let sandbox: SandboxControl;
  let page: Page;
  let watched: Guard;

  beforeAll(async () => {
    server = await shareServer();
    browser = await shareBrowser();
    sandbox = freshSandbox(server);
    for (const [at, uniqueId] of SEEDED.entries()) {
      const some = TEXTS.filter((_, index) => index % SEEDED.length === at);
      const odd = Object.fromEntries(some.map((text, index) => [`odd${index}`, text]));
      await sandbox.setDevice({
        uniqueId,
        virtual: { alias: some[0], tags: some.slice(1, 4), notes: some[4] },
        values: { ...odd, name: some[5], [some[6]!]: 1 },
        pending: { name: some[7] },
      });
    }
    page = await browser.newPage();
    watched = await guard(page);
    await connectAccount(page, { origin: server.origin, sandbox, name: TEXTS[1]! });
    await devicesRead(page);
  });
  afterAll(async () => {
    await browser.giveBack();
  });
  afterEach(async () => {
    expect({ messages: watched.messages, fired: await watched.fired() }).toEqual({ messages: [], fired: [] });
    // The app still runs and responds.
    await goTo(page, '/devices');
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await devicesRead(page);
  });

  /** Returns the text of a page once it is drawn. */
  async function words(path: string): Promise<string> {
    await goTo(page, path);
    await page.locator('fk-app h1').waitFor();
    const text = await readable(page.locator('fk-app'));
    expect(text, path).not.toMatch(ODD_WORDS);
    return text;
  }

  const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

  it('from the backend are shown unchanged on every page', async () => {
    for (const [at, uniqueId] of SEEDED.entries()) {
      const some = TEXTS.filter((_, index) => index % SEEDED.length === at);
      await openDevice(page, uniqueId);
      const detail = page.locator('fk-device-page');
      await detail.getByText('odd0', { exact: true }).first().waitFor({ state: 'attached' });
      const text = await readable(detail);
      expect(text).not.toMatch(ODD_WORDS);
      for (const one of some.filter((_, index) => index !== 4 && !(index > 0 && index < 4)))
        expect(text).toContain(squeezed(one));
    }
    for (const path of [
      '/devices',
      `/devices/${ID}/configure`,
      `/run/${ID}`,
      '/run',
      '/outbox',
      '/telemetry',
      '/more',
      '/streams',
      '/inspector',
    ])
      await words(path);
  });

  it('in the address are an unknown ID', async () => {
    for (const text of TEXTS.slice(0, 12)) {
      for (const place of ['devices', 'run']) await words(`/${place}/${encodeURIComponent(text)}`);
    }
  });

  it('in the search are quoted by the list, which finds all devices again afterwards', async () => {
    const search = page.getByRole('searchbox', { name: 'Search' });
    for (const text of TEXTS) {
      await search.fill(text);
      expect(await search.inputValue()).toBe(text.replace(/[\r\n]/g, ''));
    }
    expect(await readable(page.locator('fk-app'))).not.toMatch(ODD_WORDS);
    await search.fill('');
  });

  it('typed as alias, tags and notes are stored and sent as typed', async () => {
    const [target, alias, notes] = [OTHERS[10]!, TEXTS[1]!, TEXTS[4]!];
    await editDevice(page, target);
    await page.getByLabel('Alias', { exact: true }).fill(alias);
    await page.getByLabel('Tags', { exact: true }).fill('<b>x</b>, \u202eab');
    await page.getByLabel('Notes', { exact: true }).fill(notes);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await sandbox.devices(target))[target]?.values).toMatchObject({ alias, notes });
    await expect.poll(async () => (await storedEdit(page, target))?.state ?? 'saved').toBe('saved');
  });

  it('in the refusal of a configuration are shown in message and fields', async () => {
    const message = `${TEXTS[0]!} ${TEXTS[6]!}`;
    await page.route('**/config/create', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify({ message, details: TEXTS.slice(0, 20).map((text) => ({ field: text, message: text })) }),
      }),
    );
    await goTo(page, `/devices/${OTHERS[11]!}/configure`);
    await fillConfiguration(page, { interval: 1234 });
    await page.getByRole('button', { name: 'Prepare', exact: true }).click();
    await expect.poll(async () => readable(page.locator('fk-app'))).toContain(squeezed(TEXTS[0]!));
    expect(await readable(page.locator('fk-app'))).not.toMatch(ODD_WORDS);
    await page.unroute('**/config/create');
  });

  it('in an imported file are shown unchanged', async () => {
    await goTo(page, '/outbox');
    const input = page.locator('fk-outbox-page input[type=file]');
    const files = [
      ...TEXTS.slice(0, 8),
      '{"format":"fieldkit-receipts"}',
      '[]',
      'null',
      JSON.stringify({ receipts: TEXTS, accountId: TEXTS[0], baseUrl: 'javascript:1', version: {} }),
    ];
    for (const text of files) {
      await input.setInputFiles({
        name: `${TEXTS[0]!.replaceAll('/', '')}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
      await expect.poll(async () => readable(page.locator('fk-app'))).not.toMatch(ODD_WORDS);
    }
    expect(await readable(page.locator('fk-receipt-counter'))).not.toMatch(/[1-9]/);
  });

  it('in telemetry are shown in the fleet, in records, in charts and in their table', async () => {
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    const content = TEXTS.map((text, at) => ({
      trackingId: text,
      sourceId: text,
      uniqueId: `u${at}`,
      timestamp,
      temperature: 20 + at,
      firmware: text,
      odd: { deep: [text] },
      [text]: text,
    }));
    await page.route('**/v3/telemetry**', (route) =>
      route.fulfill({
        json: {
          content,
          page: { size: 2000, totalPages: 1, number: 0, totalElements: content.length },
          links: TEXTS.map((text) => ({ rel: text, href: text })),
        },
      }),
    );
    await goTo(page, '/telemetry');
    await page.getByRole('button', { name: 'Load', exact: true }).first().click();
    const fleet = page.locator('fk-telemetry-fleet');
    await fleet
      .locator('tbody tr')
      .nth(TEXTS.length - 1)
      .waitFor();
    // Rows of beacons are shown before their records are read: silent ones first, the rest in portions.
    const more = fleet.getByRole('button', { name: /^Show \d+ more/ });
    await expect
      .poll(async () => {
        if ((await more.count()) > 0) await more.click();
        const shown = await readable(fleet);
        return TEXTS.filter((text) => !shown.includes(squeezed(text)));
      })
      .toEqual([]);
    // Silent beacons have no records to show.
    await fleet.getByRole('button', { name: 'Last heard' }).click();
    for (const at of [0, 1, 2, 3]) await fleet.locator('tbody input[type=checkbox]').nth(at).check();
    await showView(page, 'charts');
    await page.locator('fk-telemetry-charts fk-chart-table summary').first().click();
    await page.locator('fk-telemetry-charts fk-chart tbody tr').first().waitFor();
    expect(await readable(page.locator('fk-telemetry-charts'))).not.toMatch(ODD_WORDS);
    await showView(page, 'records');
    await page.locator('fk-telemetry-records tbody tr').nth(3).waitFor();
    expect(await readable(page.locator('fk-app'))).not.toMatch(ODD_WORDS);
    await page.unroute('**/v3/telemetry**');
  });

  it('in streams are shown in each field of a destination, and in unknown fields', async () => {
    const [endpoint, streamName, region, forcedPartitionKey, ...odd] = TEXTS as [
      string,
      string,
      string,
      string,
      ...string[],
    ];
    const named = Object.fromEntries(odd.map((text) => [text, text]));
    await page.route('**/v3/streams/*', (route) =>
      route.fulfill({
        json: [
          {
            type: null,
            enabled: false,
            cloudStream: { endpoint, streamName, region, forcedPartitionKey, ...named },
            ...named,
          },
        ],
      }),
    );
    await goTo(page, '/streams');
    await expect.poll(async () => readable(page.locator('fk-streams-page'))).toContain(squeezed(streamName));
    const text = await readable(page.locator('fk-streams-page'));
    expect(text).not.toMatch(ODD_WORDS);
    for (const one of [endpoint, region, forcedPartitionKey, ...odd]) expect(text).toContain(squeezed(one));
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect
      .poll(async () => page.locator('fk-stream-form input[name=streamName]').inputValue())
      .toBe(streamName.replace(/[\r\n]/g, '').trim());
    expect(await readable(page.locator('fk-app'))).not.toMatch(ODD_WORDS);
    await page.unroute('**/v3/streams/*');
  });

  it('in records to inspect are shown as unknown fields, wrong values and lines that are no record', async () => {
    const record = (text: string): string =>
      JSON.stringify({
        companyId: text,
        userId: text,
        sourceId: text,
        sourceType: text,
        trackingId: text,
        rssi: -50,
        temperature: 20,
        timestamp: new Date().toISOString(),
        [text]: text,
      });
    const faulty = TEXTS.slice(0, 10).map((text) =>
      JSON.stringify({ companyId: 'c', userId: 'u', sourceId: 's', sourceType: 't', trackingId: 't', rssi: text }),
    );
    await goTo(page, '/inspector');
    await page
      .locator('fk-inspector-page textarea')
      .fill([...TEXTS.map(record), ...faulty, ...TEXTS.map((text) => text.replace(/\s+/g, ' '))].join('\n'));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const inspector = page.locator('fk-inspector-page');
    await inspector.locator('fk-inspector-plot').waitFor();
    const text = await readable(inspector);
    expect(text).not.toMatch(ODD_WORDS);
    for (const one of TEXTS) expect(text).toContain(squeezed(one));
  });

  it('are shown as orders to claim, and in their refusal', async () => {
    await page.route('**/order/assign', (route) =>
      route.fulfill({
        status: 422,
        json: { message: TEXTS[0], details: TEXTS.map((text) => ({ field: text, message: text })) },
      }),
    );
    await goTo(page, '/orders');
    await page.getByLabel('Order IDs').fill(TEXTS.join('\n'));
    expect(await readable(page.locator('fk-app'))).not.toMatch(ODD_WORDS);
    await page.getByLabel('Order IDs').fill(`${TEXTS[0]!.replace(/[\s,;]/g, '')} AB-1234`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('fk-confirm-typed input').fill('1234');
    await page
      .locator('fk-confirm-typed')
      .getByRole('button', { name: /^Claim/ })
      .click();
    await expect.poll(async () => readable(page.locator('fk-orders-page'))).toContain(squeezed(TEXTS[0]!));
    const text = await readable(page.locator('fk-orders-page'));
    expect(text).not.toMatch(ODD_WORDS);
    for (const one of TEXTS) expect(text).toContain(squeezed(one));
    await page.unroute('**/order/assign');
  });

  it('in answers of every kind to every call stop nothing, are never followed, and the list is complete again afterwards', async () => {
    const target = OTHERS[12]!;
    const before = await page.getByText(/^\d+ devices$/).textContent();
    let answer: HostileAnswer = { kind: 'throws' };
    const isBackend = (url: URL): boolean => /\/(legacy|v3)\//.test(url.pathname);
    await page.route(isBackend, (route) => {
      if (answer.kind !== 'response' || answer.type === 'error') return route.abort('connectionreset');
      // The key is never returned, and a test cannot set headers of the transport itself.
      return route.fulfill({
        status: answer.status,
        headers: { 'content-type': 'application/json', ...Object.fromEntries(answer.headers) },
        body: [204, 304].includes(answer.status) ? '' : answer.body,
      });
    });
    // The button of the toolbar; a list without devices has another one.
    const refresh = page.getByLabel('Refresh', { exact: true });
    for (answer of sampled('answers', ANSWERS, 6)) {
      await goTo(page, '/devices');
      const answered = page
        .waitForEvent('requestfinished', { predicate: (request) => isBackend(new URL(request.url())) })
        .catch(() => undefined);
      const failed = page
        .waitForEvent('requestfailed', { predicate: (request) => isBackend(new URL(request.url())) })
        .catch(() => undefined);
      await refresh.click();
      await Promise.race([answered, failed]);
      await expect.poll(() => refresh.isEnabled()).toBe(true);
      await goTo(page, '/streams');
      await goTo(page, `/devices/${target}/configure`);
      await fillConfiguration(page, { interval: 1234 });
      await page.getByRole('button', { name: 'Prepare', exact: true }).click();
      // With any result, the outcome has one next action.
      await page.locator('fk-prepare-outcome').waitFor();
      expect(await readable(page.locator('fk-app')), JSON.stringify(answer)).not.toMatch(ODD_WORDS);
    }
    await page.unroute(isBackend);
    await goTo(page, '/devices');
    await refresh.click();
    await expect.poll(() => refresh.isEnabled()).toBe(true);
    expect(await page.getByText(/^\d+ devices$/).textContent()).toBe(before);
    expect(await readable(page.locator('fk-receipt-counter'))).not.toMatch(/[1-9]/);
  });

  it('in the connect form are refused as no address, or stored as typed', async () => {
    await goTo(page, '/connect');
    for (const text of TEXTS.slice(0, 12)) {
      await typeAddresses(page, { baseUrl: text, legacyBaseUrl: text });
      await page.getByLabel(/^Vendor/).fill(text);
      await page.getByLabel('Name', { exact: true }).fill(text);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      expect(await readable(page.locator('fk-app'))).not.toMatch(ODD_WORDS);
      expect(new URL(page.url()).pathname).toBe('/connect');
    }
  });
});
