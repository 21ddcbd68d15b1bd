import { describe, expect, it } from 'vitest';
import { readPage } from '../../domain/telemetry/page.ts';
import { clientFor } from '../../../test/support/sandbox-client.ts';
import { fleetOf } from '../fleet.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { DAY_MS, HOUR_MS, countAt, lastAt } from './noise.ts';
import { receptions } from './reception.ts';
import { batteryAt, telemetryRecord } from './record.ts';
import { gatewaysOf, traitsOf, type BeaconTraits } from './traits.ts';

const NOW_MS = Date.UTC(2026, 4, 12, 13, 20);
const GATEWAYS = gatewaysOf(DEFAULT_SEED);

interface Envelope {
  readonly links: readonly { rel: string; href: string }[];
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly page: Readonly<Record<string, unknown>>;
}

function opened(options: object = { telemetryPerMinute: null }) {
  const { backend, client, clock } = clientFor();
  clock.nowMs = NOW_MS;
  const ready = client.control('POST', 'options', options);
  async function request(query: string, key = 'sandbox-owner-key'): Promise<Response> {
    await ready;
    const url = query.startsWith('http') ? query : `http://sandbox.test/sandbox/v3/telemetry${query}`;
    return backend.handle(new Request(url, { headers: { 'api-key': key } }));
  }
  const page = async (query: string, key?: string): Promise<Envelope> =>
    (await (await request(query, key)).json()) as Envelope;
  return { client, clock, request, page };
}

