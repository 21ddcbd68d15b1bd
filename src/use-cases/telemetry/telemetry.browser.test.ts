/** Asking for telemetry: the real client, the real worker and the sandbox's own backend; a scripted backend where it must misbehave. */
import { expect } from '@open-wc/testing';
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
import { DAY_MS, type TelemetryAsk } from '../../domain/telemetry/ask.ts';
import { createTelemetryCalls } from '../../backend/telemetry.ts';
import { makeAccount } from '../../domain/account.ts';
import { createSandboxBackend } from '../../sandbox/backend/backend.ts';
import { OWNER_KEY } from '../../sandbox/backend/gate.ts';
import { openTelemetryStorage } from '../../storage/telemetry/telemetry.ts';
import { createTelemetry } from './telemetry.ts';
import type { TelemetryBackend } from './ports.ts';
import type { AskProgress, Telemetry } from './offered.ts';
import { MAX_FLOOR_MS } from '../../domain/wait.ts';

const NOW = Date.UTC(2026, 2, 10, 12);
const ALL = { trackingIds: null, sourceIds: null, startMs: null, endMs: null };

/** Sleeping moves it on at once; each wait is noted. */
function testClock() {
  let now = NOW;
  const slept: number[] = [];
  return {
    slept,
    nowMs: () => now,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
  };
}

