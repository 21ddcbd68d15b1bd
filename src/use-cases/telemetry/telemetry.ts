/** Telemetry of one account: one request at a time, and the stored telemetry, kept up to date across windows. */
import { signal } from '@preact/signals-core';
import { ifPossible } from '../../domain/unawaited.ts';
import * as z from 'zod/mini';
import { checkQuery, type RecordQuery } from '../../domain/telemetry/record-query.ts';
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
import { TELEMETRY_BUDGET } from '../../domain/telemetry/requests-per-minute.ts';
import { createAlarmBook } from './alarms.ts';
import { createQueryRunner, SPAN_NOTE } from './query-run.ts';
import type { TelemetryParts } from './ports.ts';
import type { QueryOutcome, StoredTelemetry, Telemetry, TelemetryCursor, TelemetryState } from './offered.ts';

const TYPED_NOTE = 'typedTrackingIds';
const CHECKED_NOTE = 'checkedAt';
const NOTHING: StoredTelemetry = { records: 0, bytes: 0, limitBytes: 0, sweptUntilMs: null };

interface TelemetryService extends Telemetry {
  /** Resolves when the stored telemetry has been read, or could not be. */
  readonly opened: Promise<void>;
}

export function createTelemetry(parts: TelemetryParts): TelemetryService {
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
  const runner = createQueryRunner({
    ...parts,
    clockReading: () => state.value.clock,
    newestStoredMs: () => newestCloudMs(state.value.beacons),
  });
  const book = createAlarmBook(parts);
  let controller: AbortController | null = null;
  let closed = false;
  let reading: Promise<void> | null = null;
  let readAgain = false;

  const change = (next: Partial<TelemetryState>): void => {
    if (!closed) state.value = { ...state.value, ...next };
  };

  /** Notifications arrive in bursts: all that arrive during one read cause only one more. */
  function refresh(): Promise<void> {
    readAgain = reading !== null;
    reading ??= read().finally(() => {
      reading = null;
      if (readAgain && !closed) void refresh();
    });
    return reading;
  }

  function readClock(beacons: readonly BeaconState[]): ClockReading {
    return notBefore(newestCloudMs(beacons), parts.backendClock.value, clock.nowMs());
  }

  const nowMs = (): number => correctedNow(state.value.clock, clock.nowMs()).ms;

  async function read(): Promise<void> {
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

  async function fetchRecords(query: RecordQuery, bound: QueryBound | null = null): Promise<QueryOutcome | null> {
    if (controller !== null || checkQuery(query).length > 0) return null;
    const mine = new AbortController();
    controller = mine;
    change({ last: null });
    try {
      const outcome = await runner.run(query, {
        signal: mine.signal,
        bound,
        onProgress: (progress) => change({ fetching: progress }),
      });
      await checkAlarms(outcome);
      change({ fetching: null, last: outcome });
      return outcome;
    } finally {
      controller = null;
    }
  }

  return {
    state,
    opened,
    fetchRecords,
    cancel: () => controller?.abort(new DOMException('Stopped', 'AbortError')),
    dismissOutcome: () => change({ last: null }),
    budget: async () => ({ left: await store.turnsLeft(clock.nowMs()), of: TELEMETRY_BUDGET.mostPerWindow }),
    hours: (startMs, endMs) => store.hours(startMs, endMs),
    series: (trackingIds, fields, filter) => store.series(trackingIds, fields, filter),
    rows: (filter, cursor, limit, newestFirst) => store.rows(filter, cursor, limit, newestFirst),
    async *file(filter, format, options = {}) {
      let cursor: TelemetryCursor | null = null;
      do {
        if (options.signal?.aborted === true) return;
        const piece: Awaited<ReturnType<typeof store.file>> = await store.file(filter, cursor, format, false);
        yield { bytes: piece.bytes, rows: piece.rows };
        cursor = piece.next;
      } while (cursor !== null);
    },
    async nameTrackingId(uniqueId, trackingId) {
      const rest = Object.entries(readTyped(await store.readNote(TYPED_NOTE))).filter(([id]) => id !== uniqueId);
      const typed = Object.fromEntries(trackingId === '' ? rest : [...rest, [uniqueId, trackingId]]);
      await store.writeNote(TYPED_NOTE, JSON.stringify(typed));
      change({ typed });
    },
    async setRules(rules) {
      await book.keep(rules);
      await refresh();
      // The alarms that are raised now are visible on the page on which the rule was created.
      await book.takeFresh(state.value.alarms);
    },
    async checkAlarms() {
      await refresh();
      const { rules, beacons, typed } = state.value;
      if (rules.length === 0) return;
      const learned = learnedTrackingIds(beacons);
      const ids = (parts.devices?.() ?? []).flatMap((device) => queryableId(device, learned, typed) ?? []);
      const heardLast = heardLastOf(ids, nowMs());
      if (heardLast !== null) await fetchRecords(heardLast, FREE_BOUND);
    },
    async setLimit(limitBytes) {
      await store.setLimit(limitBytes);
      await refresh();
    },
    async clear() {
      await store.clear();
      await refresh();
    },
    close() {
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
