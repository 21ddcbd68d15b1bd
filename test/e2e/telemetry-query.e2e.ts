/** Requesting telemetry in the built app with the sandbox: the requests for each way of asking. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { telemetryStrings as text } from '../../src/ui/strings/telemetry.ts';
import { FREE_REQUESTS } from '../../src/domain/limits.ts';
import { readable } from '../support/journey.ts';
import { sampled } from '../support/sampled.ts';
import {
  sendQuery,
  queryEnded,
  chooseNone,
  openQueryForm,
  readCount,
  submitQuery,
  sendingBeacons,
  showView,
  telemetryQueries,
} from '../support/telemetry-journey.ts';
import {
  HOUR_MS,
  page,
  sandbox,
  sent,
  connect,
  spanOf,
  readAll,
  GATEWAY,
  ONE,
  TWO,
  onTelemetryStage,
} from '../support/telemetry-stage.ts';

onTelemetryStage();

describe('a telemetry query', () => {
  beforeAll(() => connect());
  beforeEach(() => {
    sent.length = 0;
  });

  it('for a beacon without a MAC address uses the typed tracking ID as typed', async () => {
    const typed = sendingBeacons(({ device, intervalMs }) => device.mac === null && intervalMs <= 120_000).at(-1)!;
    await openQueryForm(page);
    const form = page.locator('fk-telemetry-query');
    await form.getByRole('searchbox').fill(typed.device.uniqueId);
    const entry = form.locator('fk-telemetry-picker li').filter({ hasText: typed.device.uniqueId });
    await entry.getByRole('button', { name: text.query.type, exact: true }).click();
    await entry.getByLabel(text.query.typed, { exact: true }).fill(typed.trackingId);
    await entry.getByRole('button', { name: text.query.keep, exact: true }).click();
    await expect.poll(() => entry.getByRole('checkbox').isChecked()).toBe(true);
    await form.locator('fk-field[name="preset"] select').selectOption('lastHour');
    await submitQuery(page);
    expect(readCount(await queryEnded(page))).toBeGreaterThan(5);
    expect(telemetryQueries(sent).map(({ searchParams }) => searchParams.get('trackingId'))).toEqual([
      typed.trackingId,
    ]);
  });

  it("for a beacon without a MAC address uses the tracking ID from a gateway's records, never an invented one", async () => {
    const nameless = sendingBeacons(
      ({ device, namesItself, intervalMs }) => device.mac === null && namesItself && intervalMs <= 120_000,
    )[0]!;
    await openQueryForm(page);
    const form = page.locator('fk-telemetry-query');
    await form.locator('input[type="radio"][value="devices"]').check();
    await chooseNone(page);
    const entry = form.locator('fk-telemetry-picker li').filter({ hasText: nameless.device.uniqueId });
    await form.getByRole('searchbox').fill(nameless.device.uniqueId);
    expect(await readable(entry)).toContain(text.query.unknown);
    expect(await entry.getByRole('checkbox').count()).toBe(0);
    await form.getByRole('button', { name: text.query.cancel, exact: true }).click();

    await sendQuery(page, { by: 'gateways', ids: nameless.gateways.slice(0, 1), preset: 'lastHour', size: 2000 });
    await queryEnded(page);
    sent.length = 0;
    await openQueryForm(page);
    await form.locator('input[type="radio"][value="devices"]').check();
    await chooseNone(page);
    await form.getByRole('searchbox').fill(nameless.device.uniqueId);
    await entry.getByRole('checkbox').check();
    await form.locator('fk-field[name="devices"] textarea').fill('');
    await form.locator('fk-field[name="preset"] select').selectOption('lastHour');
    await submitQuery(page);
    expect(readCount(await queryEnded(page))).toBeGreaterThan(5);
    expect(telemetryQueries(sent).map(({ searchParams }) => searchParams.get('trackingId'))).toEqual([
      nameless.trackingId,
    ]);
  });

  it('for beacons picked by name covers the last hour', async () => {
    const { device, trackingId } = sendingBeacons(({ device: { mac } }) => mac !== null)[0]!;
    await openQueryForm(page);
    const form = page.locator('fk-telemetry-query');
    await form.locator('input[type="radio"][value="devices"]').check();
    await chooseNone(page);
    await form.getByRole('searchbox').fill(device.uniqueId);
    await form.locator('fk-telemetry-picker li').filter({ hasText: device.uniqueId }).getByRole('checkbox').check();
    await form.locator('fk-field[name="preset"] select').selectOption('lastHour');
    await submitQuery(page);
    const status = await queryEnded(page);
    const [query, ...others] = telemetryQueries(sent);
    expect(others).toEqual([]);
    expect([...query!.searchParams.keys()].toSorted()).toEqual(['endTime', 'page', 'size', 'startTime', 'trackingId']);
    expect(query!.searchParams.get('trackingId')).toBe(trackingId);
    expect(spanOf(query!)).toBe(HOUR_MS);
    await readAll(status, query!);
  });

  const OTHER_PAGES = [
    ['with links of its own host', {}],
    ['with links that name another host', { foreignLinks: true }],
    ['which counts the elements of a page only', { totalElements: 'page' }],
  ] as const;

  it.each(sampled('other pages', OTHER_PAGES, 1))(
    'by gateways reads every page of answers in the other form, %s',
    async (_, options) => {
      await sandbox.setOptions(options);
      try {
        await sendQuery(page, { by: 'gateways', ids: [GATEWAY], preset: 'lastHour', size: 500 });
        const status = await queryEnded(page);
        const queries = telemetryQueries(sent);
        expect(queries.map(({ searchParams }) => searchParams.get('sourceId'))).toEqual(queries.map(() => GATEWAY));
        expect(queries.map(({ searchParams }) => Number(searchParams.get('page')))).toEqual(
          queries.map((__, index) => index),
        );
        expect(queries.length).toBeGreaterThan(1);
        await readAll(status, queries[0]!);
      } finally {
        await sandbox.setOptions({ foreignLinks: false, totalElements: 'all' });
      }
    },
  );

  it('can be sorted by several properties', async () => {
    await sendQuery(page, {
      ids: [ONE, TWO],
      sort: [
        ['temperature', 'desc'],
        ['timestamp', 'asc'],
        ['sourceId', 'desc'],
      ],
    });
    await queryEnded(page);
    expect(telemetryQueries(sent)[0]!.searchParams.getAll('sort')).toEqual([
      'temperature,desc',
      'timestamp,asc',
      'sourceId,desc',
    ]);
    expect(telemetryQueries(sent)[0]!.searchParams.get('trackingId')).toBe(`${ONE},${TWO}`);
  });

  it("for the latest records uses the backend's call for them, or else growing windows, newest first", async () => {
    await sandbox.setOptions({ telemetryLatest: 'notFound' });
    await sendQuery(page, { ids: [ONE, TWO], latest: true, size: 2000 });
    expect(await queryEnded(page)).toContain(text.outcome.fellBack);
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
    await sendQuery(page, { ids: [ONE, TWO], latest: true, size: 2000 });
    const status = await queryEnded(page);
    expect(status).not.toContain(text.outcome.fellBack);
    expect(readCount(status)).toBe(2);
    expect(telemetryQueries(sent)).toHaveLength(1);
  });

  it.each(sampled('latest', ['served', 'notFound'] as const, 1))(
    'for the whole fleet is sent when the page opens, within its limit of requests, when /latest is %s',
    async (telemetryLatest) => {
      await connect(telemetryLatest);
      expect(telemetryQueries(sent).length).toBeGreaterThan(0);
      expect(telemetryQueries(sent).length).toBeLessThanOrEqual(FREE_REQUESTS);
      await showView(page, 'fleet');
      const speaking = sendingBeacons()[0]!;
      await expect.poll(() => readable(page.locator('fk-telemetry-fleet'))).toMatch(/\d+ beacons/);
      await page.locator('fk-telemetry-fleet fk-field[name="wanted"] input').fill(speaking.trackingId);
      await page
        .locator('fk-telemetry-fleet tbody tr')
        .getByText(speaking.trackingId)
        .first()
        .waitFor({ state: 'attached' });
    },
  );

  it('for more than a day is sent at once when the backend allows it, else day by day, also later', async () => {
    await connect();
    sent.length = 0;
    const spans = (): number[] => telemetryQueries(sent).map((query) => spanOf(query) / HOUR_MS);
    await sandbox.setOptions({ telemetryMaxSpanHours: null });
    await sendQuery(page, { ids: [ONE], preset: 'last7Days', size: 2000 });
    await queryEnded(page);
    expect(new Set(spans())).toEqual(new Set([168]));
    sent.length = 0;
    await sandbox.setOptions({ telemetryMaxSpanHours: 24 });
    await sendQuery(page, { ids: [TWO], preset: 'last7Days', size: 2000 });
    expect(await queryEnded(page)).toContain(text.outcome.split);
    expect(spans()).toEqual([168, ...Array<number>(7).fill(24)]);
    const [, ...days] = telemetryQueries(sent);
    // The days are adjacent and together cover the requested range.
    expect(days.map(({ searchParams }) => searchParams.get('startTime')).slice(1)).toEqual(
      days.map(({ searchParams }) => searchParams.get('endTime')).slice(0, -1),
    );
    sent.length = 0;
    await sendQuery(page, { ids: [TWO], preset: 'last7Days', size: 2000 });
    await queryEnded(page);
    expect(spans()).toEqual(Array<number>(7).fill(24));
  });

  it('is not sent while a field is faulty, and these fields are named', async () => {
    await sendQuery(page, { ids: [], size: 2001 });
    const form = page.locator('fk-telemetry-query');
    await form.getByText(text.query.faults['ids none']).waitFor();
    await form.getByText(text.query.faults['size outOfRange']).waitFor();
    expect(telemetryQueries(sent)).toEqual([]);
    await form.getByRole('button', { name: text.query.cancel, exact: true }).click();
  });
});
