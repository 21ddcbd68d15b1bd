/** The ports of telemetry, which backend and storage implement. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Alarm } from '../../domain/telemetry/alarms.ts';
import type { TelemetryRequest } from '../../domain/telemetry/record-query.ts';
import type { TurnAnswer } from '../../domain/telemetry/requests-per-minute.ts';
import type { BeaconState } from '../../domain/telemetry/fleet.ts';
import type { ClockReading, Now } from '../../domain/telemetry/now.ts';
import type { PageSummary } from '../../domain/telemetry/page-summary.ts';
import type { Pace } from '../pace.ts';
import type { Clock } from '../surroundings.ts';
import type { StoredTelemetry, TelemetryCursor, TelemetryFile, TelemetryFilter, TelemetryReader } from './telemetry.ts';

export interface TelemetryBackend {
  /** Never rejects. A 2xx is returned unparsed; only a web page in its place is recognised here. */
  readTelemetry(
    request: Pick<TelemetryRequest, 'path' | 'query'>,
    signal?: AbortSignal,
  ): Promise<BackendResult<ArrayBuffer>>;
}

/** The range that was requested for these beacons by name and answered completely. */
export interface QueriedTelemetry {
  readonly trackingIds: readonly string[];
  /** Null: since each beacon's last record. */
  readonly startMs: number | null;
  readonly endMs: number;
  /** Set when they were requested without a range, so that each last record is known at this time; null for a range. */
  readonly latestAtMs: number | null;
  /** Start of the answer when the backend has limited that request itself. */
  readonly latestFromMs: number | null;
}

export interface TelemetryStore extends TelemetryReader {
  /**
   * Stores one page that was read at `now`; null when it is not one. The bytes are transferred and cannot be used here
   * afterwards. When aborted, it keeps what was already written.
   */
  take(body: ArrayBuffer, requestedQuery: string, now: Now, signal?: AbortSignal): Promise<PageSummary | null>;
  finish(queried: QueriedTelemetry | null): Promise<{ readonly added: number }>;
  overview(): Promise<{ readonly beacons: readonly BeaconState[]; readonly totals: StoredTelemetry }>;
  file(
    filter: TelemetryFilter,
    cursor: TelemetryCursor | null,
    format: TelemetryFile,
    newestFirst: boolean,
  ): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number; readonly next: TelemetryCursor | null }>;
  /** Takes a turn of the request budget, which all windows of the account share. */
  takeTurn(nowMs: number): Promise<TurnAnswer>;
  endTurn(turn: string, nowMs: number): Promise<void>;
  /** Returns how many turns are available now. */
  turnsLeft(nowMs: number): Promise<number>;
  setLimit(limitBytes: number): Promise<void>;
  clear(): Promise<void>;
  readNote(name: string): Promise<string | null>;
  writeNote(name: string, text: string): Promise<void>;
  watch(listener: () => void): () => void;
  close(): void;
}

export interface TelemetryParts {
  readonly backend: TelemetryBackend;
  readonly store: TelemetryStore;
  readonly clock: Clock;
  readonly pace: Pick<Pace, 'current'>;
  /** The last measured difference between the backend's clock and this phone's. */
  readonly backendClock: ReadonlySignal<ClockReading>;
  /** The account's devices, for alarms of a tag and for background checks. */
  readonly devices?: () => readonly Pick<CachedDevice, 'uniqueId' | 'mac' | 'tags' | 'deviceType'>[];
  /** Reports alarms that were not raised at the previous check. */
  readonly onAlarms?: (fresh: readonly Alarm[]) => void;
}
