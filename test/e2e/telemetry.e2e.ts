/** Stored telemetry in the built app: what is shown and saved, what is available after a cold start, and two windows. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { chartStrings } from '../../src/ui/strings/chart.ts';
import { telemetryDeskStrings as desk } from '../../src/ui/strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../src/ui/strings/telemetry.ts';
import { timeWithSeconds } from '../../src/ui/language/times.ts';
import { connectAccount, goTo, readable } from '../support/journey.ts';
import {
  agreeToAll,
  queryEnded,
  openQueryForm,
  openTelemetry,
  parseCsv,
  readCount,
  recordsAt,
  recordTable,
  savedFile,
  sendQuery,
  submitQuery,
  showView,
  telemetryQueries,
  type WireRecord,
} from '../support/telemetry-journey.ts';
import {
  HOUR_MS,
  server,
  browser,
  page,
  sandbox,
  sent,
  connect,
  newPage,
  GATEWAY,
  ONE,
  TWO,
  onTelemetryStage,
} from '../support/telemetry-stage.ts';
import { workerEvents } from '../support/worker-events.ts';
import { shownValue } from '../../src/ui/words/chart.ts';

onTelemetryStage();

describe('stored telemetry', () => {
  /** The backend's records of both beacons that were heard in the requested hours. */
  let wire: WireRecord[] = [];
  const receivedMs = ({ cloudTimestamp }: WireRecord): number => Date.parse(String(cloudTimestamp));

  beforeAll(async () => {
    await connect();
    await sandbox.setOptions({ unknownTelemetryField: true });
    const session = await browser.pageSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
    await page.reload();
    // The key was lost with the page and is entered again.
    await connectAccount(page, { origin: server.origin, sandbox });
    await openTelemetry(page);
    sent.length = 0;
  });

  it('contains a custom range in a named time zone', async () => {
    // All of its records arrived long ago.
    const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
    await openQueryForm(page);
    const form = page.locator('fk-telemetry-query');
    await form.getByText(text.query.extra.devices, { exact: true }).first().click();
    await form.locator('fk-field[name="devices"] textarea').fill(`${ONE} ${TWO}`);
    await form.locator('fk-field[name="preset"] select').selectOption('own');
    const zone = form.locator('fk-field[name="zone"] select');
    expect(await readable(zone)).toContain(text.show.here('Asia/Tokyo'));
    const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
    const tokyo = (ms: number): string => utc(ms + 9 * HOUR_MS);
    // The end is typed in Tokyo's time, the start in UTC: changing the zone must not change the typed time.
    await form.getByLabel(text.show.to, { exact: true }).fill(tokyo(endMs));
    await form.getByLabel(text.show.to, { exact: true }).dispatchEvent('change');
    await zone.selectOption('utc');
    expect(await form.getByLabel(text.show.to, { exact: true }).inputValue()).toBe(utc(endMs));
    await form.getByLabel(text.show.from, { exact: true }).fill(utc(endMs - 3 * HOUR_MS));
    await form.getByLabel(text.show.from, { exact: true }).dispatchEvent('change');
    await zone.selectOption('local');
    await submitQuery(page);
    const status = await queryEnded(page);
    const [{ searchParams }] = telemetryQueries(sent) as [URL];
    expect([searchParams.get('startTime'), searchParams.get('endTime')].map((at) => Date.parse(at!))).toEqual([
      endMs - 3 * HOUR_MS,
      endMs,
    ]);
    const sentBack = await recordsAt(sandbox, searchParams);
    expect(readCount(status)).toBe(sentBack.length);
    // The backend filters by the beacon's time, but the page shows records heard in the range.
    wire = sentBack.filter((record) => receivedMs(record) >= endMs - 3 * HOUR_MS && receivedMs(record) <= endMs);
    expect(wire.length).toBeGreaterThan(200);
  });

  it('is shown as a fleet: last heard, battery, temperature', async () => {
    await showView(page, 'fleet');
    for (const trackingId of [ONE, TWO]) {
      const row = await fleetRow(trackingId);
      // Requested when the page opened, so records requested since are older.
      const words = await readable(row);
      expect(words).toMatch(/\d+%/);
      expect(words).toMatch(/\d °C/);
      expect(words).toMatch(/ago|min|h\b|just now/);
    }
  });

  it('is shown as a table, newest first, in the chosen zone, with the chosen columns, including unknown fields', async () => {
    await showView(page, 'records');
    await expect.poll(async () => (await recordTable(page)).rows.length).toBe(100);
    const newestMs = Math.max(...wire.map(receivedMs));
    const shown = async (): Promise<string> => (await recordTable(page)).rows[0]![0]!;
    const clock = (ms: number): string => timeWithSeconds(ms, 'utc').replace(/\s+/g, ' ');
    expect(await shown()).toContain(clock(newestMs + 9 * HOUR_MS));
    await page.locator('fk-telemetry-show fk-field[name="zone"] select').selectOption('utc');
    await expect.poll(shown).toContain(clock(newestMs));
    expect((await recordTable(page)).heads).toContain(text.table.other);

    const records = page.locator('fk-telemetry-records');
    await records.getByRole('button', { name: text.table.columns, exact: true }).click();
    await records.locator('fk-field[name="columns"] input[value="barometricPressure"]').check();
    await records.locator('fk-field[name="columns"] input[value="rssi"]').uncheck();
    await records.getByRole('button', { name: text.table.columnsDone, exact: true }).last().click();
    const { heads, rows } = await recordTable(page);
    expect(heads).toContain('barometricPressure');
    expect(heads).not.toContain('Signal (dBm)');
    expect(rows.every((row) => row[heads.indexOf('barometricPressure')] === '1,013')).toBe(true);

    await records.getByRole('button', { name: text.table.older, exact: true }).click();
    await expect.poll(shown).not.toContain(clock(newestMs));
    await records.getByRole('button', { name: text.table.newer, exact: true }).click();
    await expect.poll(shown).toContain(clock(newestMs));
  });

  it("is saved as NDJSON and CSV with the backend's values", async () => {
    const identity = ({ trackingId, sourceId, timestamp }: WireRecord): string =>
      `${trackingId} ${String(sourceId)} ${timestamp}`;
    const sorted = (records: readonly WireRecord[]): WireRecord[] =>
      records.toSorted((a, b) => (identity(a) < identity(b) ? -1 : 1));
    const ndjson = await savedFile(page, text.files.ndjson);
    expect(ndjson.name).toMatch(/^beacon-fieldkit-telemetry-[\d-]+\.ndjson$/);
    expect(
      sorted(
        ndjson.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as WireRecord),
      ),
    ).toEqual(sorted(wire));

    const csv = await savedFile(page, text.files.csv);
    const [head, ...rows] = parseCsv(csv.text) as [string[], ...string[][]];
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([head.length]));
    const read = rows.map((row) =>
      Object.fromEntries(head.map((name, index) => [name, row[index]!] as const).filter(([, cell]) => cell !== '')),
    );
    const spelled = wire.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)])),
    );
    expect(sorted(read as unknown as WireRecord[])).toEqual(sorted(spelled as unknown as WireRecord[]));
  });

  it('is drawn as lines on a canvas, described in words, listed as a table, and moved by keys', async () => {
    await showView(page, 'fleet');
    for (const trackingId of [ONE, TWO]) await (await fleetRow(trackingId)).getByRole('checkbox').check();
    await showView(page, 'charts');
    const chart = page.locator('fk-chart').first();
    await chart.locator('canvas').waitFor();
    expect(await chart.getByRole('heading').textContent()).toContain('Temperature');
    await expect.poll(() => chart.locator('canvas').evaluate(inkOf)).toBeGreaterThan(200);
    const warmth = wire
      .filter(({ trackingId, temperature }) => trackingId === ONE && temperature !== undefined)
      .map(({ temperature }) => temperature as number);
    const summary = await readable(chart.locator('#summary'));
    for (const value of [Math.min(...warmth), Math.max(...warmth)]) expect(summary).toContain(shownValue(value, '°C'));
    expect(summary).toContain(`${warmth.length} readings`);

    const stretch = async (): Promise<number[]> => {
      const { startMs, endMs } = await chart.evaluate((element) => {
        const { view, whole } = element as unknown as Record<
          'view' | 'whole',
          { startMs: number; endMs: number } | null
        >;
        return (view ?? whole)!;
      });
      return [startMs, endMs];
    };
    const [from, to] = (await stretch()) as [number, number];
    const before = await chart.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    await chart.locator('#plot').focus();
    await page.keyboard.press('+');
    await expect.poll(stretch).toEqual([from + (to - from) / 4, to - (to - from) / 4]);
    await expect
      .poll(() => chart.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL()))
      .not.toBe(before);
    await page.keyboard.press('ArrowRight');
    await expect.poll(stretch).toEqual([from + ((to - from) * 3) / 8, to - (to - from) / 8]);
    await page.keyboard.press('0');
    await expect.poll(stretch).toEqual([from, to]);

    await chart.getByText(chartStrings.table, { exact: true }).click();
    await expect.poll(() => chart.locator('fk-chart-table tbody tr').count()).toBeGreaterThan(20);
    expect(await readable(chart.locator('fk-chart-table'))).toContain('°C');
  });

  it('is available after a cold start without a network, with the columns and metrics chosen before', async () => {
    await page.getByRole('button', { name: text.charts.metricsChange, exact: true }).click();
    await page.locator('fk-field[name="metrics"] input[value="rssi"]').check();
    await page
      .locator('fk-telemetry-charts')
      .getByRole('button', { name: text.charts.done, exact: true })
      .last()
      .click();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.context().setOffline(true);
    try {
      await page.goto(`${server.origin}/telemetry?view=records`);
      await expect.poll(async () => (await recordTable(page)).rows.length).toBe(100);
      expect((await recordTable(page)).heads).toContain('barometricPressure');
      await showView(page, 'fleet');
      await (await fleetRow(ONE)).getByRole('checkbox').check();
      await showView(page, 'charts');
      await expect.poll(() => page.locator('fk-chart').count()).toBe(3);
      expect((await page.locator('fk-chart h3').allTextContents()).join()).toMatch(/Signal/);
      await page.locator('fk-chart').last().locator('canvas').waitFor();
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

/** There are many rows, so it is searched for. */
async function fleetRow(trackingId: string): Promise<Locator> {
  await page.locator('fk-telemetry-fleet fk-field[name="wanted"] input').fill(trackingId);
  return page.locator('fk-telemetry-fleet tbody tr').filter({ hasText: trackingId });
}

/** Runs in the page: returns the number of painted pixels of a canvas. */
function inkOf(canvas: Element): number {
  const { width, height } = canvas as HTMLCanvasElement;
  const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
  return data.filter((value, at) => at % 4 === 3 && value > 0).length;
}
