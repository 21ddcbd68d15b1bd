/** Telemetry in the built app against the sandbox: what is asked and how, what is kept, and what is shown and saved of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { gatewaysOf } from '../../src/sandbox/telemetry/traits.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { chartStrings } from '../../src/ui/strings/chart.ts';
import { telemetryStrings as text } from '../../src/ui/strings/telemetry.ts';
import { startAppServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { connectAccount, devicesRead, freshSandbox, readable } from '../support/journey.ts';
import { watchRequests, type SentRequest } from '../support/stream-journey.ts';
import {
  ask,
  askEnded,
  chooseNone,
  expectedCount,
  openAskForm,
  openTelemetry,
  parseCsv,
  readCount,
  recordsAt,
  recordTable,
  savedFile,
  sendAsk,
  sendingBeacons,
  showView,
  telemetryQueries,
  type WireRecord,
} from '../support/telemetry-journey.ts';

const HOUR_MS = 3_600_000;
const [GATEWAY] = gatewaysOf(DEFAULT_SEED) as [string];
/** Beacons with a MAC that measure warmth and battery. */
const [ONE, TWO] = sendingBeacons(
  ({ device, has, intervalMs, trackingId }) =>
    device.mac === trackingId && has.temperature && has.battery && intervalMs === 60_000,
).map(({ trackingId }) => trackingId) as [string, string];

let server: RunningServer;
let browser: TestBrowser;
let page: Page;
let sandbox: SandboxControl;
let sent: SentRequest[];

beforeAll(async () => {
  server = await startAppServer();
  browser = await launchBrowser();
  page = await newPage();
  sent = watchRequests(page);
});
afterAll(async () => {
  await browser.kill();
  await server.close();
});
afterEach(() => {
  // Whatever was asked: never by beacons and gateways at once, and never another host.
  for (const { searchParams, origin } of telemetryQueries(sent)) {
    expect(searchParams.has('trackingId') !== searchParams.has('sourceId')).toBe(true);
    expect(origin).toBe(server.origin);
  }
  expect(sent.filter(({ url }) => url.includes('elsewhere.example'))).toEqual([]);
  sent.length = 0;
});

async function newPage(): Promise<Page> {
  const opened = await browser.newPage();
  // As in browsers that have no such dialog: the file then comes as a download.
  await opened.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }));
  return opened;
}

/** Connects an account of its own: with it come a database and a budget of its own. */
async function connect(): Promise<void> {
  sandbox = freshSandbox(server);
  // The tests ask the backend besides the app.
  await sandbox.setOptions({ telemetryPerMinute: null });
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
  await openTelemetry(page);
  sent.length = 0;
}

const spanOf = ({ searchParams }: URL): number =>
  Date.parse(searchParams.get('endTime')!) - Date.parse(searchParams.get('startTime')!);
/** Nothing of what the backend had was left out. */
async function readAll(says: string, { searchParams }: URL): Promise<void> {
  const { least, most } = await expectedCount(sandbox, searchParams);
  expect(least).toBeGreaterThan(5);
  expect(readCount(says)).toBeGreaterThanOrEqual(least);
  expect(readCount(says)).toBeLessThanOrEqual(most);
}

