/** The requests of the page: small ones when it opens or refreshes, and the view's data when a person presses Load. */
import { MAX_PAGE_RECORDS } from '../../../domain/limits.ts';
import { type RecordQuery } from '../../../domain/telemetry/record-query.ts';
import { heardLastOf, newestOf } from '../../../domain/telemetry/estimate.ts';
import { isOpenEnded, rangeOf } from './range-choice.ts';
import { RANGES_OF, type TelemetryView } from './telemetry-address.ts';

/** Data checked within this time is fresh enough to open with, ms. */
const FRESH_MS = 60_000;

/**
 * `ids`: all beacons that can be requested. For a few selected ones it requests the range, otherwise the last readings.
 */
export function openingQuery(
  { view, beacons, range }: TelemetryView,
  ids: readonly string[],
  nowMs: number,
): RecordQuery | null {
  const close = (view === 'charts' || view === 'records') && beacons.length > 0 && !isOpenEnded(range);
  return (close ? rangeQuery(beacons, rangeOf(range, nowMs)) : null) ?? heardLastOf(ids, nowMs);
}

/**
 * All data of the view: its range if it has one, otherwise the last readings. `ids`: all beacons that can be requested.
 */
export function shownQuery(view: TelemetryView, ids: readonly string[], nowMs: number): RecordQuery | null {
  const isClose = view.view === 'charts' || view.view === 'records';
  const of = isClose && view.beacons.length > 0 ? view.beacons : ids;
  if (RANGES_OF[view.view].length > 0 && !isOpenEnded(view.range) && of.length > 0)
    return rangeQuery(of, rangeOf(view.range, nowMs));
  const last = heardLastOf(ids, nowMs);
  return last && { ...last, ids };
}

/** The newest records of these beacons in a range; null for a range that ends before it starts. */
export function rangeQuery(
  ids: readonly string[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): RecordQuery | null {
  return endMs > startMs
    ? newestOf({ by: 'devices', ids: [...ids], startMs, endMs, latest: false, size: MAX_PAGE_RECORDS, sort: [] })
    : null;
}

export function isFresh(checkedAtMs: number, nowMs: number): boolean {
  // A clock that was set back does not make data fresh.
  return Math.abs(nowMs - checkedAtMs) < FRESH_MS;
}

/** Shows what was requested. */
export function viewAfterQuery(view: TelemetryView, query: RecordQuery): Partial<TelemetryView> {
  // The whole fleet is not a selection; and an equal selection keeps its order, which determines the colours.
  const isChoice = query.ids.length <= MAX_CHOSEN && !sameIds(query.ids, view.beacons);
  return {
    beacons: query.by === 'gateways' ? [] : isChoice ? query.ids : view.beacons,
    gateways: query.by === 'gateways' ? query.ids : [],
    ...(query.latest ? {} : { range: { preset: 'own', startMs: query.startMs, endMs: query.endMs } }),
    zoom: null,
  };
}

const MAX_CHOSEN = 50;

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
