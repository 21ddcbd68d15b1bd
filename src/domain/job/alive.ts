/** The alive check of a job: was each verified beacon heard since its write? Said of what was asked for, and of nothing else. */
import { valueIn, type AttributeValues } from '../device.ts';
import type { TelemetryAsk } from '../telemetry/ask.ts';
import { DAY_MS, MAX_IDS, MAX_SIZE } from '../telemetry/ask.ts';
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
 * `silent`: asked for from its write to an hour after it at least, and not heard, where a gateway hears what hangs there · `noGateway`: the
 * same, and neither it nor any other beacon of its room was ever heard · `noTelemetry`: its packets hold no telemetry · `early`:
 * asked for, less than an hour after its write · `unasked`: nobody knows.
 */
export const ALIVE_KINDS = ['silent', 'noGateway', 'noTelemetry', 'early', 'unasked', 'heard'] as const;
export type Alive = (typeof ALIVE_KINDS)[number];

export interface AliveRow {
  readonly progress: TaskProgress;
  readonly alive: Alive;
  /** When it was written, Unix ms. */
  readonly sinceMs: number;
  readonly lastHeardMs: number | null;
  /** The time of its write, or of the last record, is of a clock that nobody has checked. */
  readonly isUnchecked: boolean;
  /** null where it is not known, so that nobody can ask. */
  readonly trackingId: string | null;
}

/** Of the verified ones; the times of telemetry are the backend's, and so is that of the write. */
export function aliveRows(
  progress: readonly TaskProgress[],
  beacons: readonly BeaconState[],
  typed: TypedTrackingIds,
): AliveRow[] {
  const beaconOf = beaconByDevice(beacons, typed);
  const learned = learnedTrackingIds(beacons);
  const looked = progress.flatMap((one) => {
    const { task, device, standing, receipt } = one;
    if (standing !== 'verified' || receipt === null) return [];
    const who = device ?? { uniqueId: task.uniqueId, mac: null };
    const beacon = beaconOf(who) ?? null;
    const sinceMs = receipt.updatedSeconds * 1000;
    return [{ one, beacon, sinceMs, trackingId: trackingIdOf(who, learned, typed)?.trackingId ?? null }];
  });
  /** Rooms in which something was heard, at whatever time. */
  const heardRooms = new Set(
    looked.flatMap(({ one, beacon }) =>
      beacon !== null && beacon.lastHeardMs !== null && one.task.place !== '' ? [one.task.place] : [],
    ),
  );
  return looked.map(({ one, beacon, sinceMs, trackingId }) => {
    const lastHeardMs = beacon?.lastHeardMs ?? null;
    const isReached = lastHeardMs !== null || heardRooms.has(one.task.place);
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
  // The write is known to the second: what was heard within it may have been heard before.
  if (beacon !== null && beacon.lastHeardMs !== null && beacon.lastHeardMs >= sinceMs + 1000) return 'heard';
  if (saysNoTelemetry({ ...device?.attributes, ...task.values })) return 'noTelemetry';
  if (beacon === null) return 'unasked';
  const { askedFromMs, askedUntilMs, undatedAtMs, latestAtMs } = beacon;
  if (askedFromMs === null || askedUntilMs === null || askedFromMs > sinceMs || askedUntilMs <= sinceMs)
    return 'unasked';
  // Only ranges were asked, or it was heard at a time that nobody knows: it may have been heard since.
  if (latestAtMs === null || latestAtMs <= sinceMs || (undatedAtMs !== null && undatedAtMs >= sinceMs))
    return 'unasked';
  if (Math.min(askedUntilMs, latestAtMs) - sinceMs < SILENT_AFTER_MS) return 'early';
  return isReached ? 'silent' : 'noGateway';
}

/** Only where the packets are known: a backend need not name them. */
function saysNoTelemetry(values: AttributeValues): boolean {
  const packets = valueIn(values, 'packets');
  if (typeof packets !== 'string' && !Array.isArray(packets)) return false;
  return !/TLM/i.test(String(packets));
}

/** What was heard last, of those that nobody knows to have been heard; it takes the fewest requests. */
export function latestAsks(rows: readonly AliveRow[], nowMs: number): TelemetryAsk[] {
  const wanted = rows.filter(({ alive }) => alive !== 'heard' && alive !== 'noTelemetry');
  return asksFor(wanted, { startMs: nowMs - DAY_MS, endMs: nowMs, latest: true });
}

/** Of those that the first answer left out, or that nothing was asked of since their write: the time since then. */
export function sinceAsks(rows: readonly AliveRow[], nowMs: number): TelemetryAsk[] {
  const wanted = rows.filter(({ alive, sinceMs }) => alive === 'unasked' && sinceMs < nowMs);
  const startMs = Math.min(...wanted.map(({ sinceMs }) => sinceMs));
  return asksFor(wanted, { startMs, endMs: nowMs, latest: false });
}

function asksFor(rows: readonly AliveRow[], when: Pick<TelemetryAsk, 'startMs' | 'endMs' | 'latest'>): TelemetryAsk[] {
  const ids = [...new Set(rows.flatMap(({ trackingId }) => (trackingId === null ? [] : [trackingId])))];
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, at) => ({
    ...when,
    by: 'devices',
    ids: ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
    size: MAX_SIZE,
    sort: [{ property: 'timestamp', order: 'desc' }],
  }));
}