describe('asking', () => {
  beforeAll(connect);

  it('of a beacon without a MAC: its tracking ID can be typed, and is asked for as typed', async () => {
    const typed = sendingBeacons(({ device, intervalMs }) => device.mac === null && intervalMs <= 120_000).at(-1)!;
    await openAskForm(page);
    const form = page.locator('fk-telemetry-ask');
    await form.getByRole('searchbox').fill(typed.device.uniqueId);
    const entry = form.locator('fk-telemetry-picker li').filter({ hasText: typed.device.uniqueId });
    await entry.getByRole('button', { name: text.ask.type, exact: true }).click();
    await entry.getByLabel(text.ask.typed, { exact: true }).fill(typed.trackingId);
    await entry.getByRole('button', { name: text.ask.keep, exact: true }).click();
    await expect.poll(() => entry.getByRole('checkbox').isChecked()).toBe(true);
    await form.locator('fk-field[name="preset"] select').selectOption('lastHour');
    await sendAsk(page);
    expect(readCount(await askEnded(page))).toBeGreaterThan(5);
    expect(telemetryQueries(sent).map(({ searchParams }) => searchParams.get('trackingId'))).toEqual([
      typed.trackingId,
    ]);
  });

  it('of a beacon without a MAC: its tracking ID is learned from what a gateway heard, never made up', async () => {
    const nameless = sendingBeacons(
      ({ device, namesItself, intervalMs }) => device.mac === null && namesItself && intervalMs <= 120_000,
    )[0]!;
    await openAskForm(page);
    const form = page.locator('fk-telemetry-ask');
    await form.locator('input[type="radio"][value="devices"]').check();
    await chooseNone(page);
    const entry = form.locator('fk-telemetry-picker li').filter({ hasText: nameless.device.uniqueId });
    await form.getByRole('searchbox').fill(nameless.device.uniqueId);
    expect(await readable(entry)).toContain(text.ask.unknown);
    expect(await entry.getByRole('checkbox').count()).toBe(0);
    await form.getByRole('button', { name: text.ask.cancel, exact: true }).click();

    await ask(page, { by: 'gateways', ids: nameless.gateways.slice(0, 1), preset: 'lastHour', size: 2000 });
    await askEnded(page);
    sent.length = 0;
    await openAskForm(page);
    await form.locator('input[type="radio"][value="devices"]').check();
    await chooseNone(page);
    await form.getByRole('searchbox').fill(nameless.device.uniqueId);
    await entry.getByRole('checkbox').check();
    for (const extra of await form.locator('fk-field[name="extra"] textarea').all()) await extra.fill('');
    await form.locator('fk-field[name="preset"] select').selectOption('lastHour');
    await sendAsk(page);
    expect(readCount(await askEnded(page))).toBeGreaterThan(5);
    expect(telemetryQueries(sent).map(({ searchParams }) => searchParams.get('trackingId'))).toEqual([
      nameless.trackingId,
    ]);
  });

  it('by beacons that are picked by name, for the last hour', async () => {
    const [{ device, trackingId }] = sendingBeacons(({ device: { mac } }) => mac !== null) as [
      ReturnType<typeof sendingBeacons>[number],
    ];
    await openAskForm(page);
    const form = page.locator('fk-telemetry-ask');
    await form.locator('input[type="radio"][value="devices"]').check();
    await chooseNone(page);
    await form.getByRole('searchbox').fill(device.uniqueId);
    await form.locator('fk-telemetry-picker li').filter({ hasText: device.uniqueId }).getByRole('checkbox').check();
    await form.locator('fk-field[name="preset"] select').selectOption('lastHour');
    await sendAsk(page);
    const says = await askEnded(page);
    const [query, ...others] = telemetryQueries(sent);
    expect(others).toEqual([]);
    expect([...query!.searchParams.keys()].toSorted()).toEqual(['endTime', 'page', 'size', 'startTime', 'trackingId']);
    expect(query!.searchParams.get('trackingId')).toBe(trackingId);
    expect(spanOf(query!)).toBe(HOUR_MS);
    await readAll(says, query!);
  });

  it.each([
    ['with links of its own host', {}],
    ['with links that name another host', { foreignLinks: true }],
    ['which counts the elements of a page only', { totalElements: 'page' }],
  ] as const)('by gateways: every page of the other shape, %s', async (_, options) => {
    await sandbox.setOptions(options);
    try {
      await ask(page, { by: 'gateways', ids: [GATEWAY], preset: 'lastHour', size: 500 });
      const says = await askEnded(page);
      const queries = telemetryQueries(sent);
      expect(queries.map(({ searchParams }) => searchParams.get('sourceId'))).toEqual(queries.map(() => GATEWAY));
      expect(queries.map(({ searchParams }) => Number(searchParams.get('page')))).toEqual(
        queries.map((__, index) => index),
      );
      expect(queries.length).toBeGreaterThan(1);
      await readAll(says, queries[0]!);
    } finally {
      await sandbox.setOptions({ foreignLinks: false, totalElements: 'all' });
    }
  });

  it('in the order of several properties', async () => {
    await ask(page, {
      ids: [ONE, TWO],
      sort: [
        ['temperature', 'desc'],
        ['timestamp', 'asc'],
        ['sourceId', 'desc'],
      ],
    });
    await askEnded(page);
    expect(telemetryQueries(sent)[0]!.searchParams.getAll('sort')).toEqual([
      'temperature,desc',
      'timestamp,asc',
      'sourceId,desc',
    ]);
    expect(telemetryQueries(sent)[0]!.searchParams.get('trackingId')).toBe(`${ONE},${TWO}`);
  });

  it('for the latest: growing windows, newest first, where the backend has no such call, and by the call where it has', async () => {
    await sandbox.setOptions({ telemetryLatest: 'notFound' });
    await ask(page, { ids: [ONE, TWO], latest: true, size: 2000 });
    expect(await askEnded(page)).toContain(text.outcome.fellBack);
    const [first, second] = telemetryQueries(sent) as [URL, URL];
    expect([first.pathname, second.pathname].map((path) => path.slice(path.indexOf('/v3')))).toEqual([
      '/v3/telemetry/latest',
      '/v3/telemetry',
    ]);
    expect(first.searchParams.has('startTime')).toBe(false);
    expect(second.searchParams.get('sort')).toBe('timestamp,desc');
    expect(spanOf(second)).toBeLessThanOrEqual(HOUR_MS);
    sent.length = 0;
    await sandbox.setOptions({ telemetryLatest: 'served' });
    await ask(page, { ids: [ONE, TWO], latest: true, size: 2000 });
    const says = await askEnded(page);
    expect(says).not.toContain(text.outcome.fellBack);
    expect(readCount(says)).toBe(2);
    expect(telemetryQueries(sent)).toHaveLength(1);
  });

  it.each([
    ['served', 4],
    // One for the call that is not there, and at most 25 pages: within a minute's budget, whoever was never heard.
    ['notFound', 26],
  ] as const)(
    'for the whole fleet, by one press, ends within its requests where /latest is %s',
    async (telemetryLatest, most) => {
      await connect();
      await sandbox.setOptions({ telemetryLatest });
      sent.length = 0;
      await page.locator('fk-telemetry-page').getByRole('button', { name: text.askFirst, exact: true }).click();
      const says = await askEnded(page);
      expect(readCount(says)).toBeGreaterThan(100);
      expect(telemetryQueries(sent).length).toBeLessThanOrEqual(most);
      await showView(page, 'fleet');
      const speaking = sendingBeacons()[0]!;
      await expect.poll(() => readable(page.locator('fk-telemetry-fleet'))).toMatch(/\d+ beacons/);
      await page.locator('fk-telemetry-fleet fk-field[name="wanted"] input').fill(speaking.trackingId);
      await page.locator('fk-telemetry-fleet tbody tr').getByText(speaking.trackingId).first().waitFor();
    },
  );

  it('for more than a day: at once where the backend lets it, else day by day, and from then on', async () => {
    await connect();
    const spans = (): number[] => telemetryQueries(sent).map((query) => spanOf(query) / HOUR_MS);
    await sandbox.setOptions({ telemetryMaxSpanHours: null });
    await ask(page, { ids: [ONE], preset: 'last3Days', size: 2000 });
    await askEnded(page);
    expect(new Set(spans())).toEqual(new Set([72]));
    sent.length = 0;
    await sandbox.setOptions({ telemetryMaxSpanHours: 24 });
    await ask(page, { ids: [TWO], preset: 'last3Days', size: 2000 });
    expect(await askEnded(page)).toContain(text.outcome.split);
    expect(spans()).toEqual([72, 24, 24, 24]);
    const [, ...days] = telemetryQueries(sent);
    // The days touch, and together they are what was asked for.
    expect(days.map(({ searchParams }) => searchParams.get('startTime')).slice(1)).toEqual(
      days.map(({ searchParams }) => searchParams.get('endTime')).slice(0, -1),
    );
    sent.length = 0;
    await ask(page, { ids: [TWO], preset: 'last3Days', size: 2000 });
    await askEnded(page);
    expect(spans()).toEqual([24, 24, 24]);
  });

  it('names what the form cannot send', async () => {
    await ask(page, { ids: [], size: 2001 });
    const form = page.locator('fk-telemetry-ask');
    await form.getByText(text.ask.faults['ids none']!).waitFor();
    await form.getByText(text.ask.faults['size outOfRange']!).waitFor();
    expect(telemetryQueries(sent)).toEqual([]);
    await form.getByRole('button', { name: text.ask.cancel, exact: true }).click();
  });
});

