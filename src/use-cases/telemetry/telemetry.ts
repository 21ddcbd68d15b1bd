/** Telemetry of one account: one request at a time, and the stored telemetry, kept up to date across windows. */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { coalesced } from '../../domain/coalesced.ts';
import { ifPossible } from '../../domain/unawaited.ts';
import * as z from 'zod/mini';
import { REQUESTS_PER_MINUTE } from '../../domain/limits.ts';
import { checkQuery, type RecordQuery, type SpanRule } from '../../domain/telemetry/record-query.ts';
import { FREE_BOUND, heardLastOf, type QueryBound } from '../../domain/telemetry/estimate.ts';
import {
  queryableId,
  learnedTrackingIds,
  newestCloudMs,
  withoutFuture,
  withoutMainsMark,
  type BeaconState,
  type TypedTrackingIds,
} from '../../domain/telemetry/fleet.ts';
import { correctedNow, notBefore, type ClockReading } from '../../domain/telemetry/now.ts';
import { lenientRecord } from '../../domain/schema.ts';
import { createAlarmBook } from './alarms.ts';
import { QueryRun, SPAN_NOTE } from './query-run.ts';
import type { TelemetryParts } from './ports.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
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
  ): Promise<{ readonly rows: readonly TelemetryRecord[]; readonly next: TelemetryCursor | null }>;
  /** Returns the stored telemetry of the whole fleet by hour. */
  hours(startMs: number, endMs: number): Promise<FleetHours>;
}

export type Telemetry = ReturnType<typeof createTelemetry>;

const TYPED_NOTE = 'typedTrackingIds';
const CHECKED_NOTE = 'checkedAt';
const NOTHING: StoredTelemetry = { records: 0, bytes: 0, limitBytes: 0, sweptUntilMs: null };

