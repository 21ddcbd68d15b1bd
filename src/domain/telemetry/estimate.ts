/** What an ask will cost, in requests and minutes: said before anything long is begun, never after. */
import { DAY_MS, HOUR_MS, idGroups, MAX_IDS, MAX_SIZE, presetRange, type SpanRule, type TelemetryAsk } from './ask.ts';
import { TELEMETRY_BUDGET } from './budget.ts';

/** Where asking ends whatever is still to come; null: at its own end. */
export interface AskBound {
  readonly requests: number;
  /** No request is begun after so long, ms. */
  readonly ms: number;
}

export interface AskEstimate {
  readonly requests: number;
  /** At the budget of requests a minute; at least 1. */
  readonly minutes: number;
}

/** An ask that may take more requests than this is put to the person first, and never goes further by itself. */
export const FREE_REQUESTS = 10;
/** Of an ask that nobody has agreed to: few requests, and no waiting for the budget. */
export const FREE_BOUND: AskBound = { requests: FREE_REQUESTS, ms: 20_000 };

/** Until the backend tells: a record a minute, as beacons are often set. */
const RECORDS_A_BEACON_HOUR = 60;
/** Nobody knows how many a gateway hears before it was asked. */
const BEACONS_A_GATEWAY = 20;

/** `heard`: beacons that a gateway of the ask is known to hear. */
export function estimateOf(ask: TelemetryAsk, span: SpanRule, heard = 0): AskEstimate {
  const groups = idGroups(ask.ids).length;
  if (ask.latest) return costOf(groups);
  const hours = (ask.endMs - ask.startMs) / HOUR_MS;
  const beacons = ask.by === 'devices' ? ask.ids.length : Math.max(heard, ask.ids.length * BEACONS_A_GATEWAY);
  const windows = span === 'free' ? 1 : Math.max(1, Math.ceil((ask.endMs - ask.startMs) / DAY_MS));
  return costOf(Math.max(windows * groups, Math.ceil((beacons * hours * RECORDS_A_BEACON_HOUR) / ask.size)));
}

function costOf(requests: number): AskEstimate {
  return { requests, minutes: Math.max(1, Math.ceil(requests / TELEMETRY_BUDGET.mostPerWindow)) };
}

/** The same ask as the cheaper choice has it: what is newest comes first, so that little says most. */
export function newestOf(ask: TelemetryAsk): TelemetryAsk {
  return { ...ask, sort: [{ property: 'timestamp', order: 'desc' }] };
}

/** What each was heard with last: of a whole fleet, as many as one ask may name; null of nobody. */
export function heardLastOf(ids: readonly string[], nowMs: number): TelemetryAsk | null {
  if (ids.length === 0) return null;
  return {
    by: 'devices',
    ids: ids.slice(0, MAX_IDS),
    ...presetRange('last24Hours', nowMs),
    latest: true,
    size: MAX_SIZE,
    sort: [],
  };
}
