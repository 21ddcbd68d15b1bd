/** Telemetry as it is offered to the screens: requests to the backend, and queries of stored telemetry. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { SpanRule, RecordQuery } from '../../domain/telemetry/record-query.ts';
import type { QueryBound } from '../../domain/telemetry/estimate.ts';
import type { BeaconState, TypedTrackingIds } from '../../domain/telemetry/fleet.ts';
import type { ClockReading } from '../../domain/telemetry/now.ts';
import type { CutField } from '../../domain/telemetry/page.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import type { FleetHours } from '../../domain/telemetry/hours.ts';
import type { Alarm, AlarmRule } from '../../domain/telemetry/alarms.ts';
import type { SeriesData } from '../../domain/telemetry/series.ts';

/** Selects stored records; null leaves a side open. Times in Unix ms. */
export interface TelemetryFilter {
  readonly trackingIds: readonly string[] | null;
  readonly sourceIds: readonly string[] | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Selects only records without a time, which belong to no range. */
  readonly undatedOnly?: boolean;
}

/** Where reading continues; opaque to the screens. */
export interface TelemetryCursor {
  readonly windowMs: number;
  readonly skip: number;
}

export interface TelemetryRows {
  readonly rows: readonly TelemetryRecord[];
  readonly next: TelemetryCursor | null;
}

export interface TelemetryFile {
  readonly kind: 'csv' | 'ndjson';
  readonly columns: readonly string[];
}

export interface QueryCounts {
  /** Number of answered pages. */
  readonly pages: number;
  /** Number of records read, including those that were already stored. */
  readonly records: number;
  /** Number of elements that are not records. */
  readonly skipped: number;
  /** Number of records with a described field of the wrong type; they are stored. */
  readonly faulty: number;
  /** Fields that are too deep or too long to be stored completely, the first hundred. */
  readonly cut: readonly CutField[];
  /** Number of records without a time; they belong to no range. */
  readonly undated: number;
}

export interface QueryProgress extends QueryCounts {
  readonly query: RecordQuery;
  /** Number of all pages; null while the backend does not report it. */
  readonly totalPages: number | null;
  /** How many of the requested beacons were heard so far; null unless the last records are requested. */
  readonly heard: { readonly count: number; readonly of: number } | null;
  /** Limit of requests; null for no limit. */
  readonly mostRequests: number | null;
  readonly doing: 'asking' | 'waiting' | 'storing';
  /** End of the wait that the budget or the backend requires, Unix ms. */
  readonly waitUntilMs: number | null;
  readonly waitReason: 'budget' | 'backend' | 'retry' | null;
}

export type QueryEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  /** Ended at the agreed limit; there may be more. */
  | { readonly kind: 'bounded' }
  | { readonly kind: 'failed'; readonly failure: BackendFailure }
  | { readonly kind: 'storageFailed'; readonly code: string; readonly detail: string };

export interface QueryOutcome extends QueryCounts {
  readonly query: RecordQuery;
  readonly end: QueryEnd;
  /** Number of records that were not stored before; null when unknown. */
  readonly added: number | null;
  /** This backend has no `/latest`: growing windows up to 24 hours were requested instead. */
  readonly fellBack: boolean;
  /** How many of the named beacons were not heard, and whether the search stopped before the end of the 24 hours. */
  readonly unheard: number | null;
  readonly stoppedEarly: boolean;
  /** Page size that the backend accepted after it had refused a larger one; null when it refused none. */
  readonly smallerPages: number | null;
  /** The last page was full and did not say whether there is another. */
  readonly endUnsaid: boolean;
  /** The range was requested day by day. */
  readonly split: boolean;
  readonly atMs: number;
}

export interface StoredTelemetry {
  readonly records: number;
  /** Approximate size on the disk. */
  readonly bytes: number;
  readonly limitBytes: number;
  /** Everything before this was deleted at some time to free space, Unix ms; null when nothing was. */
  readonly sweptUntilMs: number | null;
}

/** What is stored has been read, or `storageFailure` says why not: the service is offered only then. */
export interface TelemetryState {
  readonly beacons: readonly BeaconState[];
  readonly stored: StoredTelemetry;
  /** Tracking IDs that a person has typed, by uniqueId. */
  readonly typed: TypedTrackingIds;
  /** What is known about the longest range that this backend accepts. */
  readonly span: SpanRule;
  /** When the backend last answered a request to its end or the agreed limit, Unix ms; null if never. */
  readonly checkedAtMs: number | null;
  readonly fetching: QueryProgress | null;
  readonly last: QueryOutcome | null;
  /** The person's rules, and the alarms they raise on the stored telemetry. */
  readonly rules: readonly AlarmRule[];
  readonly alarms: readonly Alarm[];
  /** The clock for `now` on the telemetry screens. */
  readonly clock: ClockReading;
  /** Set when stored telemetry cannot be read: a code and the technical text. */
  readonly storageFailure: { readonly code: string; readonly detail: string } | null;
}

/** Queries of stored telemetry for charts and tables; both reject with a storage error. */
export interface TelemetryReader {
  /** Returns a series for each beacon and field with data, beacons in the given order. */
  series(
    trackingIds: readonly string[],
    fields: readonly string[],
    filter: TelemetryFilter,
  ): Promise<readonly SeriesData[]>;
  rows(
    filter: TelemetryFilter,
    cursor: TelemetryCursor | null,
    limit: number,
    newestFirst: boolean,
  ): Promise<TelemetryRows>;
  /** Returns the stored telemetry of the whole fleet by hour. */
  hours(startMs: number, endMs: number): Promise<FleetHours>;
}

export interface Telemetry extends TelemetryReader {
  readonly state: ReadonlySignal<TelemetryState>;
  /**
   * Requests all pages, or up to `bound`, and stores them as they arrive; one request at a time. Never rejects: the
   * result is in `state.last`.
   */
  fetchRecords(query: RecordQuery, bound?: QueryBound | null): Promise<QueryOutcome | null>;
  /** Returns how many requests may be sent now by all windows together, and the limit per minute. */
  budget(): Promise<{ readonly left: number; readonly of: number }>;
  cancel(): void;
  dismissOutcome(): void;
  /** Yields the pieces of a file in order; ends early when aborted. */
  file(
    filter: TelemetryFilter,
    format: TelemetryFile,
    options?: { signal?: AbortSignal },
  ): AsyncIterable<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }>;
  /** Stores a typed tracking ID; an empty one removes it. */
  nameTrackingId(uniqueId: string, trackingId: string): Promise<void>;
  setLimit(limitBytes: number): Promise<void>;
  setRules(rules: readonly AlarmRule[]): Promise<void>;
  /**
   * Requests the last records with few requests and checks the rules; does nothing without a rule or during another
   * request.
   */
  checkAlarms(): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}
