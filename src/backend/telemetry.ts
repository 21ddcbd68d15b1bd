/** GET /v3/telemetry and /v3/telemetry/latest: the body comes back as bytes, for the worker that reads it (interface.md 4.2). */
import type { BackendFailure } from '../domain/backend-failure.ts';
import { readBytes, TOO_LARGE, type Body } from './body.ts';
import { failureOfStatus, plainFailure, withoutKey } from './failure.ts';
import { isSendableKey, type BackendParts } from './http.ts';
import type { TelemetryBackend } from '../use-cases/telemetry/ports.ts';

export type TelemetryCalls = TelemetryBackend;

/** A page of 2000 records is more than a megabyte: on a bad network that takes its time. */
const LEAST_TIMEOUT_MS = 60_000;
const LESS_THAN = 0x3c;

export function createTelemetryCalls(parts: BackendParts): TelemetryCalls {
  const { account } = parts;
  return {
    async readTelemetry({ path, query }, signal) {
      const key = parts.apiKey();
      if (key === null || key === '') return failed(plainFailure('noKey', 'The key is not known here'));
      if (!isSendableKey(key)) return failed(plainFailure('key', 'The key has characters that no header can carry'));
      if (isAborted(signal)) return failed(plainFailure('cancelled', 'Stopped'));
      const limitMs = Math.max(LEAST_TIMEOUT_MS, account.settings.delivery.timeoutMs);
      const limit = (parts.timeout ?? AbortSignal.timeout.bind(AbortSignal))(limitMs);
      try {
        const response = await parts.fetch(`${account.baseUrl}${path}?${query}`, {
          method: 'GET',
          headers: { Accept: 'application/json', 'Api-Key': key },
          signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
        });
        const foreign =
          response.type === 'opaque' ||
          response.type === 'opaqueredirect' ||
          response.status === 0 ||
          (response.status >= 300 && response.status < 400);
        if (foreign || response.status === 511 || response.status === 407)
          return failed(plainFailure('portal', 'A redirect in the place of an answer', response.status));
        const read = await readBytes(response);
        if (read === null && response.ok) return failed(plainFailure('unreadable', TOO_LARGE, response.status));
        const bytes = read?.buffer ?? new ArrayBuffer(0);
        if (isWebPage(response, bytes) && response.status < 500)
          return failed(plainFailure('portal', 'A web page in the place of an answer', response.status));
        if (!response.ok) {
          const dateMs = Date.parse(response.headers.get('date') ?? '');
          return failed(withoutKey(failureOfStatus(response, errorBody(bytes), parts.nowMs(), dateMs), key));
        }
        return { ok: true, value: bytes };
      } catch (error) {
        if (isAborted(signal)) return failed(plainFailure('cancelled', 'Stopped'));
        if (limit.aborted) return failed(plainFailure('timeout', `No answer within ${limitMs / 1000} s`));
        const said = error instanceof Error ? `${error.name}: ${error.message}` : 'The call failed';
        return failed(withoutKey(plainFailure('offline', said), key));
      }
    },
  };
}

function failed(failure: BackendFailure): { ok: false; failure: BackendFailure } {
  return { ok: false, failure };
}

/** By what it says of itself, or by its first character that is no white space: no JSON begins with "<". */
function isWebPage(response: Response, bytes: ArrayBuffer): boolean {
  if (bytes.byteLength === 0) return false;
  if (/html/i.test(response.headers.get('content-type') ?? '')) return true;
  return (
    new Uint8Array(bytes, 0, Math.min(64, bytes.byteLength)).find((byte) => byte > 0x20 && byte < 0x80) === LESS_THAN
  );
}

function errorBody(bytes: ArrayBuffer): Body {
  const text = new TextDecoder().decode(bytes.byteLength > 100_000 ? bytes.slice(0, 100_000) : bytes);
  try {
    return { kind: 'json', data: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'broken', text: '', isCutOff: true, isBase64: false };
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
