/** What this room offers to the screens of telemetry: asking the backend, and reading what is kept on this phone. */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { Live } from '../../domain/live.ts';
import type { SpanRule, TelemetryAsk } from '../../domain/telemetry/ask.ts';
import type { AskBound } from '../../domain/telemetry/estimate.ts';
import type { BeaconState, TypedTrackingIds } from '../../domain/telemetry/fleet.ts';
import type { ClockReading } from '../../domain/telemetry/now.ts';
import type { CutField } from '../../domain/telemetry/page.ts';
import type { TelemetryRecord } from '../../domain/telemetry/record.ts';
import type { FleetHours } from '../../domain/telemetry/hours.ts';
import type { Alarm, AlarmRule } from '../../domain/telemetry/alarms.ts';
import type { SeriesData } from '../../domain/telemetry/series.ts';

/** Which of the stored records; null leaves a side open. Times in Unix ms. */
export interface TelemetryFilter {
  readonly trackingIds: readonly string[] | null;
  readonly sourceIds: readonly string[] | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Only records without a time, which belong to no range. */
  readonly undatedOnly?: boolean;
}

/** Where reading goes on; opaque to the screen. */
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

export interface AskCounts {
  /** Pages answered so far. */
  readonly pages: number;
  /** Records read, those that were here before among them. */
  readonly records: number;
  /** Elements that are no records. */
  readonly skipped: number;
  /** Records with a described field of the wrong type; they are kept. */
  readonly faulty: number;
  /** Fields too deep or too long to be kept whole, the first hundred. */
  readonly cut: readonly CutField[];
  /** Records without any time; they belong to no range. */
  readonly undated: number;
}

export interface AskProgress extends AskCounts {
  readonly ask: TelemetryAsk;
  /** Pages in all; null while the backend does not say. */
  readonly totalPages: number | null;
  /** Of those asked for what was heard last, how many were heard so far; null where that is not what is looked for. */
  readonly heard: { readonly count: number; readonly of: number } | null;
  /** Asking ends after so many requests; null where it goes to its end. */
  readonly mostRequests: number | null;
  readonly doing: 'asking' | 'waiting' | 'storing';
  /** The end of the wait that the budget or the backend asks for, Unix ms. */
  readonly waitUntilMs: number | null;
  readonly waitReason: 'budget' | 'backend' | 'retry' | null;
}

export type AskEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  /** As far as was agreed; there may be more. */
  | { readonly kind: 'bounded' }
  | { readonly kind: 'failed'; readonly failure: BackendFailure }
  | { readonly kind: 'storageFailed'; readonly code: string; readonly detail: string };

export interface AskOutcome extends AskCounts {
  readonly ask: TelemetryAsk;
  readonly end: AskEnd;
  /** Records that were not on this phone before; null where nobody can say. */
  readonly added: number | null;
  /** This backend has no `/latest`: growing windows up to 24 hours were asked for instead. */
  readonly fellBack: boolean;
  /** Of those asked for by name, how many were not heard, and whether looking stopped before the end of the 24 hours. */
  readonly unheard: number | null;
  readonly stoppedEarly: boolean;
  /** The size of a page that the backend took after it had refused a larger one; null where it refused none. */
  readonly smallerPages: number | null;
  /** A last page was full and did not say whether there is another. */
  readonly endUnsaid: boolean;
  /** The range was asked for day by day. */
  readonly split: boolean;
  readonly atMs: number;
}

export interface StoredTelemetry {
  readonly records: number;
  /** About what it takes on the disk. */
  readonly bytes: number;
  readonly limitBytes: number;
  /** Everything before this was swept at some time to make room, Unix ms; null while nothing was. */
  readonly sweptUntilMs: number | null;
}

export interface TelemetryState {
  readonly loaded: boolean;
  readonly beacons: readonly BeaconState[];
  readonly stored: StoredTelemetry;
  /** uniqueId -> trackingId that a person has typed. */
  readonly typed: TypedTrackingIds;
  /** What is known of how long a range this backend takes. */
  readonly span: SpanRule;
  /** When the backend last answered an ask to its end, or as far as was agreed, Unix ms; null while it never has. */
  readonly checkedAtMs: number | null;
  readonly asking: AskProgress | null;
  readonly last: AskOutcome | null;
  /** What the person wants to be told of, and what of it is true of the telemetry on this phone. */
  readonly rules: readonly AlarmRule[];
  readonly alarms: readonly Alarm[];
  /** What `now` is counted with on the screens of telemetry. */
  readonly clock: ClockReading;
  /** The telemetry on this phone cannot be read; a code and the technical words. */
  readonly storageFailure: { readonly code: string; readonly detail: string } | null;
}

/** What is kept, as charts and tables read it; both reject with a storage error. */
export interface TelemetryReader {
  /** A line for each beacon and field that has any, beacons in the order asked. */
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
  /** What is kept of the whole fleet, hour by hour. */
  hours(startMs: number, endMs: number): Promise<FleetHours>;
}

export interface Telemetry extends TelemetryReader {
  readonly state: Live<TelemetryState>;
  /** All pages, or as far as `bound`, kept as they come; one ask at a time. Never rejects: how it ended is in `state.last`. */
  ask(ask: TelemetryAsk, bound?: AskBound | null): Promise<AskOutcome | null>;
  /** Requests that may go at once, of all windows together, and of how many a minute. */
  budget(): Promise<{ readonly left: number; readonly of: number }>;
  cancel(): void;
  dismissOutcome(): void;
  /** The pieces of a file, in order; ends early when aborted. */
  file(
    filter: TelemetryFilter,
    format: TelemetryFile,
    options?: { signal?: AbortSignal },
  ): AsyncIterable<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }>;
  /** What the person says; an empty tracking id takes it back. */
  nameTrackingId(uniqueId: string, trackingId: string): Promise<void>;
  setLimit(limitBytes: number): Promise<void>;
  setRules(rules: readonly AlarmRule[]): Promise<void>;
  /** Reads what was heard last and looks through it, few requests; nothing without a rule, or while something is asked. */
  checkAlarms(): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}
