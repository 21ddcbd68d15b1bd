/** A query of telemetry as a person sets it, and the requests that it needs (interface.md 4.2). */
import { MAX_PAGE_RECORDS } from '../limits.ts';
import { addressPart } from '../address-part.ts';
import { isoOf } from './moment.ts';

export interface SortRule {
  readonly property: string;
  readonly order: 'asc' | 'desc';
}

export interface RecordQuery {
  /** The IDs are tracking IDs of beacons or IDs of gateways, never both. */
  readonly by: 'devices' | 'gateways';
  readonly ids: readonly string[];
  /** Unix ms. The end must be after the start. */
  readonly startMs: number;
  readonly endMs: number;
  /** Only the latest records, from `/v3/telemetry/latest`; the range is then used by the fallback only. */
  readonly latest: boolean;
  /** Page size, 1 to 2000. */
  readonly size: number;
  readonly sort: readonly SortRule[];
}

/** Whether the backend limits a request to 24 hours: `unknown` means not tried yet. */
export type SpanRule = 'unknown' | 'limited' | 'free';

export interface TelemetryRequest {
  readonly path: '/v3/telemetry' | '/v3/telemetry/latest';
  readonly query: string;
  /** The range of this request, Unix ms. */
  readonly startMs: number;
  readonly endMs: number;
}

export type QueryFault =
  | { readonly field: 'ids'; readonly reason: 'none' | 'tooMany' | 'comma' }
  | { readonly field: 'range'; readonly reason: 'notATime' | 'endBeforeStart' | 'tooLong' }
  | { readonly field: 'size'; readonly reason: 'outOfRange' };

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** At 30 requests a minute a longer range would take too long. */
const MAX_RANGE_MS = 92 * DAY_MS;
/** Maximum characters of the IDs in one request: many servers refuse addresses longer than 8 KB. */
const MAX_IDS_LENGTH = 4000;

export const RANGE_PRESETS = ['lastHour', 'last24Hours', 'last7Days', 'last30Days'] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

const PRESET_MS: Readonly<Record<RangePreset, number>> = {
  lastHour: HOUR_MS,
  last24Hours: DAY_MS,
  last7Days: 7 * DAY_MS,
  last30Days: 30 * DAY_MS,
};

/** Returns the preset's range, which ends now, Unix ms. */
export function presetRange(preset: RangePreset, nowMs: number): { readonly startMs: number; readonly endMs: number } {
  return { startMs: nowMs - PRESET_MS[preset], endMs: nowMs };
}

export function checkQuery({ ids, startMs, endMs, size }: RecordQuery): QueryFault[] {
  const faults: QueryFault[] = [];
  if (ids.length === 0) faults.push({ field: 'ids', reason: 'none' });
  // IDs are joined by commas, so an ID with a comma would become two.
  if (ids.some((id) => id.includes(',') || id.trim() === '')) faults.push({ field: 'ids', reason: 'comma' });
  if (!Number.isFinite(startMs) || !Number.isFinite(endMs)) faults.push({ field: 'range', reason: 'notATime' });
  else if (endMs <= startMs) faults.push({ field: 'range', reason: 'endBeforeStart' });
  else if (endMs - startMs > MAX_RANGE_MS) faults.push({ field: 'range', reason: 'tooLong' });
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_RECORDS)
    faults.push({ field: 'size', reason: 'outOfRange' });
  return faults;
}

/**
 * Returns the request for the first page of each time window and group of IDs: the newest window first if the query is
 * sorted so, else the oldest first. Further pages follow from the answers.
 */
export function planRequests(recordQuery: RecordQuery, span: SpanRule): TelemetryRequest[] {
  const { startMs, endMs } = recordQuery;
  const groups = idGroups(recordQuery.ids);
  if (recordQuery.latest) {
    return groups.map((ids) => ({
      path: '/v3/telemetry/latest',
      query: queryOf(recordQuery, ids, null),
      startMs,
      endMs,
    }));
  }
  const windows = span === 'limited' ? splitRange(startMs, endMs) : [{ startMs, endMs }];
  if (newestFirst(recordQuery.sort)) windows.reverse();
  return windows.flatMap((window) =>
    groups.map((ids) => ({ path: '/v3/telemetry' as const, query: queryOf(recordQuery, ids, window), ...window })),
  );
}

