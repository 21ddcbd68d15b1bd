import { expect, it } from 'vitest';
import { readPage } from './page.ts';
import { summaryOf } from './page-summary.ts';

const T0 = Date.UTC(2026, 4, 1);

/** Reads a page with these elements and returns what is said of it. */
const summaryOfPage = (content: readonly unknown[]) => summaryOf(readPage({ content })!, 'page=0');
const heardAt = (...minutes: (number | null)[]): object[] =>
  minutes.map((minute) => ({ trackingId: 'b0', ...(minute !== null && { timestamp: T0 + minute * 60_000 }) }));

it('the summary of a page counts records with a value of the wrong type and records without a time', () => {
  const page = [{ trackingId: 'b0' }, { trackingId: 'b0', timestamp: T0, moving: 'yes' }, ...heardAt(1, 2)];
  expect(summaryOfPage(page)).toMatchObject({ records: 4, faulty: 1, undated: 1 });
  expect(summaryOfPage(heardAt(1, 2))).toMatchObject({ faulty: 0, undated: 0 });
});

it('the summary of a page names each beacon once, and no more than twenty thousand', () => {
  const named = (ids: readonly number[]) => summaryOfPage(ids.map((id) => ({ trackingId: `b${id}` }))).trackingIds;
  expect(named([0, 0, 1, 2, 1])).toEqual(['b0', 'b1', 'b2']);
  expect(named(Array.from({ length: 20_002 }, (_, id) => id))).toHaveLength(20_000);
});

it('the summary of a page counts each skipped element and lists the first hundred cut fields', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(1000)}1${']'.repeat(1000)}`);
  const { skipped, cut } = summaryOfPage([
    ...Array.from({ length: 150 }, () => 7),
    ...Array.from({ length: 150 }, () => ({ trackingId: 'b0', odd: deep })),
  ]);
  expect(skipped).toBe(150);
  expect(cut).toHaveLength(100);
});

it('the summary of a page reports the oldest time, wherever on the page it is', () => {
  const oldest = (...minutes: (number | null)[]) => summaryOfPage(heardAt(...minutes)).oldestMs;
  expect(oldest(3, 1, null, 2)).toBe(T0 + 60_000);
  expect(oldest(1, 2, 3)).toBe(T0 + 60_000);
  expect(oldest(null)).toBe(null);
  expect(oldest()).toBe(null);
});

it('the summary of a page calls the page sorted only when no record is newer than the record before', () => {
  const isSorted = (...minutes: (number | null)[]) => summaryOfPage(heardAt(...minutes)).newestFirst;
  expect(isSorted()).toBe(true);
  expect(isSorted(1)).toBe(true);
  expect(isSorted(3, 2, 1)).toBe(true);
  expect(isSorted(3, 2, 2)).toBe(true);
  expect(isSorted(3, null, 2)).toBe(true);
  expect(isSorted(1, 2)).toBe(false);
  expect(isSorted(3, 1, 2)).toBe(false);
  expect(isSorted(1, 3, 2)).toBe(false);
});

it('the summary of a page reports the newest time of the backend, and no time of another clock', () => {
  const cloudAt = (minute: number) => ({ trackingId: 'b0', cloudTimestamp: T0 + minute * 60_000 });
  const byGateway = { trackingId: 'b0', gatewayTimestamp: T0 + 9 * 60_000 };
  expect(summaryOfPage([cloudAt(1), cloudAt(3), cloudAt(2), byGateway]).newestCloudMs).toBe(T0 + 180_000);
  expect(summaryOfPage([byGateway, ...heardAt(8, null)]).newestCloudMs).toBe(null);
});
