/** Stored telemetry in the built app: after a cold start, in the worker, and in two windows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { telemetryDeskStrings as desk } from '../../src/ui/strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../src/ui/strings/telemetry.ts';
import { connectAccount, goTo, readable } from '../support/journey.ts';
import {
  agreeToAll,
  queryEnded,
  openTelemetry,
  sendQuery,
  showView,
  telemetryQueries,
} from '../support/telemetry-journey.ts';
import {
  server,
  browser,
  page,
  sandbox,
  sent,
  connect,
  newPage,
  GATEWAY,
  ONE,
  onTelemetryStage,
} from '../support/telemetry-stage.ts';
import { workerEvents } from '../support/worker-events.ts';

onTelemetryStage();

describe('stored telemetry', () => {
  beforeAll(connect);

  it('is listed and drawn after a cold start without a network', async () => {
    await sendQuery(page, { ids: [ONE] });
    await queryEnded(page);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.context().setOffline(true);
    try {
      await page.goto(`${server.origin}/telemetry?view=records`);
      await page.locator('fk-telemetry-records tbody tr').first().waitFor();
      await page.goto(`${server.origin}/telemetry?view=charts&beacons=${encodeURIComponent(ONE)}`);
      const canvas = page.locator('fk-chart canvas').first();
      await canvas.waitFor();
      await expect.poll(() => canvas.evaluate(inkOf)).toBeGreaterThan(200);
    } finally {
      await page.context().setOffline(false);
    }
  });

  it('is checked for alarms when the browser wakes the worker, on any page of the app', async () => {
    await connectAccount(page, { origin: server.origin, sandbox });
    await openTelemetry(page);
    await showView(page, 'alarms');
    await page.locator('fk-telemetry-alarms fk-field[name="belowPercent"] input').fill('100');
    await page.getByRole('button', { name: desk.alarms.save, exact: true }).click();
    await page.getByRole('button', { name: desk.alarms.removeRule(desk.alarms.rule.battery(100)) }).waitFor();
    await goTo(page, '/devices');
    sent.length = 0;
    await (await workerEvents(browser, page, server.origin)).periodicSync();
    await expect.poll(() => telemetryQueries(sent).length).toBeGreaterThan(0);
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
    // One request too many would be refused.
    await sandbox.setOptions({ telemetryPerMinute: 30 });
    const second = await newPage();
    try {
      await second.goto(`${server.origin}/telemetry`);
      await second.locator('fk-telemetry-page').getByRole('button', { name: text.options, exact: true }).waitFor();
      const options = { by: 'gateways', ids: [GATEWAY], preset: 'lastHour', size: 20 } as const;
      await Promise.all(
        [page, second].map(async (window) => {
          await sendQuery(window, options);
          await agreeToAll(window);
        }),
      );
      const waits = /Waiting \d+ s: limit of 30 requests per minute/;
      for (const window of [page, second])
        await expect.poll(() => readable(window.locator('fk-telemetry-progress'))).toMatch(waits);
      await withinBudget();
      for (const window of [page, second]) {
        await window.locator('fk-telemetry-progress').getByRole('button', { name: 'Cancel', exact: true }).click();
        expect(await queryEnded(window)).toContain('Stopped after');
      }
      // A reopened window respects it too.
      await second.reload();
      await second.locator('[data-checked]').waitFor();
      await sendQuery(second, { ids: [ONE] });
      // It waits, unless a minute has passed meanwhile.
      await expect
        .poll(() => readable(second.locator('fk-telemetry-page')))
        .toMatch(new RegExp(`${waits.source}|Loaded [\\d,]+ record`));
      await withinBudget();
    } finally {
      await second.close();
    }
  });
});

/** Runs in the page: returns the number of painted pixels of a canvas. */
function inkOf(canvas: Element): number {
  const { width, height } = canvas as HTMLCanvasElement;
  const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
  return data.filter((value, at) => at % 4 === 3 && value > 0).length;
}
