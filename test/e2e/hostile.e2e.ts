/** Hostile texts from the backend in the built app, under its policy: nothing runs, and no odd text is shown. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { payloads } from '../hostile/payloads.ts';
import { type SandboxControl } from '../support/app-server.ts';
import {
  FLEET_IDS,
  connectAccount,
  devicesRead,
  freshSandbox,
  goTo,
  openDevice,
  readable,
} from '../support/journey.ts';
import { guard, type Guard } from '../support/guard-page.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';

/**
 * Without texts that contain "undefined", which would hide a fault of the app; a control cannot be filled with half a
 * character.
 */
const TEXTS = payloads(90)
  .map(({ text }) => text)
  .filter((text) => text.length < 600 && !/undefined|NaN|\[object|[\ud800-\udfff]/.test(text))
  .slice(0, 50);
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
    expect({ messages: watched.messages, fired: await watched.fired() }).toEqual({ messages: [], fired: [] });
  });
});
