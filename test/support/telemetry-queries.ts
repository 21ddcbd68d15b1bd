/** Telemetry with real storage, a scripted backend and a clock that does not really wait. */
import type { BackendFailure, BackendResult } from '../../src/domain/backend-failure.ts';
import { signal } from '@preact/signals-core';
import { CLOCK_UNCHECKED } from '../../src/domain/telemetry/now.ts';
import { DAY_MS, type RecordQuery } from '../../src/domain/telemetry/record-query.ts';
import { memoryPace, noting } from './pace.ts';
import { openTelemetryStorage } from '../../src/storage/telemetry/telemetry.ts';
import { createTelemetry, type QueryProgress, type Telemetry } from '../../src/use-cases/telemetry/telemetry.ts';
import type { TelemetryBackend, TelemetryParts } from '../../src/use-cases/telemetry/ports.ts';

export const NOW = Date.UTC(2026, 2, 10, 12);
export const ALL = { trackingIds: null, sourceIds: null, startMs: null, endMs: null };

/** A clock that moves forward at once when something sleeps, and records each wait. */
export function testClock() {
  let now = NOW;
  const slept: number[] = [];
  return {
    slept,
    nowMs: () => now,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
  };
}

export const opened: Telemetry[] = [];

export function open(
  backend: TelemetryBackend,
  clock = testClock(),
  parts: Partial<Pick<TelemetryParts, 'store' | 'devices' | 'onAlarms' | 'backendClock'>> & {
    readonly accountId?: string;
  } = {},
) {
  const { accountId = crypto.randomUUID(), backendClock = signal(CLOCK_UNCHECKED), ...others } = parts;
  const { store = openTelemetryStorage({ accountId, trustUrl: (url) => url }) } = parts;
  const pace = memoryPace(clock);
  const telemetry = createTelemetry({ ...others, backend: noting(backend, pace), store, clock, pace, backendClock });
  opened.push(telemetry);
  const seen: QueryProgress[] = [];
  telemetry.state.subscribe(() => {
    const { fetching } = telemetry.state.value;
    if (fetching !== null) seen.push(fetching);
  });
  return { telemetry, clock, seen, pace };
}

export function recordQuery(change: Partial<RecordQuery> = {}): RecordQuery {
  return {
    by: 'devices',
    ids: ['b0'],
    startMs: NOW - DAY_MS,
    endMs: NOW,
    latest: false,
    size: 100,
    sort: [],
    ...change,
  };
}

export const failure = (
  kind: BackendFailure['kind'],
  status: number,
  retryAfterMs: number | null = null,
): BackendResult<ArrayBuffer> => ({
  ok: false,
  failure: { kind, status, message: `Status ${status}`, fields: [], retryAfterMs },
});

export const answer = (body: unknown): BackendResult<ArrayBuffer> => ({
  ok: true,
  value: new TextEncoder().encode(JSON.stringify(body)).buffer,
});
export const record = (n: number) => ({
  trackingId: 'b0',
  timestamp: new Date(NOW - n * 60_000).toISOString(),
  temperature: n,
});

/** A backend that answers by a function and records its requests. */
export function scripted(respond: (query: URLSearchParams, path: string, call: number) => BackendResult<ArrayBuffer>) {
  const requests: { path: string; query: URLSearchParams }[] = [];
  const backend: TelemetryBackend = {
    async readTelemetry({ path, query }) {
      const parameters = new URLSearchParams(query);
      requests.push({ path, query: parameters });
      return respond(parameters, path, requests.length);
    },
  };
  return { backend, requests };
}

/** Registers the teardown that every file of these tests needs. */
export function closingTelemetry(): void {
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });
}
