/**
 * Requests for telemetry with the real client, the real worker and the sandbox's own backend; with a scripted backend
 * for faults.
 */
import { whenFits } from '../../domain/when-fits.ts';
import { expect } from '@open-wc/testing';
import { DAY_MS } from '../../domain/telemetry/record-query.ts';
import { createTelemetryCalls } from '../../backend/telemetry.ts';
import { createSandboxBackend } from '../../sandbox/backend/backend.ts';
import { OWNER_KEY } from '../../sandbox/backend/gate.ts';
import { LONGEST_WAIT_MS } from '../../domain/wait.ts';
import {
  NOW,
  ALL,
  testClock,
  open,
  recordQuery,
  failure,
  answer,
  record,
  scripted,
  closingTelemetry,
} from '../../../test/support/telemetry-queries.ts';
import { fixtureAccount } from '../../../test/support/fixture-rows.ts';

closingTelemetry();

describe('a telemetry query to the sandbox', () => {
  const clock = testClock();
  const sandbox = createSandboxBackend({ now: clock.nowMs });
  const options = (change: object) =>
    sandbox.handle(
      new Request(`${location.origin}/sandbox/control/options`, { method: 'PUT', body: JSON.stringify(change) }),
    );
  let requests: URL[] = [];
  const account = fixtureAccount({
    id: 's',
    kind: 'sandbox',
    baseUrl: `${location.origin}/sandbox`,
    legacyBaseUrl: `${location.origin}/sandbox/legacy`,
  });
  const backend = createTelemetryCalls({
    account,
    apiKey: () => OWNER_KEY,
    clock,
    fetch: (url, init) => {
      requests.push(new URL(url));
      return sandbox.handle(new Request(url, init));
    },
  });
  let ids: string[] = [];

  before(async () => {
    const response = await sandbox.handle(
      new Request(`${location.origin}/sandbox/legacy/device?maxResult=500`, {
        headers: { 'Api-Key': OWNER_KEY, Accept: 'application/vnd.com.kontakt+json;version=10' },
      }),
    );
    const { devices } = (await response.json()) as { devices: { deviceType: string; mac?: string }[] };
    ids = devices.flatMap(({ deviceType, mac }) => (deviceType === 'BEACON' && mac ? [mac] : [])).slice(0, 4);
  });
  beforeEach(async () => {
    requests = [];
    await options({ telemetryMaxSpanHours: 24, telemetryPerMinute: 30, telemetryLatest: 'notFound' });
  });

  it('reads every page of a day, in the shape of the tracking-ID query', async () => {
    const { telemetry } = open(backend, clock);
    const now = clock.nowMs();
    const outcome = await telemetry.fetchRecords(recordQuery({ ids, startMs: now - DAY_MS, endMs: now }));
    expect(outcome!.end).to.deep.equal({ kind: 'done' });
    expect(outcome!.pages).to.equal(requests.length);
    expect(outcome!.pages).to.be.greaterThan(2);
    expect(outcome!.records).to.equal(outcome!.added);
    expect(outcome!.records).to.be.greaterThan(200);
    const { beacons, stored } = telemetry.state.value;
    expect(stored.records).to.equal(outcome!.records);
    expect(beacons.map(({ trackingId }) => trackingId)).to.have.members(ids);
    expect(beacons.every(({ askedUntilMs }) => askedUntilMs === now)).to.equal(true);
  });

  it('gets the number of pages in the shape of the source-ID query', async () => {
    const { telemetry, seen } = open(backend, clock);
    const gateways = (await telemetry.rows(ALL, null, 1, true)).rows;
    expect(gateways).to.deep.equal([]);
    const response = await sandbox.handle(
      new Request(`${location.origin}/sandbox/legacy/device?maxResult=500&deviceType=GATEWAY`, {
        headers: { 'Api-Key': OWNER_KEY, Accept: 'application/vnd.com.kontakt+json;version=10' },
      }),
    );
    const [first] = ((await response.json()) as { devices: { uniqueId: string }[] }).devices;
    const now = clock.nowMs();
    const outcome = await telemetry.fetchRecords(
      recordQuery({ by: 'gateways', ids: [first!.uniqueId], startMs: now - 2 * 3_600_000, endMs: now }),
    );
    expect(outcome!.end.kind).to.equal('done');
    expect(seen.at(-1)!.totalPages).to.equal(outcome!.pages);
    expect(outcome!.pages).to.be.greaterThan(1);
  });

  it('requests day by day once the backend has refused longer ranges, and stores that', async () => {
    const { telemetry } = open(backend, clock);
    const now = clock.nowMs();
    const outcome = await telemetry.fetchRecords(
      recordQuery({ ids: ids.slice(0, 1), startMs: now - 3 * DAY_MS, endMs: now, size: 2000 }),
    );
    expect(outcome).to.deep.include({ end: { kind: 'done' }, split: true });
    const spans = requests.map(
      ({ searchParams }) =>
        (Date.parse(searchParams.get('endTime')!) - Date.parse(searchParams.get('startTime')!)) / DAY_MS,
    );
    expect(spans[0]).to.equal(3);
    expect(spans.slice(1).every((span) => span === 1)).to.equal(true);
    requests = [];
    await telemetry.fetchRecords(
      recordQuery({ ids: ids.slice(0, 1), startMs: now - 2 * DAY_MS, endMs: now, size: 2000 }),
    );
    expect(requests).to.have.length(2);
  });

  it('requests growing windows, newest first, when there is no /latest', async () => {
    const { telemetry } = open(backend, clock);
    const now = clock.nowMs();
    const outcome = await telemetry.fetchRecords(
      recordQuery({ ids, latest: true, startMs: now - 7 * DAY_MS, endMs: now, size: 2000 }),
    );
    expect(outcome).to.deep.include({ end: { kind: 'done' }, fellBack: true });
    expect(requests[0]!.pathname).to.match(/\/v3\/telemetry\/latest$/);
    expect(requests[1]!.pathname).to.match(/\/v3\/telemetry$/);
    expect(requests[1]!.searchParams.get('sort')).to.equal('timestamp,desc');
    await options({ telemetryLatest: 'served' });
    const served = await telemetry.fetchRecords(recordQuery({ ids, latest: true }));
    expect(served).to.deep.include({ end: { kind: 'done' }, fellBack: false });
  });

  it('sends at most thirty requests a minute, so that the backend never has to refuse', async () => {
    const { telemetry } = open(backend, clock);
    await clock.sleep(120_000);
    clock.slept.length = 0;
    const now = clock.nowMs();
    const outcome = await telemetry.fetchRecords(recordQuery({ ids, startMs: now - DAY_MS, endMs: now, size: 10 }));
    expect(outcome!.end.kind).to.equal('done');
    expect(outcome!.pages).to.be.greaterThan(40);
    expect(outcome!.pages).to.equal(requests.length);
    expect(clock.slept.length).to.equal(Math.floor((requests.length - 1) / 30));
  });
});