describe('what is kept', () => {
  /** What the backend has of both beacons for the hours asked. */
  let wire: WireRecord[] = [];

  beforeAll(async () => {
    await connect();
    await sandbox.setOptions({ unknownTelemetryField: true });
    const session = await browser.pageSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
    await page.reload();
    // The key went with the page: it is given again.
    await connectAccount(page, { origin: server.origin, sandbox });
    await openTelemetry(page);
  });

  it('is what an own range in a zone that is named has asked for', async () => {
    // All of it has arrived long ago.
    const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
    await openAskForm(page);
    const form = page.locator('fk-telemetry-ask');
    await form.getByText(text.ask.extra.devices, { exact: true }).first().click();
    await form.locator('fk-field[name="extra"] textarea').fill(`${ONE} ${TWO}`);
    await form.locator('fk-field[name="preset"] select').selectOption('own');
    const zone = form.locator('fk-field[name="zone"] select');
    expect(await readable(zone)).toContain('Asia/Tokyo (this device)');
    const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
    const tokyo = (ms: number): string => utc(ms + 9 * HOUR_MS);
    // The end is typed in Tokyo's time, the start in UTC: what is meant stays what was typed.
    await form.getByLabel(text.show.to, { exact: true }).fill(tokyo(endMs));
    await form.getByLabel(text.show.to, { exact: true }).dispatchEvent('change');
    await zone.selectOption('utc');
    expect(await form.getByLabel(text.show.to, { exact: true }).inputValue()).toBe(utc(endMs));
    await form.getByLabel(text.show.from, { exact: true }).fill(utc(endMs - 3 * HOUR_MS));
    await form.getByLabel(text.show.from, { exact: true }).dispatchEvent('change');
    await zone.selectOption('local');
    await sendAsk(page);
    const says = await askEnded(page);
    const [{ searchParams }] = telemetryQueries(sent) as [URL];
    expect([searchParams.get('startTime'), searchParams.get('endTime')].map((at) => Date.parse(at!))).toEqual([
      endMs - 3 * HOUR_MS,
      endMs,
    ]);
    wire = await recordsAt(sandbox, searchParams);
    expect(readCount(says)).toBe(wire.length);
    expect(wire.length).toBeGreaterThan(200);
  });

  it('is a fleet: heard when, battery, warmth', async () => {
    await showView(page, 'fleet');
    for (const trackingId of [ONE, TWO]) {
      const row = page.locator('fk-telemetry-fleet tbody tr').filter({ hasText: trackingId });
      const own = wire.filter((record) => record.trackingId === trackingId);
      const last = (field: string): unknown => own.findLast((record) => record[field] !== undefined)?.[field];
      const words = await readable(row);
      expect(words).toContain(chartStrings.value(last('batteryLevel') as number, '%'));
      expect(words).toContain(chartStrings.value(last('temperature') as number, '°C'));
      expect(words).toMatch(/ago|min|h\b|just now/);
    }
  });

  it('is a table, newest first, in the zone that is chosen, with the columns that are chosen, those nobody has described too', async () => {
    await showView(page, 'records');
    await expect.poll(async () => (await recordTable(page)).rows.length).toBe(100);
    const newest = wire.toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))[0]!;
    const shown = async (): Promise<string> => (await recordTable(page)).rows[0]![0]!;
    const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
    expect(await shown()).toContain(clock(Date.parse(newest.timestamp) + 9 * HOUR_MS));
    await page.locator('fk-telemetry-show fk-field[name="zone"] select').selectOption('utc');
    await expect.poll(shown).toContain(clock(Date.parse(newest.timestamp)));
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
    await expect.poll(shown).not.toContain(clock(Date.parse(newest.timestamp)));
    await records.getByRole('button', { name: text.table.newer, exact: true }).click();
    await expect.poll(shown).toContain(clock(Date.parse(newest.timestamp)));
  });

  it('goes out as NDJSON and CSV that read back as the backend has it', async () => {
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

  it('is drawn: lines on a canvas, said in words, listed as a table, moved by keys', async () => {
    await showView(page, 'fleet');
    for (const trackingId of [ONE, TWO])
      await page.locator('fk-telemetry-fleet tbody tr').filter({ hasText: trackingId }).getByRole('checkbox').check();
    await showView(page, 'charts');
    const chart = page.locator('fk-chart').first();
    await chart.locator('canvas').waitFor();
    expect(await chart.getByRole('heading').textContent()).toContain('Temperature');
    await expect.poll(() => chart.locator('canvas').evaluate(inkOf)).toBeGreaterThan(200);
    const warmth = wire
      .filter(({ trackingId, temperature }) => trackingId === ONE && temperature !== undefined)
      .map(({ temperature }) => temperature as number);
    const summary = await readable(chart.locator('#summary'));
    for (const value of [Math.min(...warmth), Math.max(...warmth)])
      expect(summary).toContain(chartStrings.value(value, '°C'));
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

  it('is there after a cold start without a network, with the columns and metrics chosen before', async () => {
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
      await page.locator('fk-telemetry-show fk-field[name="preset"] select').selectOption('last24Hours');
      await expect.poll(async () => (await recordTable(page)).rows.length).toBe(100);
      expect((await recordTable(page)).heads).toContain('barometricPressure');
      await showView(page, 'fleet');
      await page.locator('fk-telemetry-fleet tbody tr').filter({ hasText: ONE }).getByRole('checkbox').check();
      await showView(page, 'charts');
      await expect.poll(() => page.locator('fk-chart').count()).toBe(3);
      expect((await page.locator('fk-chart h3').allTextContents()).join()).toMatch(/Signal/);
      await page.locator('fk-chart').last().locator('canvas').waitFor();
    } finally {
      await page.context().setOffline(false);
    }
  });
});

/** How many points of a canvas are painted; runs in the page. */
function inkOf(canvas: Element): number {
  const { width, height } = canvas as HTMLCanvasElement;
  const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
  return data.filter((value, at) => at % 4 === 3 && value > 0).length;
}
