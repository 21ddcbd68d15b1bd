/**
 * Sends every request to the backend, for both interfaces: adds the key and the headers of the interface and no others,
 * enforces a time limit, and decides what counts as the backend's own answer (interface.md 4.1, 4.2, 4.4;
 * field-facts.md 3).
 */
import { unsendableIn } from '../domain/api-key.ts';
import type { Account } from '../domain/account.ts';
import type { BackendFailure, BackendResult, FailureNote } from '../domain/backend-failure.ts';
import type { ClockTrust } from '../domain/run.ts';
import type { Pace } from '../use-cases/pace.ts';
import type { Clock } from '../use-cases/surroundings.ts';
import { bodyOf, isBase64, readBytes, type Body } from './body.ts';
import { MAX_MESSAGE, failed, failureOfStatus, plainFailure, withoutKey } from './failure.ts';

export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

export interface BackendParts {
  readonly account: Account;
  /** Read at each request; null when it is not in memory. */
  readonly apiKey: () => string | null;
  readonly fetch: FetchLike;
  readonly clock: Pick<Clock, 'nowMs'>;
  /**
   * Reports backend clock minus phone clock whenever it differs by 2 s from the last report, and every hour, because a
   * measurement ages.
   */
  readonly onSkew?: (reading: { readonly skewMs: number; readonly trust: ClockTrust }) => void;
  /** Takes note of a wait that the backend requires. Absent: nobody shares it. */
  readonly pace?: Pick<Pace, 'note'>;
  /** Returns a signal that aborts after the time; AbortSignal.timeout except in tests. */
  readonly timeout?: (ms: number) => AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly body: Body;
  /** True when this answer's Date could be used to read the clock. */
  readonly clockRead: boolean;
}