describe('a telemetry query to a backend that misbehaves', () => {
  const page = (n: number, more: boolean) => answer({ content: [record(n)], page: { hasNext: more, size: 1 } });

  it('waits as long as a 429 requires and repeats the request', async () => {
    const { backend, requests } = scripted((_, __, call) =>
      call === 1 ? failure('rateLimit', 429, 7000) : page(1, false),
    );
    const { telemetry, clock, seen } = open(backend);
    expect((await telemetry.fetchRecords(recordQuery()))!.end.kind).to.equal('done');
    expect(clock.slept).to.deep.equal([7000]);
    expect(requests[0]!.query.toString()).to.equal(requests[1]!.query.toString());
    expect(seen.some(({ waitReason }) => waitReason === 'backend')).to.equal(true);
  });

  it('waits as long as a 429 to another request of the account requires, and shows the wait', async () => {
    const { backend, requests } = scripted(() => page(1, false));
    const { telemetry, clock, seen, pace } = open(backend);
    pace.note({ kind: 'rateLimit', status: 429, message: '', fields: [], retryAfterMs: 7000 });
    expect((await telemetry.fetchRecords(recordQuery()))!.end.kind).to.equal('done');
    expect([clock.slept, requests.length]).to.deep.equal([[7000], 1]);
    expect(seen.find(({ waitReason }) => waitReason === 'backend')).to.include({ waitUntilMs: NOW + 7000 });
  });

  it('tries a temporary failure three times, keeps what it has and reports the failure', async () => {
    const { backend, requests } = scripted((query) =>
      query.get('page') === '0' ? page(1, true) : failure('server', 503),
    );
    const { telemetry } = open(backend);
    const outcome = await telemetry.fetchRecords(recordQuery());
    expect(outcome!.end).to.deep.include({ kind: 'failed' });
    expect(outcome).to.include({ records: 1, added: 1, pages: 1 });
    expect(requests).to.have.length(4);
    expect(telemetry.state.value.beacons[0]!.askedUntilMs).to.equal(null);
  });

  it('waits at most a day, whatever a 503 or a 429 requires', async () => {
    for (const [kind, status] of [
      ['server', 503],
      ['rateLimit', 429],
    ] as const) {
      const { backend } = scripted((_, __, call) =>
        call === 1 ? failure(kind, status, Number.MAX_SAFE_INTEGER) : page(1, false),
      );
      const { telemetry, clock, seen } = open(backend);
      expect((await telemetry.fetchRecords(recordQuery()))!.end.kind).to.equal('done');
      expect(clock.slept.reduce((sum, ms) => sum + ms)).to.equal(LONGEST_WAIT_MS);
      expect(seen.findLast(({ waitUntilMs }) => waitUntilMs !== null)).to.include({
        waitUntilMs: NOW + LONGEST_WAIT_MS,
        waitReason: 'backend',
      });
    }
  });

  it('does not repeat what another attempt cannot resolve', async () => {
    for (const [kind, status] of [
      ['key', 401],
      ['forbidden', 403],
      ['invalid', 422],
    ] as const) {
      const { backend, requests } = scripted(() => failure(kind, status));
      const outcome = await open(backend).telemetry.fetchRecords(recordQuery());
      expect(outcome!.end).to.deep.include({ kind: 'failed' });
      expect(requests).to.have.length(1);
    }
  });

  it('splits when the applied range is shorter than the requested one', async () => {
    const { backend } = scripted((query) => {
      const end = query.get('endTime')!;
      const startTime = new Date(Math.max(Date.parse(query.get('startTime')!), Date.parse(end) - DAY_MS)).toISOString();
      return answer({ content: [record(1)], page: { startTime, endTime: end, hasNext: false, size: 20 } });
    });
    expect(await open(backend).telemetry.fetchRecords(recordQuery({ startMs: NOW - 2 * DAY_MS }))).to.deep.include({
      split: true,
      pages: 3,
    });
  });

  it('reports an answer that is not a page, and does not follow a list in circles', async () => {
    const words = await open(scripted(() => answer('hello')).backend).telemetry.fetchRecords(recordQuery());
    expect(words!.end.kind === 'failed' && words!.end.failure.kind).to.equal('unreadable');
    const round = scripted((query) =>
      answer({
        content: [record(1)],
        links: [{ rel: 'next', href: `https://x/y?page=${query.get('page') === '0' ? 1 : 0}` }],
      }),
    );
    const outcome = await open(round.backend).telemetry.fetchRecords(recordQuery());
    expect(outcome!.end.kind).to.equal('done');
    expect(round.requests.length).to.be.at.most(3);
  });

  it('stops on request, also while it waits, and keeps what it has', async () => {
    const { backend } = scripted((_, __, call) => (call === 1 ? page(1, true) : failure('rateLimit', 429, 60_000)));
    const { telemetry } = open(backend, {
      ...testClock(),
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
    });
    const running = telemetry.fetchRecords(recordQuery());
    await whenFits(telemetry.state, ({ fetching }) => fetching?.doing === 'waiting');
    expect(await telemetry.fetchRecords(recordQuery())).to.equal(null);
    telemetry.cancel();
    expect(await running).to.deep.include({ end: { kind: 'cancelled' }, records: 1, added: 1 });
    expect(telemetry.state.value.stored.records).to.equal(1);
  });
});

