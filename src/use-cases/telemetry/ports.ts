/** What asking for telemetry needs from outside; what backend and storage serve is typed by it. */
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { CachedDevice } from '../../domain/device.ts';
import type { Alarm } from '../../domain/telemetry/alarms.ts';
import type { Live } from '../../domain/live.ts';
import type { TelemetryRequest } from '../../domain/telemetry/ask.ts';
import type { TurnAnswer } from '../../domain/telemetry/budget.ts';
import type { BeaconState } from '../../domain/telemetry/fleet.ts';
import type { ClockReading, Now } from '../../domain/telemetry/now.ts';
import type { CutField, PageFacts } from '../../domain/telemetry/page.ts';
import type { RecordProblem } from '../../domain/telemetry/record.ts';
import type { Clock } from '../surroundings.ts';
import type { StoredTelemetry, TelemetryCursor, TelemetryFile, TelemetryFilter, TelemetryReader } from './offered.ts';

export interface TelemetryBackend {
  /** Never rejects. A 2xx is handed on unread; only a web page in its place is told apart here. */
  readTelemetry(
    request: Pick<TelemetryRequest, 'path' | 'query'>,
    signal?: AbortSignal,
  ): Promise<BackendResult<ArrayBuffer>>;
}

export type TakenTelemetry =
  | { readonly kind: 'notAPage' }
  | {
      readonly kind: 'page';
      readonly records: number;
      /** Records with a described field of the wrong type. */
      readonly faulty: number;
      /** Fields that could not be kept whole, the first hundred. */
      readonly cut: readonly CutField[];
      readonly skipped: readonly { readonly at: number; readonly problem: RecordProblem }[];
      readonly facts: PageFacts;
      readonly nextQuery: string | null;
      /** Of its records, each once; not all of them where there are tens of thousands. */
      readonly trackingIds: readonly string[];
      readonly oldestMs: number | null;
      /** Its records come newest first. */
      readonly newestFirst: boolean;
      /** The newest time of the backend's own clock in it. */
      readonly newestCloudMs: number | null;
      /** Records without any time. */
      readonly undated: number;
      /** It is full and does not say whether there is another page. */
      readonly endUnsaid: boolean;
    };

/** What these beacons were asked for by name, to the end of the answer. */
export interface AskedTelemetry {
  readonly trackingIds: readonly string[];
  /** Null: since each was heard last. */
  readonly startMs: number | null;
  readonly endMs: number;
  /** They were asked for without a range, so the last record of each is known to this moment; null where a range was asked. */
  readonly latestAtMs: number | null;
  /** From when the backend has answered that question, where it has limited it by itself. */
  readonly latestFromMs: number | null;
}

export interface TelemetryStore extends TelemetryReader {
  /** The bytes of one page, read at `now`, are handed over and are gone here. Given up, it keeps what was written by then. */
  take(body: ArrayBuffer, askedQuery: string, now: Now, signal?: AbortSignal): Promise<TakenTelemetry>;
  finish(asked: AskedTelemetry | null): Promise<{ readonly added: number }>;
  overview(): Promise<{ readonly beacons: readonly BeaconState[]; readonly totals: StoredTelemetry }>;
  file(
    filter: TelemetryFilter,
    cursor: TelemetryCursor | null,
    format: TelemetryFile,
    newestFirst: boolean,
  ): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number; readonly next: TelemetryCursor | null }>;
  /** Turns of asking the backend: one budget for all windows of the account. */
  takeTurn(nowMs: number): Promise<TurnAnswer>;
  /** `refused`: it was answered with 429. */
  endTurn(turn: string, nowMs: number, refused: { readonly retryAfterMs: number | null } | null): Promise<void>;
  /** How many turns are left at once. */
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
  /** How far the backend's clock is from this phone's, as last read. */
  readonly backendClock: Live<ClockReading>;
  /** The account's devices, for alarms that are about a tag or are checked by themselves. */
  readonly devices?: () => readonly Pick<CachedDevice, 'uniqueId' | 'mac' | 'tags' | 'deviceType'>[];
  /** Tells the person of alarms that were not there at the check before. */
  readonly onAlarms?: (fresh: readonly Alarm[]) => void;
}