/** The common parts of one interface's requests. */
interface Wire {
  /** Without a trailing slash. */
  readonly base: string;
  readonly accept: string;
  /** Content type of a request with a body. */
  readonly contentType: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Request {
  readonly method: Method;
  readonly path: string;
  /** Without "?". */
  readonly query?: string;
  readonly body?: string | null;
}

export interface Http {
  /** `query` without "?". */
  get(path: string, query: string, signal?: AbortSignal): Promise<BackendResult<Answered>>;
  post(path: string, form: string, signal?: AbortSignal): Promise<BackendResult<Answered>>;
  send(request: Request, signal?: AbortSignal): Promise<BackendResult<Answered>>;
  /** Returns the body of any 2xx unparsed; only a web page in its place is recognised. */
  bytes(path: string, query: string, leastTimeoutMs: number, signal?: AbortSignal): Promise<BackendResult<ArrayBuffer>>;
  sawTime(backendMs: number, trust: ClockTrust): void;
}

const SAY_AGAIN_MS = 3_600_000;

/** The legacy interface (interface.md 4.4). */
function legacyWire({ legacyBaseUrl, vendor, settings }: Account): Wire {
  const accept = `application/vnd.com.${vendor}+json;version=${settings.protocol.mediaVersion}`;
  return { base: legacyBaseUrl, accept, contentType: 'application/x-www-form-urlencoded; charset=utf-8' };
}

/** The v3 interface (interface.md 4.1, 4.2). */
export function v3Wire({ baseUrl }: Account): Wire {
  return { base: baseUrl, accept: 'application/json', contentType: 'application/json' };
}

interface Received {
  readonly response: Response;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly begunMs: number;
}

export function createHttp(parts: BackendParts, wire: Wire = legacyWire(parts.account)): Http {
  const { account } = parts;
  let reported: { readonly skewMs: number; readonly atMs: number } | null = null;

  async function call(
    { method, path, query = '', body = null }: Request,
    leastTimeoutMs: number,
    signal?: AbortSignal,
  ): Promise<BackendResult<Received>> {
    const key = parts.apiKey();
    if (key === null || key === '') return failed(plainFailure('noKey'));
    if (unsendableIn(key) !== '') return failed(plainFailure('key', 'unsendableKey'));
    if (isAborted(signal)) return failed(plainFailure('cancelled'));
    const limitMs = Math.max(leastTimeoutMs, account.settings.delivery.timeoutMs);
    const limit = parts.timeout?.(limitMs) ?? AbortSignal.timeout(limitMs);
    const isBearer = account.settings.protocol.keyHeader === 'Authorization: Bearer';
    const headers: Record<string, string> = {
      Accept: wire.accept,
      ...(isBearer ? { Authorization: `Bearer ${key}` } : { 'Api-Key': key }),
    };
    if (body !== null) headers['Content-Type'] = wire.contentType;
    const begunMs = parts.clock.nowMs();
    try {
      const response = await parts.fetch(`${wire.base}${path}${query === '' ? '' : `?${query}`}`, {
        method,
        headers,
        body,
        // The time limit includes the body.
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      if (isForeign(response)) return failed(portal(wire, 'redirected', response.status));
      const read = await readBytes(response);
      // The request was stopped after everything had arrived; the result is not needed.
      if (isAborted(signal)) return failed(plainFailure('cancelled'));
      if (read === null && response.ok) return failed(plainFailure('unreadable', 'tooLarge', response.status));
      const bytes = read ?? new Uint8Array();
      // Whatever its status (first row of product.md "What a backend's answer means"), except 5xx: that is kept and
      // tried again.
      if (isPage(response, bytes) && response.status < 500) return failed(portal(wire, 'webPage', response.status));
      if (response.ok) return { ok: true, value: { response, bytes, begunMs } };
      const failure = failureOfStatus(response, await bodyOf(response, bytes), parts.clock.nowMs(), dateOf(response));
      parts.pace?.note(failure);
      const wantsBearer = wantsToken(response) && !isBearer;
      return failed(withoutKey({ ...failure, ...(wantsBearer && { note: 'otherKeyHeader' as const }) }, key));
    } catch (error) {
      if (isAborted(signal)) return failed(plainFailure('cancelled'));
      if (limit.aborted) return failed(plainFailure('timeout'));
      const message = error instanceof Error ? `${error.name}: ${error.message}` : '';
      return failed(withoutKey({ ...plainFailure('offline'), message: message.slice(0, MAX_MESSAGE) }, key));
    }
  }

  async function send(request: Request, signal?: AbortSignal): Promise<BackendResult<Answered>> {
    const received = await call(request, 0, signal);
    if (!received.ok) return received;
    const { response, bytes, begunMs } = received.value;
    const body = await bodyOf(response, bytes);
    const dateMs = dateOf(response);
    const clockRead = body.kind !== 'text' && !Number.isNaN(dateMs);
    // Date has whole seconds; half a second is the best estimate of the rest.
    if (clockRead) report(dateMs + 500 - (begunMs + parts.clock.nowMs()) / 2, 'checkedDate');
    return { ok: true, value: { status: response.status, body, clockRead } };
  }

  function report(skewMs: number, trust: ClockTrust): void {
    const rounded = Math.round(skewMs);
    const atMs = parts.clock.nowMs();
    if (
      reported !== null &&
      Math.abs(rounded - reported.skewMs) < 2000 &&
      Math.abs(atMs - reported.atMs) < SAY_AGAIN_MS
    )
      return;
    reported = { skewMs: rounded, atMs };
    parts.onSkew?.({ skewMs: rounded, trust });
  }

  return {
    get: (path, query, signal) => send({ method: 'GET', path, query }, signal),
    post: (path, form, signal) => send({ method: 'POST', path, body: form }, signal),
    send,
    async bytes(path, query, leastTimeoutMs, signal) {
      const received = await call({ method: 'GET', path, query }, leastTimeoutMs, signal);
      return received.ok ? { ok: true, value: received.value.bytes.buffer } : received;
    },
    sawTime: (backendMs, trust) => report(backendMs - parts.clock.nowMs(), trust),
  };
}

function portal({ base }: Wire, note: FailureNote, status: number): BackendFailure {
  return { ...plainFailure('portal', note, status), address: base };
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** True when a 401 asks for a token; another origin's answer shows that only if it exposes the header. */
function wantsToken({ status, headers }: Response): boolean {
  return status === 401 && /^\s*bearer\b/i.test(headers.get('www-authenticate') ?? '');
}

function dateOf(response: Response): number {
  return Date.parse(response.headers.get('date') ?? '');
}

/** True for a redirect, visible or made opaque by the browser, and for an answer without a visible status. */
function isForeign(response: Response): boolean {
  if (response.type === 'opaque' || response.type === 'opaqueredirect' || response.status === 0) return true;
  // 511: the network itself requires a login; 407: a proxy does.
  return (response.status >= 300 && response.status < 400) || response.status === 511 || response.status === 407;
}

/** True for HTML by its media type, unless it is a package, or by its beginning. */
function isPage(response: Response, bytes: Uint8Array): boolean {
  const begin = new TextDecoder().decode(bytes.subarray(0, 1000));
  if (/^\s*(<!doctype|<html|<\?xml|<head|<body|<script)/i.test(begin)) return true;
  if (!/html/i.test(response.headers.get('content-type') ?? '')) return false;
  const text = new TextDecoder().decode(bytes);
  return text.trim() !== '' && !isBase64(text);
}
