/** Faults of telemetry requests in words: refusals, unexpected answers, pauses; and one budget for all windows. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { failureActions, failureWords } from '../../src/ui/strings/failures.ts';
import { telemetryStrings as text } from '../../src/ui/strings/telemetry.ts';
import { type SandboxControl } from '../support/app-server.ts';
import { connectAccount, devicesRead, freshSandbox, readable } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from '../support/shared-browser.ts';
import { sampled } from '../support/sampled.ts';
import { watchRequests, type SentRequest } from '../support/stream-journey.ts';
import {
  agreeToAll,
  sendQuery,
  queryEnded,
  openTelemetry,
  readCount,
  recordTable,
  showView,
  telemetryQueries,
} from '../support/telemetry-journey.ts';
import { GATEWAY, ONE } from '../support/telemetry-stage.ts';

let server: SharedServer;
let browser: SharedBrowser;
let page: Page;
let sandbox: SandboxControl;
let sent: SentRequest[];

beforeAll(async () => {
  server = await shareServer();
  browser = await shareBrowser();
  page = await newPage();
  sent = watchRequests(page);
});
afterAll(async () => {
  await browser.giveBack();
});
beforeEach(() => {
  sent.length = 0;
});

async function newPage(): Promise<Page> {
  const opened = await browser.newPage();
  return opened;
}

/** Connects a new account, which has its own database and budget. */
async function connect(): Promise<void> {
  sandbox = freshSandbox(server);
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await openTelemetry(page);
  sent.length = 0;
}

const status = () => readable(page.locator('fk-telemetry-status'));

describe('a fault of a telemetry request', () => {
  beforeAll(connect);
  afterEach(() => sandbox.setFaults());

  const onTelemetry = { path: '/v3/telemetry' } as const;
  const requestOne = (): Promise<void> => sendQuery(page, { ids: [ONE], preset: 'lastHour' });

  const TELEMETRY_REFUSED = [
    [{ name: 'status', status: 401 }, failureWords.key.says, failureActions.key],
    [{ name: 'status', status: 403 }, failureWords.forbidden.says, text.loadAgain],
    [{ name: 'status', status: 422 }, failureWords.invalid.says, text.loadAgain],
    [{ name: 'captivePortal' }, failureWords.portal.says, text.loadAgain],
    [{ name: 'redirect' }, failureWords.portal.says, text.loadAgain],
    [{ name: 'notJson' }, failureWords.unreadable.says, text.loadAgain],
    [{ name: 'truncated' }, failureWords.unreadable.says, text.loadAgain],
  ] as const;

  it.each(sampled('telemetry refused', TELEMETRY_REFUSED, 3))(
    'is reported in words: %j',
    async (fault, words, action) => {
      await sandbox.setFaults({ ...fault, times: 1, match: onTelemetry });
      await requestOne();
      await expect.poll(status).toContain(words);
      await page.locator('fk-telemetry-status').getByRole('button', { name: action, exact: true }).waitFor();
      expect(await queryEnded(page)).toContain(words);
      expect(telemetryQueries(sent)).toHaveLength(1);
    },
  );

  it.each(sampled('telemetry paused', ['seconds', 'joined'] as const, 1))(
    'with a 429 and Retry-After as %s is followed by a wait of that length, which is shown, and an automatic repeat',
    async (retryAfter) => {
      await sandbox.setFaults({ name: 'status', status: 429, retryAfter, seconds: 5, times: 1, match: onTelemetry });
      await requestOne();
      await expect.poll(status).toMatch(/Waiting \d s: the backend asked for a pause/);
      expect(readCount(await queryEnded(page))).toBeGreaterThan(5);
      const requests = (await sandbox.log()).filter(({ path }) => path.startsWith('/v3/telemetry')).slice(-2);
      expect(requests.map(({ outcome }) => outcome)).toEqual([429, 200]);
      // A date has whole seconds.
      expect(requests[1]!.atMs - requests[0]!.atMs).toBeGreaterThanOrEqual(3950);
    },
  );

  it('is reported after three attempts with 503, and records that were read before stay', async () => {
    await requestOne();
    expect(readCount(await queryEnded(page))).toBeGreaterThan(5);
    await showView(page, 'records');
    const firstRows = async () => (await recordTable(page)).rows.slice(0, 5);
    await expect.poll(async () => (await firstRows()).length).toBe(5);
    const before = await firstRows();
    sent.length = 0;
    await sandbox.setFaults({ name: 'status', status: 503, match: onTelemetry });
    await requestOne();
    await expect.poll(status).toMatch(/No answer, trying again in \d s/);
    const says = await queryEnded(page);
    expect(says).toContain(failureWords.server.says);
    expect(says).toContain('503');
    expect(telemetryQueries(sent)).toHaveLength(3);
    await expect.poll(firstRows).toEqual(before);
  });

  it('does not remove records that were read before a person stops', async () => {
    await connect();
    await sandbox.setFaults({ name: 'slow', ms: 400, match: onTelemetry });
    await sendQuery(page, { by: 'gateways', ids: [GATEWAY], preset: 'last24Hours', size: 100 });
    await agreeToAll(page);
    await expect.poll(status).toMatch(/\d+ of \d+/);
    await page.locator('fk-telemetry-status').getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await queryEnded(page)).toMatch(/Stopped after [\d,]+ records\. What was loaded is saved\./);
    const requests = telemetryQueries(sent).length;
    await sandbox.setFaults();
    await sendQuery(page, { ids: [ONE], preset: 'lastHour' });
    await queryEnded(page);
    expect(telemetryQueries(sent)).toHaveLength(requests + 1);
  });
});

