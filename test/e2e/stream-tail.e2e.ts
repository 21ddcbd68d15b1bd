/**
 * The live records of streams in practice: shown while a stream is on, none before and none while it is paused, and
 * passed to the inspector.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { PRACTICE_CHANNEL_KEY } from '../../src/names.ts';
import { streamStrings as text } from '../../src/ui/strings/streams.ts';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { readable, toDevices } from '../support/journey.ts';
import { shareBrowser, type SharedBrowser } from '../support/shared-browser.ts';
import {
  CLOUD,
  CLOUD_SECRETS,
  HUB,
  HUB_SECRETS,
  chooseKind,
  fillStream,
  openStreams,
  press,
  type StreamName,
} from '../support/stream-journey.ts';

describe('the list of new stream records in practice', () => {
  let server: RunningServer;
  let browser: SharedBrowser;
  let page: Page;
  const tail = () => page.locator('fk-stream-tail');
  const isTail =
    (type: StreamName) =>
    (response: { url(): string }): boolean =>
      response.url().includes(`/control/streams/${type}/tail`);
  const rows = () => tail().locator('li').count();

  beforeAll(async () => {
    server = await startAppServer();
    browser = await shareBrowser();
    page = await browser.newPage();
    await page.goto(server.origin);
    // The tests wait for answers of the server; a late check of the sandbox server would leave practice in the page.
    await page.evaluate((key) => localStorage.setItem(key, 'http'), PRACTICE_CHANNEL_KEY);
    await page.getByRole('button', { name: 'Practice in the sandbox' }).click();
    await toDevices(page);
  });
  afterAll(async () => {
    await browser.giveBack();
    await server.close();
  });

  it.each([
    ['telemetry', 'cloudStream', CLOUD, CLOUD_SECRETS, 'Key site-7'],
    ['position', 'eventHub', HUB, HUB_SECRETS, '"floorId"'],
  ] as const)(
    'shows records of %s while the stream is on, and none before',
    async (type, kind, shown, secrets, contains) => {
      await openStreams(page, type);
      await expect.poll(() => readable(tail())).toContain(text.tail.state.none);
      await press(page, text.create);
      await chooseKind(page, kind);
      await fillStream(page, { ...shown, ...secrets });
      await press(page, text.createAction);
      await expect.poll(() => readable(tail())).toContain(text.tail.state.paused);
      expect(await rows()).toBe(0);

      await press(page, text.resume);
      await expect.poll(rows).toBeGreaterThan(0);
      expect(await readable(tail())).toContain(contains);
    },
  );

  it('gets no records while the stream is paused', async () => {
    await openStreams(page, 'telemetry');
    await expect.poll(rows).toBeGreaterThan(0);
    await press(page, text.pause);
    await expect.poll(() => readable(tail())).toContain(text.tail.state.paused);
    // The next answer may still contain earlier records.
    await page.waitForResponse(isTail('telemetry'));
    await page.waitForResponse(isTail('telemetry'));
    const shown = await readable(tail().locator('ol'));
    await page.waitForResponse(isTail('telemetry'));
    expect(await readable(tail().locator('ol'))).toBe(shown);
  });

  it('passes the received records to the inspector, which accepts them', async () => {
    await openStreams(page, 'telemetry');
    await expect.poll(rows).toBeGreaterThan(0);
    await tail().getByRole('button', { name: text.tail.inspect }).click();
    await page.getByText('Every record is valid.').waitFor();
  });
});