const opened: Telemetry[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function open(backend: TelemetryBackend, clock = testClock()) {
  const store = openTelemetryStorage({ accountId: crypto.randomUUID(), trustUrl: (url) => url });
  const telemetry = createTelemetry({ backend, store, clock });
  opened.push(telemetry);
  const seen: AskProgress[] = [];
  telemetry.state.subscribe(() => {
    const { asking } = telemetry.state.value;
    if (asking !== null) seen.push(asking);
  });
  return { telemetry, clock, seen };
}

function ask(change: Partial<TelemetryAsk> = {}): TelemetryAsk {
  return {
    by: 'devices',
    ids: ['b0'],
    startMs: NOW - DAY_MS,
    endMs: NOW,
    latest: false,
    size: 100,
    sort: [],
    ...change,
  };
}

const failure = (
  kind: BackendFailure['kind'],
  status: number,
  retryAfterMs: number | null = null,
): BackendResult<ArrayBuffer> => ({
  ok: false,
  failure: { kind, status, message: `Status ${status}`, fields: [], retryAfterMs },
});

const answer = (body: unknown): BackendResult<ArrayBuffer> => ({
  ok: true,
  value: new TextEncoder().encode(JSON.stringify(body)).buffer,
});
const record = (n: number) => ({
  trackingId: 'b0',
  timestamp: new Date(NOW - n * 60_000).toISOString(),
  temperature: n,
});

/** A backend that answers by a function and notes what it was asked. */
function scripted(respond: (query: URLSearchParams, path: string, call: number) => BackendResult<ArrayBuffer>) {
  const asked: { path: string; query: URLSearchParams }[] = [];
  const backend: TelemetryBackend = {
    async readTelemetry({ path, query }) {
      const parameters = new URLSearchParams(query);
      asked.push({ path, query: parameters });
      return respond(parameters, path, asked.length);
    },
  };
  return { backend, asked };
}

describe('over the sandbox', () => {
  const clock = testClock();
  const sandbox = createSandboxBackend({ now: clock.nowMs });
  const options = (change: object) =>
    sandbox.handle(
      new Request(`${location.origin}/sandbox/control/options`, { method: 'PUT', body: JSON.stringify(change) }),
    );
  let requests: URL[] = [];
  const account = makeAccount(
    {
      name: 'S',
      baseUrl: `${location.origin}/sandbox`,
      legacyBaseUrl: `${location.origin}/sandbox/legacy`,
      vendor: 'kontakt',
    },
    's',
    'sandbox',
    NOW,
  );
  const backend = createTelemetryCalls({
    account,
    apiKey: () => OWNER_KEY,
    nowMs: clock.nowMs,
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
    const outcome = await telemetry.ask(ask({ ids, startMs: now - DAY_MS, endMs: now }));
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

  it('knows the number of pages in the shape of the source-ID query', async () => {
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
    const outcome = await telemetry.ask(
      ask({ by: 'gateways', ids: [first!.uniqueId], startMs: now - 2 * 3_600_000, endMs: now }),
    );
    expect(outcome!.end.kind).to.equal('done');
    expect(seen.at(-1)!.totalPages).to.equal(outcome!.pages);
    expect(outcome!.pages).to.be.greaterThan(1);
  });

  it('asks day by day once the backend has refused more, and remembers', async () => {
    const { telemetry } = open(backend, clock);
    const now = clock.nowMs();
    const outcome = await telemetry.ask(
      ask({ ids: ids.slice(0, 1), startMs: now - 3 * DAY_MS, endMs: now, size: 2000 }),
    );
    expect(outcome).to.deep.include({ end: { kind: 'done' }, split: true });
    const spans = requests.map(
      ({ searchParams }) =>
        (Date.parse(searchParams.get('endTime')!) - Date.parse(searchParams.get('startTime')!)) / DAY_MS,
    );
    expect(spans[0]).to.equal(3);
    expect(spans.slice(1).every((span) => span === 1)).to.equal(true);
    requests = [];
    await telemetry.ask(ask({ ids: ids.slice(0, 1), startMs: now - 2 * DAY_MS, endMs: now, size: 2000 }));
    expect(requests).to.have.length(2);
  });

  it('asks growing windows, newest first, where there is no /latest', async () => {
    const { telemetry } = open(backend, clock);
    const now = clock.nowMs();
    const outcome = await telemetry.ask(ask({ ids, latest: true, startMs: now - 7 * DAY_MS, endMs: now, size: 2000 }));
    expect(outcome).to.deep.include({ end: { kind: 'done' }, fellBack: true });
    expect(requests[0]!.pathname).to.match(/\/v3\/telemetry\/latest$/);
    expect(requests[1]!.pathname).to.match(/\/v3\/telemetry$/);
    expect(requests[1]!.searchParams.get('sort')).to.equal('timestamp,desc');
    await options({ telemetryLatest: 'served' });
    const served = await telemetry.ask(ask({ ids, latest: true }));
    expect(served).to.deep.include({ end: { kind: 'done' }, fellBack: false });
  });

  it('keeps to thirty requests a minute, so that the backend never has to refuse', async () => {
    const { telemetry } = open(backend, clock);
    await clock.sleep(120_000);
    clock.slept.length = 0;
    const now = clock.nowMs();
    const outcome = await telemetry.ask(ask({ ids, startMs: now - DAY_MS, endMs: now, size: 10 }));
    expect(outcome!.end.kind).to.equal('done');
    expect(outcome!.pages).to.be.greaterThan(40);
    expect(outcome!.pages).to.equal(requests.length);
    expect(clock.slept.length).to.equal(Math.floor((requests.length - 1) / 30));
  });
});

describe('over a backend that misbehaves', () => {
  const page = (n: number, more: boolean) => answer({ content: [record(n)], page: { hasNext: more, size: 1 } });

  it('waits as long as a 429 says and asks the same again', async () => {
    const { backend, asked } = scripted((_, __, call) =>
      call === 1 ? failure('rateLimit', 429, 7000) : page(1, false),
    );
    const { telemetry, clock, seen } = open(backend);
    expect((await telemetry.ask(ask()))!.end.kind).to.equal('done');
    expect(clock.slept).to.deep.equal([7000]);
    expect(asked[0]!.query.toString()).to.equal(asked[1]!.query.toString());
    expect(seen.some(({ waitReason }) => waitReason === 'backend')).to.equal(true);
  });

  it('tries a passing failure three times, keeps what it has and says what went wrong', async () => {
    const { backend, asked } = scripted((query) =>
      query.get('page') === '0' ? page(1, true) : failure('server', 503),
    );
    const { telemetry } = open(backend);
    const outcome = await telemetry.ask(ask());
    expect(outcome!.end).to.deep.include({ kind: 'failed' });
    expect(outcome).to.include({ records: 1, added: 1, pages: 1 });
    expect(asked).to.have.length(4);
    expect(telemetry.state.value.beacons[0]!.askedUntilMs).to.equal(null);
  });

  it('waits a day at most, whatever a 503 or a 429 asks for', async () => {
    for (const [kind, status] of [
      ['server', 503],
      ['rateLimit', 429],
    ] as const) {
      const { backend } = scripted((_, __, call) =>
        call === 1 ? failure(kind, status, Number.MAX_SAFE_INTEGER) : page(1, false),
      );
      const { telemetry, clock, seen } = open(backend);
      expect((await telemetry.ask(ask()))!.end.kind).to.equal('done');
      expect(clock.slept).to.deep.equal([MAX_FLOOR_MS]);
      expect(seen.find(({ waitUntilMs }) => waitUntilMs !== null)!.waitUntilMs).to.equal(NOW + MAX_FLOOR_MS);
    }
  });

  it('does not try again what another try cannot mend', async () => {
    for (const [kind, status] of [
      ['key', 401],
      ['forbidden', 403],
      ['invalid', 422],
    ] as const) {
      const { backend, asked } = scripted(() => failure(kind, status));
      const outcome = await open(backend).telemetry.ask(ask());
      expect(outcome!.end).to.deep.include({ kind: 'failed' });
      expect(asked).to.have.length(1);
    }
  });

  it('splits when the applied range is shorter than the one asked for', async () => {
    const { backend } = scripted((query) => {
      const end = query.get('endTime')!;
      const startTime = new Date(Math.max(Date.parse(query.get('startTime')!), Date.parse(end) - DAY_MS)).toISOString();
      return answer({ content: [record(1)], page: { startTime, endTime: end, hasNext: false, size: 20 } });
    });
    expect(await open(backend).telemetry.ask(ask({ startMs: NOW - 2 * DAY_MS }))).to.deep.include({
      split: true,
      pages: 3,
    });
  });

  it('says that an answer is no page, and follows no list in circles', async () => {
    const words = await open(scripted(() => answer('hello')).backend).telemetry.ask(ask());
    expect(words!.end.kind === 'failed' && words!.end.failure.kind).to.equal('unreadable');
    const round = scripted((query) =>
      answer({
        content: [record(1)],
        links: [{ rel: 'next', href: `https://x/y?page=${query.get('page') === '0' ? 1 : 0}` }],
      }),
    );
    const outcome = await open(round.backend).telemetry.ask(ask());
    expect(outcome!.end.kind).to.equal('done');
    expect(round.asked.length).to.be.at.most(3);
  });

  it('stops when told to, also while it waits, and keeps what it has', async () => {
    const { backend } = scripted((_, __, call) => (call === 1 ? page(1, true) : failure('rateLimit', 429, 60_000)));
    const { telemetry } = open(backend, {
      ...testClock(),
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
    });
    const running = telemetry.ask(ask());
    await new Promise<void>(
      (resolve) => void telemetry.state.subscribe(() => telemetry.state.value.asking?.doing === 'waiting' && resolve()),
    );
    expect(await telemetry.ask(ask())).to.equal(null);
    telemetry.cancel();
    expect(await running).to.deep.include({ end: { kind: 'cancelled' }, records: 1, added: 1 });
    expect(telemetry.state.value.stored.records).to.equal(1);
  });
});

describe('in place of /latest', () => {
  /** Beacons b0… with their last record so many minutes ago; null never. Answers newest first, `size` at most. */
  function fleet(
    minutes: readonly (number | null)[],
    options: { readonly ascending?: boolean; readonly every?: number } = {},
  ) {
    return scripted((query, path) => {
      if (path.endsWith('latest')) return failure('notFound', 404);
      const [from, to, size, page] = [
        Date.parse(query.get('startTime')!),
        Date.parse(query.get('endTime')!),
        Number(query.get('size')),
        Number(query.get('page')),
      ];
      const found = query
        .get('trackingId')!
        .split(',')
        .flatMap((trackingId) => {
          const first = minutes[Number(trackingId.slice(1))];
          if (first === null || first === undefined) return [];
          const records = [];
          for (let at = NOW - first * 60_000; at >= from; at -= (options.every ?? 10) * 60_000)
            if (at <= to) records.push({ trackingId, timestamp: new Date(at).toISOString() });
          return records;
        });
      found.sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1) * (options.ascending === true ? -1 : 1));
      const content = found.slice(page * size, (page + 1) * size);
      return answer({ content, page: { hasNext: found.length > (page + 1) * size, size } });
    });
  }
  const ids = (n: number): string[] => Array.from({ length: n }, (_, index) => `b${index}`);
  const latest = (n: number, size: number): TelemetryAsk => ask({ ids: ids(n), latest: true, size });

  it('ends for a fleet in which some are never heard, asks nobody twice, and claims what it has read', async () => {
    // 40 heard a moment ago, 5 some hours ago, 5 yesterday, 10 never.
    const minutes = [
      ...Array<number>(40).fill(2),
      ...Array<number>(5).fill(200),
      ...Array<number>(5).fill(1000),
      ...Array<null>(10).fill(null),
    ];
    const { backend, asked } = fleet(minutes, { every: 1 });
    const { telemetry, clock } = open(backend);
    const outcome = await telemetry.ask(latest(60, 100));
    expect(outcome).to.deep.include({ end: { kind: 'done' }, fellBack: true, unheard: 10, stoppedEarly: false });
    expect(asked.length).to.be.at.most(10);
    expect(clock.slept).to.deep.equal([]);
    const last = asked.at(-1)!.query.get('trackingId')!.split(',');
    expect(last.some((id) => Number(id.slice(1)) < 45)).to.equal(false);
    const { beacons } = telemetry.state.value;
    const of = (id: string) => beacons.find(({ trackingId }) => trackingId === id)!;
    expect(beacons.filter(({ lastHeardMs }) => lastHeardMs !== null)).to.have.length(50);
    expect(of('b0').lastHeardMs).to.equal(NOW - 2 * 60_000);
    expect(of('b41').lastHeardMs).to.equal(NOW - 200 * 60_000);
    expect(of('b59')).to.deep.include({ lastHeardMs: null, askedFromMs: NOW - DAY_MS, askedUntilMs: NOW });
    expect(of('b41').askedFromMs!)
      .to.be.at.most(NOW - 200 * 60_000)
      .and.at.least(NOW - DAY_MS / 4);
  });

  it('shows who was heard after the first page', async () => {
    const { backend } = fleet([1, 1, 1, 900]);
    const { telemetry } = open(backend);
    const first = new Promise<number>((resolve) => {
      telemetry.state.subscribe(() => {
        const { asking, beacons } = telemetry.state.value;
        if (asking !== null && beacons.length > 0) resolve(beacons.length);
      });
    });
    const running = telemetry.ask(latest(4, 3));
    expect(await first).to.be.greaterThan(0);
    await running;
  });

  it('has an end even where the backend will not put the newest first', async () => {
    const { backend, asked } = fleet([...Array<number>(30).fill(1), ...Array<null>(5).fill(null)], {
      ascending: true,
      every: 1,
    });
    const outcome = await open(backend).telemetry.ask(latest(35, 20));
    expect(outcome!.end).to.deep.equal({ kind: 'done' });
    expect(outcome!.stoppedEarly).to.equal(true);
    expect(asked.length).to.be.at.most(26);
  });

  it('has an end for gateways, of which nobody knows whom they hear', async () => {
    const { backend, asked } = scripted((query, path) =>
      path.endsWith('latest')
        ? failure('notFound', 404)
        : answer({
            content: Array.from({ length: 10 }, (_, n) => ({
              trackingId: `x${n}`,
              sourceId: 'g1',
              timestamp: query.get('endTime'),
            })),
            page: { hasNext: true, size: 10 },
          }),
    );
    const outcome = await open(backend).telemetry.ask(ask({ by: 'gateways', ids: ['g1'], latest: true, size: 10 }));
    expect(outcome).to.deep.include({ end: { kind: 'done' }, stoppedEarly: true, unheard: null });
    expect(asked.length).to.be.at.most(26);
  });
});

describe('what pages do not say, and how ids are spelled', () => {
  it('takes smaller pages where a backend refuses large ones, and remembers', async () => {
    const { backend, asked } = scripted((query) =>
      Number(query.get('size')) > 100
        ? failure('invalid', 400)
        : answer({ content: [record(1)], page: { hasNext: false } }),
    );
    const { telemetry } = open(backend);
    expect(await telemetry.ask(ask({ size: 2000 }))).to.deep.include({
      end: { kind: 'done' },
      smallerPages: 100,
      records: 1,
    });
    expect(asked.map(({ query }) => query.get('size'))).to.deep.equal(['2000', '1000', '500', '100']);
    asked.length = 0;
    expect(await telemetry.ask(ask({ size: 2000 }))).to.deep.include({ end: { kind: 'done' }, smallerPages: null });
    expect(asked.map(({ query }) => query.get('size'))).to.deep.equal(['100']);
  });

  it('tells the first refusal where smaller pages do not help, and asks once where it is about another field', async () => {
    const all = scripted((query) => failure('invalid', query.get('size') === '100' ? 413 : 400));
    const outcome = await open(all.backend).telemetry.ask(ask());
    expect(outcome!.end.kind === 'failed' && outcome!.end.failure.status).to.equal(413);
    expect(all.asked.map(({ query }) => query.get('size'))).to.deep.equal(['100', '20']);
    const named = scripted(() => ({
      ok: false,
      failure: {
        kind: 'invalid',
        status: 400,
        message: 'no',
        fields: [{ field: 'startTime', message: 'no' }],
        retryAfterMs: null,
      },
    }));
    await open(named.backend).telemetry.ask(ask());
    expect(named.asked).to.have.length(1);
  });

  it('does not count a range as read to its end when a full page says nothing of the next', async () => {
    const { backend } = scripted(() => answer({ content: [record(1), record(2)] }));
    const { telemetry } = open(backend);
    expect(await telemetry.ask(ask({ size: 2 }))).to.deep.include({
      end: { kind: 'done' },
      endUnsaid: true,
      records: 2,
    });
    expect(telemetry.state.value.beacons[0]!.askedUntilMs).to.equal(null);
    expect(await telemetry.ask(ask({ size: 3 }))).to.deep.include({ endUnsaid: false });
    expect(telemetry.state.value.beacons[0]!.askedUntilMs).to.equal(NOW);
  });

  it('follows what is spelled as text', async () => {
    const { backend, asked } = scripted((query) =>
      answer({
        content: [record(Number(query.get('page')))],
        page: { hasNext: String(query.get('page') === '0'), size: '1' },
      }),
    );
    expect(await open(backend).telemetry.ask(ask({ size: 1 }))).to.deep.include({ records: 2, endUnsaid: false });
    expect(asked).to.have.length(2);
  });

  it('takes a tracking id in another case for the same beacon', async () => {
    const { backend } = scripted((_, __, call) =>
      answer({
        content: [
          { trackingId: call === 1 ? 'AA:BB:CC:DD:EE:09' : 'Tag-X', timestamp: new Date(NOW - 60_000).toISOString() },
        ],
      }),
    );
    const { telemetry } = open(backend);
    await telemetry.ask(ask({ ids: ['aa:bb:cc:dd:ee:09'] }));
    await telemetry.ask(ask({ ids: ['tag-x'] }));
    expect(
      telemetry.state.value.beacons.map(({ trackingId, lastHeardMs, askedUntilMs }) => [
        trackingId,
        lastHeardMs,
        askedUntilMs,
      ]),
    ).to.deep.equal([
      ['Tag-X', NOW - 60_000, NOW],
      ['aa:bb:cc:dd:ee:09', NOW - 60_000, NOW],
    ]);
  });

  it('keeps records without a time where they can be read and saved', async () => {
    const { backend } = scripted(() => answer({ content: [{ trackingId: 'b0', temperature: 4 }, record(1)] }));
    const { telemetry } = open(backend);
    expect(await telemetry.ask(ask())).to.deep.include({ records: 2, undated: 1 });
    const undated = { ...ALL, undatedOnly: true };
    expect(
      (await telemetry.rows(undated, null, 10, true)).rows.map(({ timeMs, values }) => [timeMs, values['temperature']]),
    ).to.deep.equal([[null, 4]]);
    expect((await telemetry.rows(ALL, null, 10, true)).rows).to.have.length(2);
    let saved = 0;
    for await (const { rows } of telemetry.file(undated, { kind: 'ndjson', columns: [] })) saved += rows;
    expect(saved).to.equal(1);
  });
});

describe('what a person says', () => {
  it('is kept: tracking ids typed, the limit, and taken back', async () => {
    const { telemetry } = open(scripted(() => answer({ content: [] })).backend);
    await telemetry.nameTrackingId('tB4x', 'aa:bb:cc:dd:ee:ff');
    await telemetry.nameTrackingId('Kf7Qp2', '__proto__');
    expect(telemetry.state.value.typed).to.deep.equal({ tB4x: 'aa:bb:cc:dd:ee:ff', Kf7Qp2: '__proto__' });
    await telemetry.nameTrackingId('tB4x', '');
    expect(telemetry.state.value.typed).to.deep.equal({ Kf7Qp2: '__proto__' });
    await telemetry.setLimit(5_000_000);
    expect(telemetry.state.value.stored.limitBytes).to.equal(5_000_000);
  });

  it('makes a file, piece by piece', async () => {
    const { telemetry } = open(
      scripted(() => answer({ content: Array.from({ length: 50 }, (_, n) => record(n)) })).backend,
    );
    await telemetry.ask(ask());
    let text = '';
    for await (const { bytes } of telemetry.file(ALL, { kind: 'csv', columns: ['timestamp', 'temperature'] }))
      text += new TextDecoder().decode(bytes);
    expect(text.split('\r\n')).to.have.length(52);
  });
});