describe('two windows with telemetry', () => {
  /** Expects at most thirty requests in any minute at the backend, and none that it refused. */
  async function withinBudget(): Promise<void> {
    const requests = (await sandbox.log()).filter(({ path }) => path.startsWith('/v3/telemetry'));
    expect(requests.map(({ outcome }) => outcome)).not.toContain(429);
    const inMinute = requests.map(
      ({ atMs }) => requests.filter((one) => one.atMs <= atMs && one.atMs > atMs - 60_000).length,
    );
    expect(Math.max(...inMinute)).toBe(30);
  }

  it('share one budget of thirty requests a minute', async () => {
    await connect();
    // The backend's own limit applies: one request too many would be refused.
    const second = await newPage();
    try {
      await second.goto(`${server.origin}/telemetry`);
      await second
        .locator('fk-telemetry-page')
        .getByRole('button', { name: text.chooseQuery, exact: true })
        .first()
        .waitFor();
      const options = { by: 'gateways', ids: [GATEWAY], preset: 'lastHour', size: 20 } as const;
      await Promise.all(
        [page, second].map(async (window) => {
          await sendQuery(window, options);
          await agreeToAll(window);
        }),
      );
      const waits = /Waiting \d+ s: limit of 30 requests per minute/;
      for (const window of [page, second])
        await expect.poll(() => readable(window.locator('fk-telemetry-status'))).toMatch(waits);
      await withinBudget();
      for (const window of [page, second]) {
        await window.locator('fk-telemetry-status').getByRole('button', { name: 'Cancel', exact: true }).click();
        expect(await queryEnded(window)).toContain('Stopped after');
      }
      // A reopened window respects it too.
      await second.reload();
      await second.locator('[data-checked]').waitFor();
      await sendQuery(second, { ids: [ONE] });
      // It waits, unless a minute has passed meanwhile.
      await expect
        .poll(() => readable(second.locator('fk-telemetry-status')))
        .toMatch(new RegExp(`${waits.source}|Loaded [\\d,]+ record`));
      await withinBudget();
    } finally {
      await second.close();
    }
  });
});
