/** Telemetry of one account: one ask at a time, and what is kept on this phone, watched over all windows. */
import { createLive } from '../../domain/live.ts';
import { checkAsk } from '../../domain/telemetry/ask.ts';
import type { TypedTrackingIds } from '../../domain/telemetry/fleet.ts';
import { createAskRunner } from './ask.ts';
import type { TelemetryParts } from './ports.ts';
import type { StoredTelemetry, Telemetry, TelemetryCursor, TelemetryState } from './offered.ts';

const TYPED_NOTE = 'typedTrackingIds';
const NOTHING: StoredTelemetry = { records: 0, bytes: 0, limitBytes: 0, sweptUntilMs: null };

export function createTelemetry(parts: TelemetryParts): Telemetry {
  const { store } = parts;
  const state = createLive<TelemetryState>({
    loaded: false,
    beacons: [],
    stored: NOTHING,
    typed: {},
    asking: null,
    last: null,
    storageFailure: null,
  });
  const runner = createAskRunner(parts);
  let controller: AbortController | null = null;
  let closed = false;
  let reading: Promise<void> | null = null;
  let readAgain = false;

  const change = (next: Partial<TelemetryState>): void => {
    if (!closed) state.set({ ...state.value, ...next });
  };

  /** Announcements come in bursts: while one reading runs, any number of them ask for one more. */
  function refresh(): Promise<void> {
    readAgain = reading !== null;
    reading ??= read().finally(() => {
      reading = null;
      if (readAgain && !closed) void refresh();
    });
    return reading;
  }

  async function read(): Promise<void> {
    try {
      const [{ beacons, totals }, typed] = await Promise.all([store.overview(), store.readNote(TYPED_NOTE)]);
      change({ loaded: true, beacons, stored: totals, typed: readTyped(typed), storageFailure: null });
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      change({ loaded: true, storageFailure: { code: code ?? 'unknown', detail: message ?? '' } });
    }
  }

  const stopWatching = store.watch(() => void refresh());
  void refresh();

  return {
    state,
    async ask(ask) {
      if (controller !== null || checkAsk(ask).length > 0) return null;
      const mine = new AbortController();
      controller = mine;
      change({ last: null });
      try {
        const outcome = await runner.run(ask, { signal: mine.signal, onProgress: (asking) => change({ asking }) });
        await refresh();
        change({ asking: null, last: outcome });
        return outcome;
      } finally {
        controller = null;
      }
    },
    cancel: () => controller?.abort(new DOMException('Stopped', 'AbortError')),
    dismissOutcome: () => change({ last: null }),
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
      stopWatching();
      store.close();
    },
  };
}

function readTyped(text: string | null): TypedTrackingIds {
  try {
    const raw: unknown = JSON.parse(text ?? '{}');
    if (typeof raw !== 'object' || raw === null) return {};
    return Object.fromEntries(
      Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
    );
  } catch {
    return {};
  }
}
