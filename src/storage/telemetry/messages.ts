/** What the page and the telemetry worker say to each other; both are built from the same source. */
import type { TurnAnswer } from '../../domain/telemetry/budget.ts';
import type { BeaconState } from '../../domain/telemetry/fleet.ts';
import type { CutField, PageFacts } from '../../domain/telemetry/page.ts';
import type { RecordProblem, TelemetryRecord } from '../../domain/telemetry/record.ts';
import type { SeriesData } from '../../domain/telemetry/series.ts';

/** Which of the stored records; null leaves a side open. Times in Unix ms. */
export interface StoredFilter {
  readonly trackingIds: readonly string[] | null;
  readonly sourceIds: readonly string[] | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Only records without a time, which belong to no range. */
  readonly undatedOnly?: boolean;
}

/** Where reading goes on; opaque to everybody but the worker. */
export interface StoredCursor {
  readonly windowMs: number;
  readonly skip: number;
}

/** What became of one page's bytes. `notAPage`: no JSON, or JSON without `content`. */
export type TakenPage =
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
      /** Records without any time. */
      readonly undated: number;
      /** It is full and does not say whether there is another page. */
      readonly endUnsaid: boolean;
    };

export interface StoredTotals {
  readonly records: number;
  /** About what it takes on the disk. */
  readonly bytes: number;
  readonly limitBytes: number;
  /** Everything before this was swept at some time to make room, Unix ms; null while nothing was. */
  readonly sweptUntilMs: number | null;
}

export interface RowsPage {
  readonly rows: readonly TelemetryRecord[];
  readonly next: StoredCursor | null;
}

export interface FileFormat {
  readonly kind: 'csv' | 'ndjson';
  /** Of CSV; NDJSON holds every field. */
  readonly columns: readonly string[];
}

export type TelemetryRequestMessage =
  | { readonly op: 'open'; readonly accountId: string }
  | { readonly op: 'take'; readonly body: ArrayBuffer; readonly askedQuery: string }
  /** What is being taken is not to be gone on with. */
  | { readonly op: 'leaveOff' }
  /** Writes what is still in memory; with `asked`, notes that these beacons were asked for to the end of the answer. */
  | {
      readonly op: 'finish';
      readonly asked: {
        readonly trackingIds: readonly string[];
        readonly startMs: number;
        readonly endMs: number;
      } | null;
    }
  | { readonly op: 'overview' }
  | {
      readonly op: 'series';
      readonly trackingIds: readonly string[];
      readonly fields: readonly string[];
      readonly filter: StoredFilter;
    }
  | {
      readonly op: 'rows';
      readonly filter: StoredFilter;
      readonly cursor: StoredCursor | null;
      readonly limit: number;
      readonly newestFirst: boolean;
    }
  | {
      readonly op: 'file';
      readonly filter: StoredFilter;
      readonly cursor: StoredCursor | null;
      readonly format: FileFormat;
      readonly newestFirst: boolean;
    }
  | { readonly op: 'takeTurn'; readonly nowMs: number }
  | {
      readonly op: 'endTurn';
      readonly turn: string;
      readonly nowMs: number;
      readonly refused: { readonly retryAfterMs: number | null } | null;
    }
  | { readonly op: 'setLimit'; readonly limitBytes: number }
  | { readonly op: 'clear' }
  | { readonly op: 'readNote'; readonly name: string }
  | { readonly op: 'writeNote'; readonly name: string; readonly text: string };

export interface TelemetryAnswers {
  readonly open: null;
  readonly take: TakenPage;
  readonly leaveOff: null;
  /** Records that were not here before, since the last `finish`. */
  readonly finish: { readonly added: number };
  readonly overview: { readonly beacons: readonly BeaconState[]; readonly totals: StoredTotals };
  readonly series: readonly SeriesData[];
  readonly rows: RowsPage;
  /** A piece of the file, UTF-8, and where the next begins; the head of a CSV file comes with the first. */
  readonly file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number; readonly next: StoredCursor | null };
  readonly takeTurn: TurnAnswer;
  readonly endTurn: null;
  readonly setLimit: null;
  readonly clear: null;
  readonly readNote: string | null;
  readonly writeNote: null;
}

export interface TelemetryCall {
  readonly call: number;
  readonly request: TelemetryRequestMessage;
}

export type TelemetryReply =
  | { readonly call: number; readonly answer: TelemetryAnswers[keyof TelemetryAnswers] }
  | { readonly call: number; readonly error: { readonly name: string; readonly message: string } };
