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
  openDevice,
  readable,
} from '../support/journey.ts';
import { guard, type Guard } from '../support/guard-page.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { sampled } from '../support/sampled.ts';

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
    for (answer of sampled('answers', ANSWERS, 3)) {
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
});