/** Returns a beacon that sends telemetry and that the owner may read. */
function speaker(test: (traits: BeaconTraits) => boolean = () => true): BeaconTraits {
  const found = fleetOf(DEFAULT_SEED)
    .filter(({ access }) => access.owner)
    .map(({ uniqueId }) => traitsOf(DEFAULT_SEED, uniqueId))
    .find((traits) => traits?.silent === 'no' && test(traits));
  return found!;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

describe('GET /v3/telemetry of the practice backend', () => {
  it('returns the records of a beacon in the tracking format, and its links lead to every record once', async () => {
    const { page } = opened();
    const { trackingId } = speaker(({ intervalMs }) => intervalMs === 60_000);
    const first = await page(
      `?trackingId=${trackingId}&size=500&startTime=${iso(NOW_MS - DAY_MS)}&endTime=${iso(NOW_MS)}`,
    );
    expect(first.page).toEqual({ startTime: iso(NOW_MS - DAY_MS), endTime: iso(NOW_MS), hasNext: true, size: 500 });
    expect(first.links.map(({ rel }) => rel)).toEqual(['self', 'first', 'next']);
    const all = [...first.content];
    for (let at = first; at.page['hasNext'];) {
      at = await page(at.links.find(({ rel }) => rel === 'next')!.href);
      all.push(...at.content);
    }
    expect(all.length).toBeGreaterThan(1000);
    expect(new Set(all.map((record) => JSON.stringify(record))).size).toBe(all.length);
    expect(new Set(all.map((record) => record['trackingId']))).toEqual(new Set([trackingId]));
    const times = all.map((record) => String(record['timestamp']));
    expect(times).toEqual([...times].sort());
  });

  it('returns the records of a gateway in the source format', async () => {
    const { page, client } = opened();
    const found = await page(`?sourceId=${GATEWAYS[0]},${GATEWAYS[1]}&size=100&page=2`);
    const { totalElements, totalPages } = found.page as { totalElements: number; totalPages: number };
    expect(found.page).toEqual({ size: 100, totalElements, totalPages, number: 2 });
    expect(totalPages).toBe(Math.ceil(totalElements / 100));
    expect(new Set(found.content.map((record) => record['sourceId']))).toEqual(new Set([GATEWAYS[0], GATEWAYS[1]]));
    const { links } = await page(`?sourceId=${GATEWAYS[0]}`);
    expect(links.map(({ rel }) => rel)).toEqual(['self', 'first', 'next', 'last']);
    const last = await page(links.find(({ rel }) => rel === 'last')!.href);
    expect([last.content.length > 0, last.links.some(({ rel }) => rel === 'next')]).toEqual([true, false]);
    await client.control('POST', 'options', { totalElements: 'page' });
    expect((await page(`?sourceId=${GATEWAYS[0]}&size=7`)).page['totalElements']).toBe(7);
  });

  it('defaults to the first 20 records of the last 24 hours, oldest first', async () => {
    const { page } = opened();
    const found = await page('');
    expect([found.content.length, found.page]).toEqual([
      20,
      { startTime: iso(NOW_MS - DAY_MS), endTime: iso(NOW_MS), hasNext: true, size: 20 },
    ]);
    expect(Date.parse(String(found.content[0]!['timestamp'])) - (NOW_MS - DAY_MS)).toBeLessThan(60_000);
  });

  it('is decoded by the app without an error, and unknown fields are kept', async () => {
    const { page, client } = opened();
    const raw = await page(`?size=2000&startTime=${iso(NOW_MS - HOUR_MS)}`);
    const read = readPage(raw)!;
    expect([read.skipped, read.records.length, read.facts.hasNext]).toEqual([0, 2000, true]);
    expect(read.records.filter(({ faults, rest }) => faults !== null || rest !== null)).toEqual([]);
    await client.control('POST', 'options', { unknownTelemetryField: true });
    expect(readPage(await page(`?size=1&startTime=${iso(NOW_MS - HOUR_MS)}`))!.records[0]!.rest).toEqual({
      barometricPressure: 1013,
    });
  });

  it('sorts the records by several properties', async () => {
    const { page } = opened();
    const found = await page(
      `?sourceId=${GATEWAYS[0]}&size=2000&sort=batteryLevel,desc&sort=timestamp,asc&startTime=${iso(NOW_MS - HOUR_MS)}`,
    );
    const keys = found.content.map(
      (record) => [record['batteryLevel'], record['timestamp']] as [number | undefined, string],
    );
    const expected = [...keys].sort((a, b) => (b[0] ?? -1) - (a[0] ?? -1) || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0));
    expect(keys).toEqual(expected);
    const newest = await page(`?sourceId=${GATEWAYS[0]}&size=1&sort=timestamp,desc`);
    expect(NOW_MS - Date.parse(String(newest.content[0]!['timestamp']))).toBeLessThan(60_000);
  });

  it('returns only records that have arrived, and consecutive ranges neither overlap nor leave any out', async () => {
    const { page } = opened();
    const newest = await page(`?size=200&sort=timestamp,desc&startTime=${iso(NOW_MS - 600_000)}`);
    expect(newest.content.filter((record) => Date.parse(String(record['cloudTimestamp'])) > NOW_MS)).toEqual([]);
    const { trackingId } = speaker(({ intervalMs, has }) => intervalMs === 60_000 && has.clock);
    const between = (fromMs: number, toMs: number): Promise<Envelope> =>
      page(`?trackingId=${trackingId}&size=2000&startTime=${iso(fromMs)}&endTime=${iso(toMs)}`);
    const whole = (await between(NOW_MS - 2 * HOUR_MS, NOW_MS - HOUR_MS)).content;
    // The range ends exactly at a record.
    const cutMs = Date.parse(String(whole[20]!['timestamp']));
    const halves = [await between(NOW_MS - 2 * HOUR_MS, cutMs), await between(cutMs, NOW_MS - HOUR_MS)];
    expect(halves.flatMap(({ content }) => content)).toEqual(whole);
  });

  it('shows an account only the devices that it may read', async () => {
    const { page } = opened();
    const seen = fleetOf(DEFAULT_SEED)
      .filter(({ access }) => access.editor)
      .map(({ uniqueId }) => traitsOf(DEFAULT_SEED, uniqueId)?.trackingId);
    const editor = await page('?size=2000', 'sandbox-editor-key');
    expect(editor.content.length).toBe(2000);
    expect(editor.content.filter((record) => !seen.includes(record['trackingId'] as string))).toEqual([]);
    const neighbour = traitsOf(DEFAULT_SEED, 'Zz0neighbour')!;
    expect((await page(`?trackingId=${neighbour.trackingId}`)).content).toEqual([]);
    expect((await page('?sourceId=nobody')).page).toEqual({ size: 20, totalElements: 0, totalPages: 1, number: 0 });
  });

  it('agrees with battery and last sign of life in GET /device', async () => {
    const { page, client } = opened();
    const answered = await client.get('/device?deviceType=BEACON&orderBy=lastSeen&order=DESC&maxResult=500');
    const { devices } = (await answered.json()) as {
      devices: { uniqueId: string; mac?: string; batteryLevel?: number; lastSeen?: number | null }[];
    };
    const seen = devices.map(({ lastSeen }) => lastSeen).filter((time) => time !== undefined && time !== null);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    for (const { mac, batteryLevel, lastSeen } of devices.filter((device) => device.mac !== undefined).slice(0, 5)) {
      const { content } = await page(`?trackingId=${mac}&size=1&sort=timestamp,desc`);
      const [last] = content;
      expect(lastSeen).toBe(Math.floor(Date.parse(String(last!['timestamp'])) / 1000));
      if (last!['batteryLevel'] !== undefined) expect(batteryLevel).toBe(last!['batteryLevel']);
    }
    const silent = devices.filter(({ lastSeen }) => lastSeen === null);
    const never = silent.map(({ uniqueId }) => traitsOf(DEFAULT_SEED, uniqueId)!).filter(({ device }) => !device.bare);
    expect(never.length).toBeGreaterThan(5);
    expect(never.map(({ silent: how }) => how)).toEqual(never.map(() => 'never'));
  });

  it('hides devices that were moved away and shows new ones from the day of their order', async () => {
    const { page, client, clock } = opened();
    const { trackingId, device } = speaker();
    await client.form('/device/move', { uniqueId: device.uniqueId, managerEmail: 'a@b.example' });
    expect((await page(`?trackingId=${trackingId}`)).content).toEqual([]);
    await client.form('/order/assign', { orderId: 'FK-NEW-02' });
    clock.nowMs += HOUR_MS;
    const devices = (
      (await (await client.get('/device?q=&maxResult=500')).json()) as {
        devices: { uniqueId: string; orderId?: string }[];
      }
    ).devices;
    const ids = devices
      .filter(({ orderId }) => orderId === 'FK-NEW-02')
      .map(({ uniqueId }) => traitsOf(DEFAULT_SEED, uniqueId)!.trackingId);
    const { content } = await page(`?trackingId=${ids.join(',')}&size=2000`);
    expect(content.length).toBeGreaterThan(30);
    expect(content.every((record) => Date.parse(String(record['timestamp'])) >= NOW_MS - 1000)).toBe(true);
  });

  it('makes new telemetry as the clock moves, keeps old records unchanged and drops them after two weeks', async () => {
    const { page, clock, client } = opened();
    await client.control('POST', 'options', { telemetryMaxSpanHours: null });
    const { trackingId } = speaker(({ intervalMs }) => intervalMs === 60_000);
    const range = `&size=2000&startTime=${iso(NOW_MS - HOUR_MS)}&endTime=${iso(NOW_MS + HOUR_MS)}`;
    const before = await page(`?trackingId=${trackingId}${range}`);
    clock.nowMs += HOUR_MS;
    const after = await page(`?trackingId=${trackingId}${range}`);
    expect(after.content.length).toBeGreaterThan(before.content.length + 20);
    expect(after.content.slice(0, before.content.length - 2)).toEqual(
      before.content.slice(0, before.content.length - 2),
    );
    const ages = (
      await page(`?trackingId=${trackingId}&size=1&startTime=${iso(NOW_MS - 30 * DAY_MS)}&endTime=${iso(NOW_MS)}`)
    ).content;
    const oldestMs = Date.parse(String(ages[0]!['timestamp']));
    expect(clock.nowMs - oldestMs).toBeLessThanOrEqual(14 * DAY_MS);
    expect(clock.nowMs - oldestMs).toBeGreaterThan(13 * DAY_MS);
  });

  it('rejects invalid queries with 400 and the v3 error body', async () => {
    const { request, client } = opened();
    const cases: [string, string][] = [
      ['?trackingId=a&sourceId=b', 'trackingId'],
      ['?size=2001', 'size'],
      ['?size=0', 'size'],
      ['?page=-1', 'page'],
      ['?sort=colour,asc', 'sort'],
      ['?sort=timestamp,up', 'sort'],
      ['?startTime=yesterday', 'startTime'],
      [`?startTime=${iso(NOW_MS)}&endTime=${iso(NOW_MS - 1)}`, 'endTime'],
      [`?startTime=${iso(NOW_MS - DAY_MS - 1)}&endTime=${iso(NOW_MS)}`, 'endTime'],
    ];
    for (const [query, field] of cases) {
      const answered = await request(query);
      expect([answered.status, await answered.json()]).toMatchObject([400, { errors: [{ field }] }]);
    }
    await client.control('POST', 'options', { telemetryRangeRequired: true, telemetryBothFilters: 'sourceId' });
    expect((await request('')).status).toBe(400);
    const both = await request(
      `?trackingId=a&sourceId=${GATEWAYS[0]}&startTime=${iso(NOW_MS - HOUR_MS)}&endTime=${iso(NOW_MS)}`,
    );
    expect(await both.json()).toMatchObject({ page: { number: 0 } });
  });

  it('returns small pages, no link to a next page, no times or IDs in upper case if options say so', async () => {
    const { request, client } = opened();
    await client.control('POST', 'options', {
      telemetryMaxSize: 100,
      telemetryPageFacts: 'none',
      telemetryTimes: 'none',
      trackingIdCase: 'upper',
    });
    expect((await request('?size=101')).status).toBe(400);
    const body = (await (await request('?size=5')).json()) as {
      links: { rel: string }[];
      page?: unknown;
      content: Record<string, unknown>[];
    };
    expect([body.links.map(({ rel }) => rel), body.page]).toEqual([['self'], undefined]);
    expect(
      body.content.map((one) => [
        Object.keys(one).filter((name) => /timestamp/i.test(name)),
        String(one['trackingId']),
      ]),
    ).toEqual(body.content.map((one) => [[], String(one['trackingId']).toUpperCase()]));
    await client.control('POST', 'options', { telemetryPageFacts: 'text' });
    expect(((await (await request('?size=5')).json()) as { page: unknown }).page).toMatchObject({
      size: '5',
      number: '0',
      hasNext: 'true',
    });
    // IDs are accepted in either case.
    const id = String(body.content[0]!['trackingId']);
    expect(((await (await request(`?trackingId=${id}&size=1`)).json()) as { content: unknown[] }).content).toHaveLength(
      1,
    );
  });

  it('serves /latest unless that is switched off: the newest record of each beacon, newest first', async () => {
    const { request, page, client } = opened();
    await client.control('POST', 'options', { telemetryLatest: 'notFound' });
    expect((await request('/latest')).status).toBe(404);
    await client.control('POST', 'options', { telemetryLatest: 'served' });
    const { content, page: meta } = await page(
      `/latest?sourceId=${GATEWAYS.join(',')}&size=500&startTime=${iso(NOW_MS - HOUR_MS)}`,
    );
    const ids = content.map((record) => record['trackingId']);
    expect([ids.length > 100, new Set(ids).size]).toEqual([true, ids.length]);
    expect(meta['totalElements']).toBe(ids.length);
    const times = content.map((record) => String(record['timestamp']));
    expect(times).toEqual([...times].toSorted().toReversed());
  });

  it('accepts 30 requests a minute, and refuses more in the configured form', async () => {
    const { request, client, clock } = opened({});
    for (let count = 0; count < 30; count += 1) expect((await request('?trackingId=none')).status).toBe(200);
    const bare = await request('?trackingId=none');
    expect([bare.status, bare.headers.get('retry-after'), await bare.text()]).toEqual([429, '60', '']);
    await client.control('POST', 'options', { telemetryRetryAfter: 'joined', telemetryLimitBody: true });
    clock.nowMs += 50_000;
    const full = await request('?trackingId=none');
    expect([full.status, full.headers.get('retry-after')]).toEqual([
      429,
      `${new Date(NOW_MS + 60_000).toUTCString()}, 10`,
    ]);
    expect(await full.json()).toEqual({ message: 'Too many requests', errors: [] });
    expect((await request('?trackingId=none', 'sandbox-editor-key')).status).toBe(200);
    clock.nowMs += 10_000;
    expect((await request('?trackingId=none')).status).toBe(200);
  });
});