/**
 * Replaces `/latest` when the backend lacks that path: the last hour, then the rest up to 6 and to 24 hours ago, each
 * newest first. Beacons heard in one window can be left out of the next.
 */
export function windowsOfLatest(recordQuery: RecordQuery): RecordQuery[] {
  const windows: RecordQuery[] = [];
  let endMs = recordQuery.endMs;
  for (const hours of [1, 6, 24]) {
    const startMs = Math.max(recordQuery.startMs, recordQuery.endMs - hours * HOUR_MS);
    if (startMs < endMs)
      windows.push({ ...recordQuery, latest: false, startMs, endMs, sort: [{ property: 'timestamp', order: 'desc' }] });
    endMs = Math.min(endMs, startMs);
  }
  return windows;
}

/** All times that a record can plausibly have, Unix ms (moment.ts). */
export const ALL_TIMES = { startMs: Date.UTC(2000, 0), endMs: Date.UTC(2100, 0) } as const;

/**
 * Returns the request for the newest records of these beacons at any time: without a range, or with one of all times.
 */
export function firstOfAllTimes(
  recordQuery: RecordQuery,
  ids: readonly string[],
  range: typeof ALL_TIMES | null,
): Pick<TelemetryRequest, 'path' | 'query'> {
  const sort: readonly SortRule[] = [{ property: 'timestamp', order: 'desc' }];
  return { path: '/v3/telemetry', query: queryOf({ ...recordQuery, sort }, ids, range) };
}

/** Page sizes to try in turn when the backend refuses a large page; its maximum is not documented (interface.md 8). */
const PAGE_SIZES = [1000, 500, 100, 20] as const;

/** Returns the query with the next smaller page; null when it already has the smallest. */
export function withSmallerPage(query: string): string | null {
  const size = pageSizeOf(query);
  const smaller = PAGE_SIZES.find((one) => one < size);
  return smaller === undefined ? null : withPageSize(query, smaller);
}

/** Returns the query with pages of at most this size. */
export function withPageSize(query: string, most: number): string {
  return pageSizeOf(query) <= most ? query : query.replace(/(^|&)size=\d+/, `$1size=${most}`);
}

export function pageSizeOf(query: string): number {
  const size = Number(new URLSearchParams(query).get('size') ?? 20);
  return Number.isInteger(size) && size > 0 ? size : 20;
}

/** Splits a range into adjacent windows of at most 24 hours, oldest first. */
export function splitRange(startMs: number, endMs: number): { startMs: number; endMs: number }[] {
  const windows: { startMs: number; endMs: number }[] = [];
  for (let at = startMs; at < endMs; at += DAY_MS) windows.push({ startMs: at, endMs: Math.min(at + DAY_MS, endMs) });
  return windows;
}

export function newestFirst(sort: readonly SortRule[]): boolean {
  const [first] = sort;
  return first !== undefined && first.order === 'desc' && /timestamp/i.test(first.property);
}

/** Groups IDs so that the text of each group is short enough for an address. */
export function idGroups(ids: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const id of new Set(ids)) {
    const own = queryPart(id).length + 1;
    if (length + own > MAX_IDS_LENGTH) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)!.push(id);
    length += own;
  }
  return groups;
}

/** A colon may stand in a query as it is (RFC 3986, 3.4); escaped, fewer IDs would fit into one request. */
function queryPart(text: string): string {
  return addressPart(text).replaceAll('%3A', ':');
}

function queryOf(
  recordQuery: RecordQuery,
  ids: readonly string[],
  range: { startMs: number; endMs: number } | null,
): string {
  const list = ids.map(queryPart).join(',');
  return [
    `${recordQuery.by === 'devices' ? 'trackingId' : 'sourceId'}=${list}`,
    ...(range === null
      ? []
      : [`startTime=${queryPart(isoOf(range.startMs))}`, `endTime=${queryPart(isoOf(range.endMs))}`]),
    'page=0',
    `size=${recordQuery.size}`,
    ...recordQuery.sort.map(({ property, order }) => `sort=${queryPart(property)},${order}`),
  ].join('&');
}
