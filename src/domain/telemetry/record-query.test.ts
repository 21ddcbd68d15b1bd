import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALL_TIMES,
  checkQuery,
  DAY_MS,
  firstOfAllTimes,
  HOUR_MS,
  idGroups,
  newestFirst,
  pageSizeOf,
  planRequests,
  presetRange,
  splitRange,
  windowsOfLatest,
  withPageSize,
  withSmallerPage,
  type RecordQuery,
} from './record-query.ts';

it.each([
  ['size=50', 50],
  ['page=1&size=1', 1],
  ['page=1', 20],
  ['size=0', 20],
  ['size=-5', 20],
  ['size=2.5', 20],
  ['size=', 20],
  ['size=many', 20],
])('a query with %s asks for pages of %i', (query, size) => expect(pageSizeOf(query)).toBe(size));

const END = Date.UTC(2026, 0, 10);
const recordQuery = (change: Partial<RecordQuery> = {}): RecordQuery => ({
  by: 'devices',
  ids: ['aa:bb:cc:dd:ee:ff'],
  startMs: END - DAY_MS,
  endMs: END,
  latest: false,
  size: 500,
  sort: [],
  ...change,
});

describe('the query of telemetry', () => {
  it('has the parameters of interface.md 4.2', () => {
    const [request, ...others] = planRequests(
      recordQuery({
        ids: ['aa:bb', 'cc:dd', 'aa:bb'],
        sort: [
          { property: 'timestamp', order: 'desc' },
          { property: 'rssi', order: 'asc' },
        ],
      }),
      'unknown',
    );
    expect(others).toEqual([]);
    expect(request!.path).toBe('/v3/telemetry');
    expect([...new URLSearchParams(request!.query)]).toEqual([
      ['trackingId', 'aa:bb,cc:dd'],
      ['startTime', '2026-01-09T00:00:00.000Z'],
      ['endTime', '2026-01-10T00:00:00.000Z'],
      ['page', '0'],
      ['size', '500'],
      ['sort', 'timestamp,desc'],
      ['sort', 'rssi,asc'],
    ]);
  });

  it('names gateways or beacons, never both', () => {
    for (const by of ['devices', 'gateways'] as const) {
      for (const { query } of planRequests(recordQuery({ by, ids: ['x&trackingId=y', 'z'] }), 'free')) {
        const names = new URLSearchParams(query);
        expect(names.has('trackingId') !== names.has('sourceId')).toBe(true);
        expect(names.get(by === 'devices' ? 'trackingId' : 'sourceId')).toBe('x&trackingId=y,z');
      }
    }
  });

  it('is split into days when the backend limits the span, newest first on request', () => {
    const long = recordQuery({ startMs: END - 3 * DAY_MS + HOUR_MS });
    expect(planRequests(long, 'unknown')).toHaveLength(1);
    const days = planRequests(long, 'limited');
    expect(days.map(({ startMs, endMs }) => [startMs, endMs - startMs])).toEqual([
      [long.startMs, DAY_MS],
      [long.startMs + DAY_MS, DAY_MS],
      [long.startMs + 2 * DAY_MS, DAY_MS - HOUR_MS],
    ]);
    const newest = planRequests({ ...long, sort: [{ property: 'timestamp', order: 'desc' }] }, 'limited');
    expect(newest.map(({ startMs }) => startMs)).toEqual(days.map(({ startMs }) => startMs).toReversed());
  });

  it('omits the range for the latest records, which are else searched in the last hour, six hours and day', () => {
    const latest = recordQuery({ latest: true, startMs: END - 7 * DAY_MS });
    const [request] = planRequests(latest, 'limited');
    expect(request!.path).toBe('/v3/telemetry/latest');
    expect(request!.query).not.toContain('startTime');
    expect(
      windowsOfLatest({ ...latest, startMs: END - 7 * DAY_MS }).map(({ startMs, endMs, latest: still, sort }) => [
        (END - startMs) / HOUR_MS,
        (END - endMs) / HOUR_MS,
        still,
        sort[0]?.order,
      ]),
    ).toEqual([
      [1, 0, false, 'desc'],
      [6, 1, false, 'desc'],
      [24, 6, false, 'desc'],
    ]);
    expect(
      windowsOfLatest({ ...latest, startMs: END - 2 * HOUR_MS }).map(({ startMs }) => (END - startMs) / HOUR_MS),
    ).toEqual([1, 2]);
  });

  it('keeps addresses short: many IDs become several requests, with each ID in one of them', () => {
    const ids = Array.from({ length: 230 }, (_, n) => `aa:bb:cc:dd:ee:${n.toString(16).padStart(2, '0')}`);
    const requests = planRequests(recordQuery({ ids }), 'free');
    expect(requests.length).toBeGreaterThan(1);
    for (const { query } of requests) expect(query.length).toBeLessThan(4500);
    expect(requests.flatMap(({ query }) => new URLSearchParams(query).get('trackingId')!.split(','))).toEqual(ids);
  });

  it.each<[Partial<RecordQuery>, unknown]>([
    [{}, []],
    [{ ids: [] }, [{ field: 'ids', reason: 'none' }]],
    [{ ids: ['a,b'] }, [{ field: 'ids', reason: 'comma' }]],
    [{ ids: Array.from({ length: 200_000 }, String) }, []],
    [{ startMs: END }, [{ field: 'range', reason: 'endBeforeStart' }]],
    [{ startMs: Number.NaN }, [{ field: 'range', reason: 'notATime' }]],
    [{ startMs: END - 100 * DAY_MS }, [{ field: 'range', reason: 'tooLong' }]],
    [{ size: 2001 }, [{ field: 'size', reason: 'outOfRange' }]],
    [{ size: 0.5 }, [{ field: 'size', reason: 'outOfRange' }]],
    [{ size: 0 }, [{ field: 'size', reason: 'outOfRange' }]],
    [{ size: 1 }, []],
    [{ size: 2000 }, []],
    [{ ids: [...Array(1000).keys()].map(String) }, []],
    [{ ids: ['a', ' '] }, [{ field: 'ids', reason: 'comma' }]],
    [{ endMs: Number.POSITIVE_INFINITY }, [{ field: 'range', reason: 'notATime' }]],
    [{ startMs: END - 1 }, []],
    [{ startMs: END - 92 * DAY_MS }, []],
    [{ startMs: END - 92 * DAY_MS - 1 }, [{ field: 'range', reason: 'tooLong' }]],
  ])('changed by %j has exactly the faults %j', (change, faults) =>
    expect(checkQuery(recordQuery(change))).toEqual(faults),
  );

  it.each([
    ['lastHour', HOUR_MS],
    ['last24Hours', DAY_MS],
    ['last7Days', 7 * DAY_MS],
    ['last30Days', 30 * DAY_MS],
  ] as const)('has a range that ends now for the preset %s', (preset, lengthMs) =>
    expect(presetRange(preset, END)).toEqual({ startMs: END - lengthMs, endMs: END }),
  );

  it('asks for the latest records in one step when the range is no longer than an hour', () => {
    const windows = (lengthMs: number) =>
      windowsOfLatest(recordQuery({ latest: true, startMs: END - lengthMs })).map(({ startMs }) => END - startMs);
    expect(windows(HOUR_MS)).toEqual([HOUR_MS]);
    expect(windows(HOUR_MS / 2)).toEqual([HOUR_MS / 2]);
    expect(windows(6 * HOUR_MS)).toEqual([HOUR_MS, 6 * HOUR_MS]);
  });

  it('asks for the newest records of all times without a range, or with a range if the backend demands one', () => {
    const all = recordQuery({ size: 7, sort: [{ property: 'rssi', order: 'asc' }] });
    expect(firstOfAllTimes(all, ['a', 'b'], null)).toEqual({
      path: '/v3/telemetry',
      query: 'trackingId=a,b&page=0&size=7&sort=timestamp,desc',
    });
    const { query } = firstOfAllTimes(all, ['a'], ALL_TIMES);
    expect(new URLSearchParams(query).get('startTime')).toBe('2000-01-01T00:00:00.000Z');
    expect(new URLSearchParams(query).get('endTime')).toBe('2100-01-01T00:00:00.000Z');
  });

  it.each<[RecordQuery['sort'], boolean]>([
    [[], false],
    [[{ property: 'timestamp', order: 'desc' }], true],
    [[{ property: 'cloudTimestamp', order: 'desc' }], true],
    [[{ property: 'timestamp', order: 'asc' }], false],
    [[{ property: 'rssi', order: 'desc' }], false],
    [
      [
        { property: 'rssi', order: 'asc' },
        { property: 'timestamp', order: 'desc' },
      ],
      false,
    ],
  ])('begins with the newest records when sorted by %j: %s', (sort, isNewest) =>
    expect(newestFirst(sort)).toBe(isNewest),
  );

  it('fills an address with IDs up to 4000 characters', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}`.padStart(9, '0'));
    expect(idGroups(ids(400)).map((group) => group.length)).toEqual([400]);
    expect(idGroups(ids(401)).map((group) => group.length)).toEqual([400, 1]);
    expect(idGroups(['a', 'b', 'a'])).toEqual([['a', 'b']]);
    expect(idGroups([])).toEqual([]);
  });

  it('leaves the colons of beacon addresses unescaped, so that 222 addresses fit', () => {
    const macs = Array.from({ length: 500 }, (_, at) =>
      `f4:ab:02:00:00:${at.toString(16).padStart(2, '0')}`.slice(-17),
    );
    expect(new Set(macs).size).toBe(500);
    expect(idGroups(macs).map((group) => group.length)).toEqual([222, 222, 56]);
    const [first] = planRequests(recordQuery({ ids: macs }), 'free');
    expect(first!.query).toMatch(/trackingId=f4:ab:02:00:00:00,f4:ab:02.*&startTime=2026-\d\d-\d\dT\d\d:\d\d:/);
  });

  it('is not split for a whole day', () => {
    expect(splitRange(END - DAY_MS, END)).toEqual([{ startMs: END - DAY_MS, endMs: END }]);
    expect(splitRange(END - DAY_MS - 1, END)).toHaveLength(2);
  });

  it('is split without a gap and without an overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1, max: 90 * DAY_MS }), (start, length) => {
        const windows = splitRange(start, start + length);
        expect(windows[0]!.startMs).toBe(start);
        expect(windows.at(-1)!.endMs).toBe(start + length);
        for (const [at, { startMs, endMs }] of windows.entries()) {
          expect(endMs - startMs).toBeLessThanOrEqual(DAY_MS);
          if (at > 0) expect(startMs).toBe(windows[at - 1]!.endMs);
        }
      }),
    );
  });
});

describe('the size of a page of telemetry', () => {
  it('decreases step by step, but not below the smallest', () => {
    const steps: string[] = [];
    for (
      let query: string | null = 'trackingId=a&page=0&size=2000&sort=timestamp,desc';
      query !== null;
      query = withSmallerPage(query)
    )
      steps.push(query);
    expect(steps.map((query) => new URLSearchParams(query).get('size'))).toEqual(['2000', '1000', '500', '100', '20']);
    expect(steps.at(-1)).toBe('trackingId=a&page=0&size=20&sort=timestamp,desc');
    expect(withSmallerPage('trackingId=a')).toBeNull();
    expect(withPageSize('size=100&page=0', 500)).toBe('size=100&page=0');
    expect(withPageSize('size=500&page=0', 500)).toBe('size=500&page=0');
    expect(withPageSize('size=501&page=0', 500)).toBe('size=500&page=0');
    expect(withPageSize('pagesize=9&size=900', 500)).toBe('pagesize=9&size=500');
  });
});