describe('the telemetry records of practice beacons', () => {
  const week = (traits: BeaconTraits): ReturnType<typeof receptions> =>
    receptions(traits, NOW_MS - 7 * DAY_MS, NOW_MS, null);

  it('are the same whether they are made one by one or for a whole week', () => {
    const traits = speaker();
    const row = week(traits);
    const some = row.filter((_reception, index) => index % 500 === 0);
    for (const reception of some) {
      const alone = receptions(traits, reception.timestampMs, reception.timestampMs + 1, null);
      expect(alone.map(telemetryRecord)).toContainEqual(telemetryRecord(reception));
    }
  });

  it('count movements up, wrap from 255 to 0 and agree with the time since the last movement', () => {
    const traits = speaker(({ has, roams }) => has.movement && roams);
    const records = week(traits)
      .filter(({ rank }) => rank === 0)
      .map(telemetryRecord);
    let wraps = 0;
    for (const [index, record] of records.entries()) {
      const before = records[index - 1];
      if (!before) continue;
      const steps = (Number(record['movementCounter']) - Number(before['movementCounter']) + 256) % 256;
      if (Number(record['movementCounter']) < Number(before['movementCounter'])) wraps += 1;
      const elapsed = (Date.parse(String(record['timestamp'])) - Date.parse(String(before['timestamp']))) / 1000;
      const since = Number(record['timeSinceMovement']);
      // Times are whole seconds, so an event in the same second as the earlier record may count for either side.
      if (elapsed < 600 && Math.abs(since - elapsed) > 2) expect(steps === 0).toBe(since > elapsed);
    }
    expect(wraps).toBeGreaterThan(2);
  });

  it('have a daily rhythm, a falling battery, and gaps', () => {
    const traits = speaker(({ has, roams }) => has.battery && roams);
    const day = Math.floor(NOW_MS / DAY_MS) * DAY_MS;
    const moved = (fromHour: number): number =>
      countAt({ ...traits.movements, shift: 0 }, day + (fromHour + 4) * HOUR_MS) -
      countAt({ ...traits.movements, shift: 0 }, day + fromHour * HOUR_MS);
    expect(moved(10)).toBeGreaterThan(5 * Math.max(1, moved(0)));
    const levels = Array.from({ length: 90 }, (_day, index) => batteryAt(traits, NOW_MS + index * DAY_MS));
    const rises = levels.filter((level, index) => index > 0 && level > levels[index - 1]!);
    expect(rises.length).toBeLessThanOrEqual(2);
    expect(levels[0]! - levels[10]!).not.toBe(0);
    const sent = week(traits)
      .map(({ sentMs }) => sentMs)
      .sort((a, b) => a - b);
    expect(sent.some((ms, index) => index > 0 && ms - sent[index - 1]! > 15 * 60_000)).toBe(true);
  });

  it('have every field of the interface document, except those of sensors that the beacon lacks', () => {
    const fields = new Set<string>();
    let leanest = Number.POSITIVE_INFINITY;
    for (const { uniqueId } of fleetOf(DEFAULT_SEED)) {
      const traits = traitsOf(DEFAULT_SEED, uniqueId);
      const reception = traits && receptions(traits, NOW_MS - DAY_MS, NOW_MS, null)[0];
      if (!reception) continue;
      const names = Object.keys(telemetryRecord(reception));
      leanest = Math.min(leanest, names.length);
      for (const name of names) fields.add(name);
    }
    expect(fields.size).toBe(42);
    expect(leanest).toBeLessThan(20);
  });

  it('come from 12 gateways, and some beacons are silent, nameless or have another tracking ID', () => {
    const beacons = fleetOf(DEFAULT_SEED).flatMap(({ uniqueId }) => traitsOf(DEFAULT_SEED, uniqueId) ?? []);
    expect([beacons.length, GATEWAYS.length]).toEqual([230, 12]);
    expect(beacons.filter(({ silent }) => silent === 'never').length).toBeGreaterThan(5);
    expect(beacons.filter(({ namesItself }) => !namesItself).length).toBeGreaterThan(5);
    const unlisted = beacons.filter(({ device }) => device.mac === null);
    expect(unlisted.length).toBeGreaterThan(5);
    expect(unlisted.every(({ namesItself }) => namesItself)).toBe(true);
    expect(unlisted.some(({ trackingId }) => trackingId.startsWith('tag-'))).toBe(true);
    expect(new Set(beacons.map(({ trackingId }) => trackingId)).size).toBe(230);
    const spells = beacons.filter(({ silent }) => silent === 'spells');
    expect(spells.some((traits) => receptions(traits, NOW_MS - 28 * DAY_MS, NOW_MS, null).length > 0)).toBe(true);
  });

  it('agree with the event counter about the time of the last event', () => {
    for (const perDay of [0.5, 4, 900]) {
      for (let hour = 0; hour < 48; hour += 1) {
        const atMs = NOW_MS + hour * HOUR_MS;
        const last = lastAt({ perDay, shift: 0.1 }, atMs);
        expect(last).toBeLessThanOrEqual(atMs);
        expect(countAt({ perDay, shift: 0.1 }, last)).toBe(countAt({ perDay, shift: 0.1 }, atMs));
        expect(countAt({ perDay, shift: 0.1 }, last - 1000)).toBeLessThan(countAt({ perDay, shift: 0.1 }, atMs));
      }
    }
  });
});
