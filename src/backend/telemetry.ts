/**
 * GET /v3/telemetry and /v3/telemetry/latest. The body is returned as bytes for the worker that parses it (interface.md
 * 4.2).
 */
import type { TelemetryBackend } from '../use-cases/telemetry/ports.ts';
import { createHttp, v3Wire, type BackendParts } from './http.ts';

/** Shortest time limit, ms. A page of 2000 records has more than a megabyte, which takes time on a slow network. */
const MIN_TIMEOUT_MS = 60_000;

export function createTelemetryCalls(parts: BackendParts): TelemetryBackend {
  const http = createHttp(parts, v3Wire(parts.account));
  return { readTelemetry: ({ path, query }, signal) => http.bytes(path, query, MIN_TIMEOUT_MS, signal) };
}
