import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, planRequests, type RecordQuery } from './record-query.ts';
import { FREE_REQUESTS, MAX_PAGE_RECORDS } from '../limits.ts';
import { estimateOf, heardLastOf, newestOf } from './estimate.ts';

const END = Date.UTC(2026, 0, 10);
const query = (change: Partial<RecordQuery> = {}): RecordQuery => ({
  by: 'devices',
  ids: ['b0'],
  startMs: END - DAY_MS,
  endMs: END,
  latest: false,
  size: MAX_PAGE_RECORDS,
  sort: [],
  ...change,
});
const fleet = (n: number): string[] =>
  Array.from({ length: n }, (_, at) => `00:00:00:00:00:${at.toString(16).padStart(2, '0')}`);

describe('the estimated cost of a query', () => {
  it('is one request for one beacon and one day, which needs no confirmation', () =>
    expect(estimateOf(query(), 'unknown')).toEqual({ requests: 1, minutes: 1 }));

  it('is several minutes for a whole fleet and a day, which needs confirmation', () => {
    const { requests, minutes } = estimateOf(query({ ids: fleet(212) }), 'unknown');
    expect(requests).toBeGreaterThan(100);
    expect(requests).toBeGreaterThan(FREE_REQUESTS);
    expect(minutes).toBe(Math.ceil(requests / 30));
  });

  it('is one request for each group of IDs for the latest records', () =>
    expect(estimateOf(query({ ids: fleet(212), latest: true }), 'unknown').requests).toBeLessThan(5));

  it('is at least one request for each day when the backend limits the span', () => {
    const long = query({ startMs: END - 3 * DAY_MS, ids: ['b0'], size: MAX_PAGE_RECORDS });
    expect(estimateOf({ ...long, startMs: END - 3 * HOUR_MS }, 'free').requests).toBe(1);
    expect(estimateOf({ ...long, startMs: END }, 'limited').requests).toBe(1);
    expect(estimateOf({ ...long, size: 1_000_000 }, 'limited').requests).toBe(3);
    expect(estimateOf({ ...long, size: 1_000_000 }, 'free').requests).toBe(1);
  });

  it('is one minute for each thirty requests', () => {
    const hours = (requests: number) => query({ startMs: END - requests * HOUR_MS, size: 60 });
    expect(estimateOf(hours(30), 'free')).toEqual({ requests: 30, minutes: 1 });
    expect(estimateOf(hours(31), 'free')).toEqual({ requests: 31, minutes: 2 });
  });

  it('is limited for the last records, which are queried of at most a thousand beacons', () => {
    const ids = [...Array(1001).keys()].map(String);
    expect(heardLastOf([], END)).toBeNull();
    expect(heardLastOf(ids, END)).toEqual(query({ ids: ids.slice(0, 1000), latest: true }));
  });

  it('counts beacons, not gateways', () => {
    const gateway = query({ by: 'gateways', ids: ['g1'] });
    expect(estimateOf(gateway, 'free', 200).requests).toBe(144);
    expect(estimateOf(gateway, 'free').requests).toBe(15);
  });

  it('is never less than the planned requests, and grows with the range', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 90 * 24 }),
        fc.integer({ min: 1, max: MAX_PAGE_RECORDS }),
        (beacons, hours, size) => {
          const one = query({ ids: fleet(beacons), startMs: END - hours * HOUR_MS, size });
          const { requests } = estimateOf(one, 'limited');
          expect(requests).toBeGreaterThanOrEqual(planRequests(one, 'limited').length);
          expect(estimateOf({ ...one, startMs: one.startMs - DAY_MS }, 'limited').requests).toBeGreaterThanOrEqual(
            requests,
          );
        },
      ),
    ));
});

it('a query that is changed to begin with the newest records keeps all its other parts', () =>
  expect(newestOf(query({ sort: [{ property: 'rssi', order: 'asc' }] }))).toEqual(
    query({ sort: [{ property: 'timestamp', order: 'desc' }] }),
  ));
