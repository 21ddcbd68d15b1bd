/** Parses and validates the parameters of GET /v3/telemetry (interface.md 4.2). */
import { Refusal, listIn, type Call } from '../backend/route.ts';
import { HOUR_MS } from './noise.ts';

type TelemetryShape = 'tracking' | 'source';

export interface TelemetryQuery {
  readonly shape: TelemetryShape;
  /** Null: all that the account may read. */
  readonly trackingIds: ReadonlySet<string> | null;
  readonly sourceIds: ReadonlySet<string> | null;
  /** Unix ms. The range is [fromMs, toMs). */
  readonly fromMs: number;
  readonly toMs: number;
  readonly page: number;
  readonly size: number;
  readonly sort: readonly SortKey[];
}

export interface SortKey {
  readonly property: string;
  readonly descending: boolean;
}

const DEFAULT_SPAN_MS = 24 * HOUR_MS;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** All properties of a record (interface.md 2.4). A query can sort by any of them. */
const PROPERTIES = new Set(
  (
    'trackingId sourceId timestamp beaconTimestamp gatewayTimestamp cloudTimestamp accelerometerSensitivity accelerometerX accelerometerY ' +
    'accelerometerZ batteryLevel channel clickCounter humidity lightIntensity movementCounter rssi temperature timeSinceClick ' +
    'timeSinceDoubleClick timeSinceMovement timeSinceTap timeSinceDoubleTap firmware model txPowerDbm uniqueId calibratedRssi1m ' +
    'calibratedRssi0m eddystoneNamespace eddystoneInstanceId eddystoneEphemeralId iBeaconProximity iBeaconMajor iBeaconMinor moving ' +
    'secondsSincePirMotion secondButtonClickCounter airQuality roomNumber numberOfPeopleDetected secondsSincePeopleDetection'
  ).split(' '),
);

/** Returns the query. Throws a `Refusal` with status 400 and the v3 error body. */
export function readQuery(call: Call): TelemetryQuery {
  const { trackingIds, sourceIds } = filters(call);
  return {
    shape: sourceIds ? 'source' : 'tracking',
    trackingIds,
    sourceIds,
    ...range(call),
    page: count(call, 'page', 0, 0, 1_000_000),
    size: count(call, 'size', 20, 1, call.namespace.options.telemetryMaxSize),
    sort: sortKeys(call),
  };
}

function badRequest(field: string, error: string, invalidValue: unknown = null): Refusal {
  return new Refusal(400, 'VALIDATION', `${field}: ${error}`, [{ field, error, message: error, invalidValue }]);
}

function filters(call: Call): Pick<TelemetryQuery, 'trackingIds' | 'sourceIds'> {
  const both = call.query.has('trackingId') && call.query.has('sourceId');
  const rule = call.namespace.options.telemetryBothFilters;
  if (both && rule === 'refused')
    throw badRequest('trackingId', 'cannot be given together with sourceId', call.query.get('trackingId'));
  const read = (field: 'trackingId' | 'sourceId'): ReadonlySet<string> | null => {
    if (!call.query.has(field) || (both && rule !== field)) return null;
    const ids = listIn(call.query, field);
    if (ids.length === 0) throw badRequest(field, 'is empty', '');
    return new Set(field === 'trackingId' ? ids.map((id) => id.toLowerCase()) : ids);
  };
  return { trackingIds: read('trackingId'), sourceIds: read('sourceId') };
}

function range(call: Call): Pick<TelemetryQuery, 'fromMs' | 'toMs'> {
  const { telemetryMaxSpanHours, telemetryRangeRequired } = call.namespace.options;
  const [start, end] = [time(call, 'startTime'), time(call, 'endTime')];
  if (telemetryRangeRequired && start === null) throw badRequest('startTime', 'is required');
  if (telemetryRangeRequired && end === null) throw badRequest('endTime', 'is required');
  const toMs = end ?? (start === null ? call.nowMs : Math.min(call.nowMs, start + DEFAULT_SPAN_MS));
  const fromMs = start ?? toMs - DEFAULT_SPAN_MS;
  if (start !== null && end !== null && fromMs >= toMs)
    throw badRequest('endTime', 'is not after startTime', call.query.get('endTime'));
  if (telemetryMaxSpanHours !== null && toMs - fromMs > telemetryMaxSpanHours * HOUR_MS) {
    throw badRequest(
      'endTime',
      `is more than ${telemetryMaxSpanHours} hours after startTime`,
      call.query.get('endTime'),
    );
  }
  return { fromMs, toMs };
}

function time(call: Call, field: string): number | null {
  const text = call.query.get(field);
  if (text === null) return null;
  const ms = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw badRequest(field, 'is not an ISO 8601 time', text);
  return ms;
}

function count(call: Call, field: string, fallback: number, least: number, most: number): number {
  const text = call.query.get(field);
  if (text === null) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw badRequest(field, `is not between ${least} and ${most}`, text);
  return value;
}

/**
 * Returns the sort keys of `property,order`, or of several properties with one order; the parameter may be repeated.
 * The default is the time, oldest first. An order without a property sorts by time.
 */
function sortKeys(call: Call): SortKey[] {
  const keys = call.query
    .getAll('sort')
    .filter((text) => text !== '')
    .flatMap((text): SortKey[] => {
      const parts = text.split(',').map((part) => part.trim());
      const order = parts.at(-1)!.toLowerCase();
      const isOrder = order === 'asc' || order === 'desc';
      const descending = order === 'desc';
      const properties = isOrder ? parts.slice(0, -1) : parts;
      if (properties.length === 0) return [{ property: 'timestamp', descending }];
      if (properties.some((property) => !PROPERTIES.has(property)))
        throw badRequest('sort', 'is not property,asc or property,desc of known properties', text);
      return properties.map((property) => ({ property, descending }));
    });
  return keys.length > 0 ? keys : [{ property: 'timestamp', descending: false }];
}