describe('stored telemetry', () => {
  it('includes typed tracking IDs, which can be removed, and the limit of storage', async () => {
    const { telemetry } = open(scripted(() => answer({ content: [] })).backend);
    await telemetry.nameTrackingId('tB4x', 'aa:bb:cc:dd:ee:ff');
    await telemetry.nameTrackingId('Kf7Qp2', '__proto__');
    expect(telemetry.state.value.typed).to.deep.equal({ tB4x: 'aa:bb:cc:dd:ee:ff', Kf7Qp2: '__proto__' });
    await telemetry.nameTrackingId('tB4x', '');
    expect(telemetry.state.value.typed).to.deep.equal({ Kf7Qp2: '__proto__' });
    await telemetry.setLimit(5_000_000);
    expect(telemetry.state.value.stored.limitBytes).to.equal(5_000_000);
  });

  it('is written to a file piece by piece', async () => {
    const { telemetry } = open(
      scripted(() => answer({ content: Array.from({ length: 50 }, (_, n) => record(n)) })).backend,
    );
    await telemetry.fetchRecords(recordQuery());
    let text = '';
    for await (const { bytes } of telemetry.file(ALL, { kind: 'csv', columns: ['timestamp', 'temperature'] }))
      text += new TextDecoder().decode(bytes);
    expect(text.split('\r\n')).to.have.length(52);
  });
});
