/**
 * The ring buffer of a stream: the records that it pushed recently, computed from its push periods on request
 * (interface.md 6).
 */
import { readings, rssiOf } from '../telemetry/record.ts';
import { fixes } from '../telemetry/position.ts';
import { LONGEST_WAY_MS, receptions, type Reception } from '../telemetry/reception.ts';
import type { BeaconTraits } from '../telemetry/traits.ts';
import type { PushSpan, StreamType } from './stream.ts';

export interface PushedRecord {
  /** Increases from record to record, with gaps. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly partitionKey: string;
  /** The record of interface.md 2.2 or 2.3. */
  readonly payload: Readonly<Record<string, unknown>>;
}

const COMPANY_ID = '6f0c9c1e-5a1d-4d7a-9d58-0f5f3b1c2a10';
const USER_ID = 'b2a1c1d0-77e4-4f0b-8f0e-2d7f6c9a4e31';

/** Limits of the ring: the newest 1000 records of the last ten minutes. */
const MAX_RECORDS = 1000;
const RETENTION_MS = 600_000;
/** Sequence numbers start at this time, with 16 for each millisecond. */
const SEQUENCE_START_MS = 1_700_000_000_000;
const SEQUENCE_STEP = 16;

/** Returns the records after sequence `after`, oldest first. */
export function tailOf(
  type: StreamType,
  spans: readonly PushSpan[],
  beacons: readonly BeaconTraits[],
  after: number,
  nowMs: number,
): PushedRecord[] {
  const afterMs = Math.floor(after / SEQUENCE_STEP) + SEQUENCE_START_MS;
  const oldestMs = Math.max(nowMs - RETENTION_MS, after > 0 ? afterMs : 0);
  const pushed: PushedRecord[] = [];
  for (const span of spans) {
    const fromMs = Math.max(span.fromMs, oldestMs);
    const toMs = Math.min(span.toMs ?? nowMs, nowMs);
    if (fromMs >= toMs) continue;
    const made = beacons.flatMap((traits) =>
      type === 'telemetry' ? telemetryBetween(traits, fromMs, toMs) : positionsBetween(traits, fromMs, toMs),
    );
    made.sort((a, b) => a.cloudMs - b.cloudMs || (a.payload['trackingId'] < b.payload['trackingId'] ? -1 : 1));
    let [sameMs, sequence] = [-1, 0];
    for (const { cloudMs, payload } of made) {
      sequence = cloudMs === sameMs ? sequence + 1 : (cloudMs - SEQUENCE_START_MS) * SEQUENCE_STEP;
      sameMs = cloudMs;
      if (sequence <= after) continue;
      pushed.push({
        sequence,
        at: new Date(cloudMs).toISOString(),
        partitionKey: span.partitionKey ?? payload.trackingId,
        payload,
      });
    }
  }
  return pushed.slice(-MAX_RECORDS);
}

interface Made {
  readonly cloudMs: number;
  readonly payload: { readonly trackingId: string } & Readonly<Record<string, unknown>>;
}

function telemetryBetween(traits: BeaconTraits, fromMs: number, toMs: number): Made[] {
  return receptions(traits, fromMs - LONGEST_WAY_MS, toMs + 1, null)
    .filter(({ cloudMs }) => cloudMs >= fromMs && cloudMs < toMs)
    .map((reception) => ({ cloudMs: reception.cloudMs, payload: streamRecord(reception) }));
}

/**
 * Returns the record of interface.md 2.2: ISO time of the cloud, the beacon's time in seconds if known, and the
 * readings.
 */
function streamRecord(reception: Reception): Made['payload'] {
  const { traits, gateway, sentMs, cloudMs } = reception;
  return {
    companyId: COMPANY_ID,
    userId: USER_ID,
    sourceId: gateway,
    sourceType: 'GATEWAY',
    trackingId: traits.trackingId,
    rssi: rssiOf(reception),
    timestamp: new Date(cloudMs).toISOString(),
    ...(traits.has.clock ? { beaconTimestamp: Math.floor(sentMs / 1000) } : {}),
    ...readings(reception),
  };
}

function positionsBetween(traits: BeaconTraits, fromMs: number, toMs: number): Made[] {
  return fixes(traits, fromMs, toMs).map(({ cloudMs, fix }) => ({
    cloudMs,
    payload: { companyId: COMPANY_ID, userId: USER_ID, trackingId: traits.trackingId, ...fix },
  }));
}