export function createTelemetry(parts: TelemetryParts) {
  const { store, clock } = parts;
  const state = signal<TelemetryState>({
    beacons: [],
    stored: NOTHING,
    typed: {},
    span: 'unknown',
    checkedAtMs: null,
    fetching: null,
    last: null,
    rules: [],
    alarms: [],
    clock: parts.backendClock.value,
    storageFailure: null,
  });
  const queryParts = {
    ...parts,
    clockReading: () => state.value.clock,
    newestStoredMs: () => newestCloudMs(state.value.beacons),
  };
  const book = createAlarmBook(parts);
  let controller: AbortController | null = null;
  let closed = false;

  const change = (next: Partial<TelemetryState>): void => {
    if (!closed) state.value = { ...state.value, ...next };
  };

  /** Notifications arrive in bursts: all that arrive during one read cause only one more. */
  const refresh = coalesced(read);

  function readClock(beacons: readonly BeaconState[]): ClockReading {
    return notBefore(newestCloudMs(beacons), parts.backendClock.value, clock.nowMs());
  }

  const nowMs = (): number => correctedNow(state.value.clock, clock.nowMs()).ms;

  async function read(): Promise<void> {
    if (closed) return;
    try {
      const [{ beacons: stored, totals }, typedNote, span, checked, rules] = await Promise.all([
        store.overview(),
        store.readNote(TYPED_NOTE),
        store.readNote(SPAN_NOTE),
        store.readNote(CHECKED_NOTE),
        book.read(),
      ]);
      const typed = readTyped(typedNote);
      const reading = readClock(stored);
      const now = correctedNow(reading, clock.nowMs());
      const beacons = stored.map((beacon) => withoutMainsMark(withoutFuture(beacon, now)));
      const checkedAtMs = Number(checked ?? Number.NaN);
      change({
        beacons,
        stored: totals,
        typed,
        span: span === 'limited' ? 'limited' : 'unknown',
        checkedAtMs: Number.isFinite(checkedAtMs) ? checkedAtMs : null,
        rules,
        alarms: book.raised(rules, beacons, typed),
        clock: reading,
        storageFailure: null,
      });
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      change({ storageFailure: { code: code ?? 'unknown', detail: message ?? '' } });
    }
  }

  /** Checks the rules after each answer. A failure to store the result must not fail the request. */
  async function checkAlarms({ end }: QueryOutcome): Promise<void> {
    const isAnswered = end.kind === 'done' || end.kind === 'bounded';
    if (isAnswered) await ifPossible(store.writeNote(CHECKED_NOTE, String(nowMs())));
    await refresh();
    if (!isAnswered) return;
    const fresh = await book.takeFresh(state.value.alarms).catch(() => []);
    if (fresh.length > 0 && !closed) parts.onAlarms?.(fresh);
  }

  let lastClock = parts.backendClock.value;
  const stops = [
    store.watch(() => void refresh()),
    parts.backendClock.subscribe((now) => {
      if (now === lastClock) return;
      lastClock = now;
      change({ clock: readClock(state.value.beacons) });
      void refresh();
    }),
  ];
  const opened = refresh();

  /**
   * Requests all pages, or up to `bound`, and stores them as they arrive; one request at a time. Never rejects: the
   * result is in `state.last`.
   */
  async function fetchRecords(query: RecordQuery, bound: QueryBound | null = null): Promise<QueryOutcome | null> {
    if (controller !== null || checkQuery(query).length > 0) return null;
    const mine = new AbortController();
    controller = mine;
    change({ last: null });
    try {
      const outcome = await new QueryRun(queryParts, query, {
        signal: mine.signal,
        bound,
        onProgress: (progress) => change({ fetching: progress }),
      }).run();
      await checkAlarms(outcome);
      change({ fetching: null, last: outcome });
      return outcome;
    } finally {
      controller = null;
    }
  }

  return {
    state: state as ReadonlySignal<TelemetryState>,
    /** Resolves when the stored telemetry has been read, or could not be. */
    opened,
    fetchRecords,
    cancel: (): void => controller?.abort(new DOMException('Stopped', 'AbortError')),
    dismissOutcome: (): void => change({ last: null }),
    /** Returns how many requests may be sent now by all windows together, and the limit per minute. */
    budget: async () => ({
      left: parts.pace.current() === null ? await store.turnsLeft(clock.nowMs()) : 0,
      of: REQUESTS_PER_MINUTE,
    }),
    hours: (...range: Parameters<TelemetryReader['hours']>) => store.hours(...range),
    series: (...query: Parameters<TelemetryReader['series']>) => store.series(...query),
    rows: (...query: Parameters<TelemetryReader['rows']>) => store.rows(...query),
    /** Yields the pieces of a file in order; ends early when aborted. */
    async *file(
      filter: TelemetryFilter,
      format: TelemetryFile,
      options: { signal?: AbortSignal } = {},
    ): AsyncIterable<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }> {
      let cursor: TelemetryCursor | null = null;
      do {
        if (options.signal?.aborted === true) return;
        const piece: Awaited<ReturnType<typeof store.file>> = await store.file(filter, cursor, format, false);
        yield { bytes: piece.bytes, rows: piece.rows };
        cursor = piece.next;
      } while (cursor !== null);
    },
    /** Stores a typed tracking ID; an empty one removes it. */
    async nameTrackingId(uniqueId: string, trackingId: string): Promise<void> {
      const rest = Object.entries(readTyped(await store.readNote(TYPED_NOTE))).filter(([id]) => id !== uniqueId);
      const typed = Object.fromEntries(trackingId === '' ? rest : [...rest, [uniqueId, trackingId]]);
      await store.writeNote(TYPED_NOTE, JSON.stringify(typed));
      change({ typed });
    },
    async setRules(rules: readonly AlarmRule[]): Promise<void> {
      await book.keep(rules);
      await refresh();
      // The alarms that are raised now are visible on the page on which the rule was created.
      await book.takeFresh(state.value.alarms);
    },
    /**
     * Requests the last records with few requests and checks the rules; does nothing without a rule or during another
     * request.
     */
    async checkAlarms(): Promise<void> {
      await refresh();
      const { rules, beacons, typed } = state.value;
      if (rules.length === 0) return;
      const learned = learnedTrackingIds(beacons);
      const ids = (parts.devices?.() ?? []).flatMap((device) => queryableId(device, learned, typed) ?? []);
      const heardLast = heardLastOf(ids, nowMs());
      if (heardLast !== null) await fetchRecords(heardLast, FREE_BOUND);
    },
    async setLimit(limitBytes: number): Promise<void> {
      await store.setLimit(limitBytes);
      await refresh();
    },
    async clear(): Promise<void> {
      await store.clear();
      await refresh();
    },
    close(): void {
      closed = true;
      controller?.abort(new DOMException('Closed', 'AbortError'));
      for (const stop of stops) stop();
      store.close();
    },
  };
}

const storedTrackingIds = lenientRecord(z.string().check(z.minLength(1)));

function readTyped(text: string | null): TypedTrackingIds {
  try {
    return storedTrackingIds.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
