/**
 * The alive check of a job: was each verified beacon heard since its write? Concludes only from telemetry that was
 * requested.
 */
import { MAX_PAGE_RECORDS, MAX_QUERY_IDS } from '../limits.ts';
import { valueIn, type AttributeValues } from '../device.ts';
import type { RecordQuery } from '../telemetry/record-query.ts';
import { DAY_MS } from '../telemetry/record-query.ts';
import {
  beaconByDevice,
  isHeardUnchecked,
  learnedTrackingIds,
  trackingIdOf,
  type BeaconState,
  type TypedTrackingIds,
} from '../telemetry/fleet.ts';
import { SILENT_AFTER_MS } from '../telemetry/silent.ts';
import type { TaskProgress } from './progress.ts';

/**
 * `silent`: requested for at least an hour after its write and not heard, although a gateway hears its room ·
 * `noGateway`: the same, but neither it nor any other beacon of its room was ever heard · `noTelemetry`: its packets
 * contain no telemetry · `early`: requested, but less than an hour has passed since its write · `unasked`: not enough
 * was requested to tell.
 */
export const ALIVE_KINDS = ['silent', 'noGateway', 'noTelemetry', 'early', 'unasked', 'heard'] as const;
export type Alive = (typeof ALIVE_KINDS)[number];

export interface AliveRow {
  readonly progress: TaskProgress;
  readonly alive: Alive;
  /** Time of the write, Unix ms. */
  readonly sinceMs: number;
  readonly lastHeardMs: number | null;
  /** True when the time of the write or of the last record comes from an unchecked clock. */
  readonly isUnchecked: boolean;
  /** Null when unknown; its telemetry cannot be requested then. */
  readonly trackingId: string | null;
}

/** Returns one row for each verified beacon. Times of telemetry and the time of the write are the backend's. */
export function aliveRows(
  progress: readonly TaskProgress[],
  beacons: readonly BeaconState[],
  typed: TypedTrackingIds,
): AliveRow[] {
  const beaconOf = beaconByDevice(beacons, typed);
  const learned = learnedTrackingIds(beacons);
  const checked = progress.flatMap((one) => {
    const { task, device, configuration, receipt } = one;
    if (configuration !== 'verified' || receipt === null) return [];
    const who = device ?? { uniqueId: task.uniqueId, mac: null };
    const beacon = beaconOf(who) ?? null;
    const sinceMs = receipt.updatedSeconds * 1000;
    return [{ one, beacon, sinceMs, trackingId: trackingIdOf(who, learned, typed) }];
  });
  /** Rooms in which a beacon was heard at any time. */
  const receivedRooms = new Set(
    checked.flatMap(({ one, beacon }) =>
      beacon !== null && beacon.lastHeardMs !== null && one.task.place !== '' ? [one.task.place] : [],
    ),
  );
  return checked.map(({ one, beacon, sinceMs, trackingId }) => {
    const lastHeardMs = beacon?.lastHeardMs ?? null;
    const isReached = lastHeardMs !== null || receivedRooms.has(one.task.place);
    const isUnchecked = one.receipt?.clock === 'unchecked' || (beacon !== null && isHeardUnchecked(beacon));
    return {
      progress: one,
      sinceMs,
      lastHeardMs,
      isUnchecked,
      trackingId,
      alive: aliveOf(one, beacon, sinceMs, isReached),
    };
  });
}

function aliveOf(
  { task, device }: TaskProgress,
  beacon: BeaconState | null,
  sinceMs: number,
  isReached: boolean,
): Alive {
  // The time of the write is exact to the second: a record of the same second may be older than the write.
  if (beacon !== null && beacon.lastHeardMs !== null && beacon.lastHeardMs >= sinceMs + 1000) return 'heard';
  if (saysNoTelemetry({ ...device?.attributes, ...task.values })) return 'noTelemetry';
  if (beacon === null) return 'unasked';
  const { askedFromMs, askedUntilMs, undatedAtMs, latestAtMs } = beacon;
  if (askedFromMs === null || askedUntilMs === null || askedFromMs > sinceMs || askedUntilMs <= sinceMs)
    return 'unasked';
  // Only ranges were requested, or the last record has no usable time: the beacon may have been heard since.
  if (latestAtMs === null || latestAtMs <= sinceMs || (undatedAtMs !== null && undatedAtMs >= sinceMs))
    return 'unasked';
  if (Math.min(askedUntilMs, latestAtMs) - sinceMs < SILENT_AFTER_MS) return 'early';
  return isReached ? 'silent' : 'noGateway';
}

/** True only when the packets are known; a backend need not report them. */
function saysNoTelemetry(values: AttributeValues): boolean {
  const packets = valueIn(values, 'packets');
  if (typeof packets !== 'string' && !Array.isArray(packets)) return false;
  return !/TLM/i.test(String(packets));
}

/** Requests for the latest records of beacons that are not known to be heard. Takes the fewest requests. */
export function queriesForLatest(rows: readonly AliveRow[], nowMs: number): RecordQuery[] {
  const wanted = rows.filter(({ alive }) => alive !== 'heard' && alive !== 'noTelemetry');
  return queriesFor(wanted, { startMs: nowMs - DAY_MS, endMs: nowMs, latest: true });
}

/** Requests for the time since the write, for beacons whose state is still unknown after `queriesForLatest`. */
export function queriesSinceWrite(rows: readonly AliveRow[], nowMs: number): RecordQuery[] {
  const wanted = rows.filter(({ alive, sinceMs }) => alive === 'unasked' && sinceMs < nowMs);
  const startMs = Math.min(...wanted.map(({ sinceMs }) => sinceMs));
  return queriesFor(wanted, { startMs, endMs: nowMs, latest: false });
}

function queriesFor(rows: readonly AliveRow[], when: Pick<RecordQuery, 'startMs' | 'endMs' | 'latest'>): RecordQuery[] {
  const ids = [...new Set(rows.flatMap(({ trackingId }) => (trackingId === null ? [] : [trackingId])))];
  return Array.from({ length: Math.ceil(ids.length / MAX_QUERY_IDS) }, (_, at) => ({
    ...when,
    by: 'devices',
    ids: ids.slice(at * MAX_QUERY_IDS, (at + 1) * MAX_QUERY_IDS),
    size: MAX_PAGE_RECORDS,
    sort: [{ property: 'timestamp', order: 'desc' }],
  }));
}
