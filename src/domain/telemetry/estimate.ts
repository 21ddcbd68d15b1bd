/** Estimates the cost of a telemetry query in requests and minutes, so that it is shown before a long query begins. */
import { FREE_REQUESTS, MAX_PAGE_RECORDS, MAX_QUERY_IDS, REQUESTS_PER_MINUTE } from '../limits.ts';
import { DAY_MS, HOUR_MS, idGroups, presetRange, type SpanRule, type RecordQuery } from './record-query.ts';

/** Limits after which a query stops early; null: it runs to its end. */
export interface QueryBound {
  readonly requests: number;
  /** No request begins after this time, ms. */
  readonly ms: number;
}

export type QueryEstimate = ReturnType<typeof costOf>;

/** The limits of an unconfirmed query: few requests, and no waiting for the budget. */
export const FREE_BOUND: QueryBound = { requests: FREE_REQUESTS, ms: 20_000 };

/** Assumed until the backend answers: one record a minute, a common setting of beacons. */
const RECORDS_A_BEACON_HOUR = 60;
/** Assumed number of beacons that a gateway hears; unknown before the first query. */
const BEACONS_A_GATEWAY = 20;

/** Estimates the cost of a query. `heard`: number of beacons that its gateways are known to hear. */
export function estimateOf(query: RecordQuery, span: SpanRule, heard = 0): QueryEstimate {
  const groups = idGroups(query.ids).length;
  if (query.latest) return costOf(groups);
  const hours = (query.endMs - query.startMs) / HOUR_MS;
  const beacons = query.by === 'devices' ? query.ids.length : Math.max(heard, query.ids.length * BEACONS_A_GATEWAY);
  const windows = span === 'free' ? 1 : Math.max(1, Math.ceil((query.endMs - query.startMs) / DAY_MS));
  return costOf(Math.max(windows * groups, Math.ceil((beacons * hours * RECORDS_A_BEACON_HOUR) / query.size)));
}

/** `minutes`: the duration at the budget of requests a minute; at least 1. */
function costOf(requests: number) {
  return { requests, minutes: Math.max(1, Math.ceil(requests / REQUESTS_PER_MINUTE)) };
}

/** Returns the query with the newest records first, so that its first pages already show the current state. */
export function newestOf(query: RecordQuery): RecordQuery {
  return { ...query, sort: [{ property: 'timestamp', order: 'desc' }] };
}

/**
 * Returns the query for the latest record of each beacon, limited to as many as may be requested without a question; null
 * without IDs.
 */
export function heardLastOf(ids: readonly string[], nowMs: number): RecordQuery | null {
  if (ids.length === 0) return null;
  return {
    by: 'devices',
    ids: ids.slice(0, MAX_QUERY_IDS),
    ...presetRange('last24Hours', nowMs),
    latest: true,
    size: MAX_PAGE_RECORDS,
    sort: [],
  };
}
