/** GET /v3/telemetry and /v3/telemetry/latest: the body comes back as bytes, for the worker that reads it (interface.md 4.2). */
import type { TelemetryBackend } from '../use-cases/telemetry/ports.ts';
import { createHttp, v3Wire, type BackendParts } from './http.ts';

type TelemetryCalls = TelemetryBackend;

/** A page of 2000 records is more than a megabyte: on a bad network that takes its time. */
const LEAST_TIMEOUT_MS = 60_000;

export function createTelemetryCalls(parts: BackendParts): TelemetryCalls {
  const http = createHttp(parts, v3Wire(parts.account));
  return { readTelemetry: ({ path, query }, signal) => http.bytes(path, query, LEAST_TIMEOUT_MS, signal) };
}
