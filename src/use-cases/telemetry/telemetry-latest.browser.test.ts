/** When each beacon was last heard if no request tells it directly, and what pages leave open. */
import { whenFits } from '../../domain/when-fits.ts';
import { signal } from '@preact/signals-core';
import { expect } from '@open-wc/testing';
import type { BackendResult } from '../../domain/backend-failure.ts';
import { ALL_TIMES, DAY_MS, HOUR_MS, type RecordQuery } from '../../domain/telemetry/record-query.ts';
import type { ClockReading } from '../../domain/telemetry/now.ts';
import { hearingOf, silentMsOf } from '../../domain/telemetry/silent.ts';
import {
  NOW,
  ALL,
  open,
  recordQuery,
  failure,
  answer,
  record,
  scripted,
  closingTelemetry,
  testClock,
} from '../../../test/support/telemetry-queries.ts';

closingTelemetry();

describe('a query in place of /latest', () => {
  /**
   * Creates beacons b0… whose last record is this many minutes old; null for none. Answers are sorted newest first,
   * with at most `size` records.
   */
  function fleet(
    minutes: readonly (number | null)[],
    options: { readonly ascending?: boolean; readonly every?: number } = {},
  ) {
    return scripted((query, path) => {
      if (path.endsWith('latest')) return failure('notFound', 404);
      const [from, to, size, page] = [
        query.has('startTime') ? Date.parse(query.get('startTime')!) : NOW - 2 * DAY_MS,
        query.has('endTime') ? Date.parse(query.get('endTime')!) : NOW,
        Number(query.get('size')),
        Number(query.get('page')),
      ];
      const matching = query
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
      matching.sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1) * (options.ascending === true ? -1 : 1));
      const content = matching.slice(page * size, (page + 1) * size);
      return answer({ content, page: { hasNext: matching.length > (page + 1) * size, size } });
    });
  }
  const ids = (n: number): string[] => Array.from({ length: n }, (_, index) => `b${index}`);
  const latest = (n: number, size: number): RecordQuery => recordQuery({ ids: ids(n), latest: true, size });

  it('ends for a fleet in which some are never heard, requests nobody twice, and claims what it has read', async () => {
    // 40 heard a moment ago, 5 some hours ago, 5 yesterday, 10 never.
    const minutes = [
      ...Array<number>(40).fill(2),
      ...Array<number>(5).fill(200),
      ...Array<number>(5).fill(1000),
      ...Array<null>(10).fill(null),
    ];
    const { backend, requests } = fleet(minutes, { every: 1 });
    const { telemetry, clock } = open(backend);
    const outcome = await telemetry.fetchRecords(latest(60, 100));
    expect(outcome).to.deep.include({ end: { kind: 'done' }, fellBack: true, unheard: 10, stoppedEarly: false });
    expect(requests.length).to.be.at.most(20);
    expect(clock.slept).to.deep.equal([]);
    const last = requests
      .findLast(({ query }) => query.has('startTime'))!
      .query.get('trackingId')!
      .split(',');
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

  it('shows after the first page who was heard', async () => {
    const { backend } = fleet([1, 1, 1, 900]);
    const { telemetry } = open(backend);
    const first = whenFits(telemetry.state, ({ fetching, beacons }) => fetching !== null && beacons.length > 0);
    const running = telemetry.fetchRecords(latest(4, 3));
    await first;
    await running;
  });

  it('ends even when the backend cannot sort newest first', async () => {
    const { backend, requests } = fleet([...Array<number>(30).fill(1), ...Array<null>(5).fill(null)], {
      ascending: true,
      every: 1,
    });
    const outcome = await open(backend).telemetry.fetchRecords(latest(35, 20));
    expect(outcome!.end).to.deep.equal({ kind: 'done' });
    expect(outcome!.stoppedEarly).to.equal(true);
    expect(requests.length).to.be.at.most(26);
  });

  it('ends for gateways, whose beacons are unknown', async () => {
    const { backend, requests } = scripted((query, path) =>
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
    const outcome = await open(backend).telemetry.fetchRecords(
      recordQuery({ by: 'gateways', ids: ['g1'], latest: true, size: 10 }),
    );
    expect(outcome).to.deep.include({ end: { kind: 'done' }, stoppedEarly: true, unheard: null });
    expect(requests.length).to.be.at.most(26);
  });
});

describe('a telemetry request without a range', () => {
  const iso = (ms: number): string => new Date(ms).toISOString();
  const rule = { id: 'r', kind: 'silent', afterHours: 2, tag: null } as const;
  const isWide = (query: URLSearchParams): boolean => query.get('startTime') === iso(ALL_TIMES.startMs);

  /** b0 was heard 30 hours ago. The backend limits a request without a range to the last day, and says so. */
  async function requestsAtLimit(allTimes: (query: URLSearchParams) => BackendResult<ArrayBuffer>) {
    const old = { trackingId: 'b0', timestamp: iso(NOW - 30 * HOUR_MS), cloudTimestamp: iso(NOW - 30 * HOUR_MS) };
    const { backend, requests } = scripted((query, path) => {
      if (path.endsWith('latest')) return answer({ content: [], page: {} });
      if (isWide(query)) return allTimes(query);
      if (query.has('startTime')) return answer({ content: [old], page: {} });
      return answer({ content: [], page: { startTime: iso(NOW - DAY_MS), endTime: iso(NOW), hasNext: false } });
    });
    const { telemetry } = open(backend, testClock(), { backendClock: signal({ skewMs: 0, isChecked: true }) });
    await telemetry.setRules([rule]);
    await telemetry.fetchRecords(recordQuery({ ids: ['b0'], startMs: NOW - 40 * HOUR_MS }));
    expect(telemetry.state.value.alarms).to.deep.equal([]);
    await telemetry.fetchRecords(recordQuery({ ids: ['b0', 'b1'], latest: true }));
    const of = (id: string) => telemetry.state.value.beacons.find(({ trackingId }) => trackingId === id)!;
    return { telemetry, requests, of };
  }

  it('that the backend has limited is sent once more for all times, which finds a beacon whose clock is wrong', async () => {
    const { telemetry, requests, of } = await requestsAtLimit(() =>
      answer({
        content: [
          { trackingId: 'b0', timestamp: '2036-02-07T06:28:15Z', cloudTimestamp: iso(NOW - 60_000) },
          { trackingId: 'b1', timestamp: '2019-01-01T00:00:00Z', cloudTimestamp: iso(NOW - 120_000) },
        ],
        page: { hasNext: false },
      }),
    );
    expect(requests.filter(({ query }) => isWide(query))).to.have.length(1);
    expect(telemetry.state.value.alarms).to.deep.equal([]);
    expect([of('b0'), of('b1')].map((beacon) => [hearingOf(beacon), beacon.lastHeardMs])).to.deep.equal([
      ['heard', NOW - 60_000],
      ['heard', NOW - 120_000],
    ]);
  });

  it('that the backend limits again covers only the limited time: no beacon is reported as having no record', async () => {
    for (const allTimes of [
      () => failure('invalid', 400),
      () => answer({ content: [], page: { startTime: iso(NOW - DAY_MS), hasNext: false } }),
    ]) {
      const { telemetry, of } = await requestsAtLimit(allTimes);
      expect(of('b1')).to.deep.include({ lastHeardMs: null, latestAtMs: NOW, latestFromMs: NOW - DAY_MS });
      expect([hearingOf(of('b0')), silentMsOf(of('b0'))]).to.deep.equal(['silent', 30 * HOUR_MS]);
      expect([hearingOf(of('b1')), silentMsOf(of('b1'))]).to.deep.equal(['silent', DAY_MS]);
      expect(telemetry.state.value.alarms.map(({ trackingId, value }) => [trackingId, value])).to.deep.equal([
        ['b0', 30 * HOUR_MS],
        ['b1', DAY_MS],
      ]);
    }
  });

  it('for all times is not sent again to a backend that refuses long ranges', async () => {
    const { telemetry, requests } = await requestsAtLimit(() => failure('invalid', 400));
    await telemetry.fetchRecords(recordQuery({ ids: ['b0', 'b1'], latest: true }));
    expect(requests.filter(({ query }) => isWide(query))).to.have.length(1);
    expect(telemetry.state.value.alarms).to.have.length(2);
  });

  it('sorts by the time by which the backend sorts: gateways that report late change nothing', async () => {
    const late = (minutes: number, lateMs: number, trackingId: string) => ({
      trackingId,
      timestamp: iso(NOW - minutes * 60_000),
      cloudTimestamp: iso(NOW - minutes * 60_000 + lateMs),
    });
    const { backend, requests } = scripted((query, path) => {
      if (path.endsWith('latest')) return failure('notFound', 404);
      const wanted = query.get('trackingId')!.split(',');
      const content = [late(10, 0, 'b0'), late(11, 240_000, 'b1'), late(12, 0, 'b2')];
      return answer({
        content: content.filter(({ trackingId }) => wanted.includes(trackingId)),
        page: { hasNext: wanted.length === 3 },
      });
    });
    const { telemetry } = open(backend);
    const outcome = await telemetry.fetchRecords(recordQuery({ ids: ['b0', 'b1', 'b2'], latest: true }));
    expect(outcome).to.deep.include({ end: { kind: 'done' }, unheard: 0, stoppedEarly: false });
    // One page answers for all three.
    expect(requests).to.have.length(2);
  });
});

describe('the clock of the phone', () => {
  it('that is unchecked does not fall behind a time that the backend has reported', async () => {
    const cloudTimestamp = new Date(NOW + 3 * HOUR_MS).toISOString();
    const { backend } = scripted(() => answer({ content: [{ trackingId: 'b0', cloudTimestamp }] }));
    const backendClock = signal<ClockReading>({ skewMs: 0, isChecked: false });
    const { telemetry } = open(backend, testClock(), { backendClock });
    await telemetry.fetchRecords(recordQuery());
    expect(telemetry.state.value.clock).to.deep.equal({ skewMs: 3 * HOUR_MS, isChecked: false });
    expect(telemetry.state.value.beacons[0]!.lastHeardMs).to.equal(NOW + 3 * HOUR_MS);
    backendClock.value = { skewMs: 3 * HOUR_MS + 5000, isChecked: true };
    expect(telemetry.state.value.clock).to.deep.equal({ skewMs: 3 * HOUR_MS + 5000, isChecked: true });
  });
});

describe('reading pages of telemetry', () => {
  it('requests smaller pages when a backend refuses large ones, and stores the accepted size', async () => {
    const { backend, requests } = scripted((query) =>
      Number(query.get('size')) > 100
        ? failure('invalid', 400)
        : answer({ content: [record(1)], page: { hasNext: false } }),
    );
    const { telemetry } = open(backend);
    expect(await telemetry.fetchRecords(recordQuery({ size: 2000 }))).to.deep.include({
      end: { kind: 'done' },
      smallerPages: 100,
      records: 1,
    });
    expect(requests.map(({ query }) => query.get('size'))).to.deep.equal(['2000', '1000', '500', '100']);
    requests.length = 0;
    expect(await telemetry.fetchRecords(recordQuery({ size: 2000 }))).to.deep.include({
      end: { kind: 'done' },
      smallerPages: null,
    });
    expect(requests.map(({ query }) => query.get('size'))).to.deep.equal(['100']);
  });

  it('reports the first refusal when smaller pages do not help, and tries once when it is about another field', async () => {
    const all = scripted((query) => failure('invalid', query.get('size') === '100' ? 413 : 400));
    const outcome = await open(all.backend).telemetry.fetchRecords(recordQuery());
    expect(outcome!.end.kind === 'failed' && outcome!.end.failure.status).to.equal(413);
    expect(all.requests.map(({ query }) => query.get('size'))).to.deep.equal(['100', '20']);
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
    await open(named.backend).telemetry.fetchRecords(recordQuery());
    expect(named.requests).to.have.length(1);
  });

  it('does not count a range as read completely when a full page does not mention the next', async () => {
    const { backend } = scripted(() => answer({ content: [record(1), record(2)] }));
    const { telemetry } = open(backend);
    expect(await telemetry.fetchRecords(recordQuery({ size: 2 }))).to.deep.include({
      end: { kind: 'done' },
      endUnsaid: true,
      records: 2,
    });
    expect(telemetry.state.value.beacons[0]!.askedUntilMs).to.equal(null);
    expect(await telemetry.fetchRecords(recordQuery({ size: 3 }))).to.deep.include({ endUnsaid: false });
    expect(telemetry.state.value.beacons[0]!.askedUntilMs).to.equal(NOW);
  });

  it('reads the next page if the backend sends the page fields as text', async () => {
    const { backend, requests } = scripted((query) =>
      answer({
        content: [record(Number(query.get('page')))],
        page: { hasNext: String(query.get('page') === '0'), size: '1' },
      }),
    );
    expect(await open(backend).telemetry.fetchRecords(recordQuery({ size: 1 }))).to.deep.include({
      records: 2,
      endUnsaid: false,
    });
    expect(requests).to.have.length(2);
  });

  it('recognises a tracking ID in another case as the same beacon', async () => {
    const { backend } = scripted((_, __, call) =>
      answer({
        content: [
          { trackingId: call === 1 ? 'AA:BB:CC:DD:EE:09' : 'Tag-X', timestamp: new Date(NOW - 60_000).toISOString() },
        ],
      }),
    );
    const { telemetry } = open(backend);
    await telemetry.fetchRecords(recordQuery({ ids: ['aa:bb:cc:dd:ee:09'] }));
    await telemetry.fetchRecords(recordQuery({ ids: ['tag-x'] }));
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

  it('stores records without a time where they can be read and exported', async () => {
    const { backend } = scripted(() => answer({ content: [{ trackingId: 'b0', temperature: 4 }, record(1)] }));
    const { telemetry } = open(backend);
    expect(await telemetry.fetchRecords(recordQuery())).to.deep.include({ records: 2, undated: 1 });
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
