/** One call to the legacy interface: its headers and no other, its time limit, and what counts as the backend's own answer (interface.md 4.4, field-facts 3). */
import type { Account } from '../domain/account.ts';
import type { BackendFailure, BackendResult } from '../domain/backend-failure.ts';
import type { ClockTrust } from '../domain/run.ts';
import { bodyOf, isBase64, readText, TOO_LARGE, type Body } from './body.ts';
import { failureOfStatus, plainFailure, withoutKey } from './failure.ts';

export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

export interface BackendParts {
  readonly account: Account;
  /** Read at each call; null when it is not in memory. */
  readonly apiKey: () => string | null;
  readonly fetch: FetchLike;
  readonly nowMs: () => number;
  /** Backend clock minus phone clock, each time it is seen to differ by 2 s from what was last said, and each hour: a reading has an age. */
  readonly onSkew?: (reading: { readonly skewMs: number; readonly trust: ClockTrust }) => void;
  /** A signal that aborts after the time; AbortSignal.timeout unless a test brings its own. */
  readonly timeout?: (ms: number) => AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly body: Body;
  /** Whether the clock could be told from this answer's Date. */
  readonly clockRead: boolean;
}

export interface Http {
  /** `query` without "?". */
  get(path: string, query: string, signal?: AbortSignal): Promise<BackendResult<Answered>>;
  post(path: string, form: string, signal?: AbortSignal): Promise<BackendResult<Answered>>;
  sawTime(backendMs: number, trust: ClockTrust): void;
}

const SAY_AGAIN_MS = 3_600_000;

export const FORM_TYPE = 'application/x-www-form-urlencoded; charset=utf-8';

export function acceptOf(vendor: string): string {
  return `application/vnd.com.${vendor}+json;version=10`;
}

/** A key that a header can carry: visible ASCII. */
export function isSendableKey(key: string): boolean {
  return /^[\u0021-\u007e]+$/.test(key);
}

export function createHttp(parts: BackendParts): Http {
  const { account } = parts;
  let said: { readonly skewMs: number; readonly atMs: number } | null = null;

  async function call(
    method: 'GET' | 'POST',
    path: string,
    query: string,
    form: string | null,
    signal?: AbortSignal,
  ): Promise<BackendResult<Answered>> {
    const key = parts.apiKey();
    if (key === null || key === '') return failed(plainFailure('noKey', 'The key is not known here'));
    if (!isSendableKey(key)) return failed(plainFailure('key', 'The key has characters that no header can carry'));
    if (isAborted(signal)) return failed(plainFailure('cancelled', 'Stopped'));
    const limit = (parts.timeout ?? AbortSignal.timeout.bind(AbortSignal))(account.settings.delivery.timeoutMs);
    const headers: Record<string, string> = { Accept: acceptOf(account.vendor), 'Api-Key': key };
    if (form !== null) headers['Content-Type'] = FORM_TYPE;
    const begunMs = parts.nowMs();
    try {
      const response = await parts.fetch(`${account.legacyBaseUrl}${path}${query === '' ? '' : `?${query}`}`, {
        method,
        headers,
        body: form,
        // The time limit holds for the body too.
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      if (isForeign(response))
        return failed(plainFailure('portal', 'A redirect in the place of an answer', response.status));
      const text = await readText(response);
      if (text === null && response.ok) return failed(plainFailure('unreadable', TOO_LARGE, response.status));
      // Whatever its status (product.md, first row); the pages of a 5xx come to the same: keep, and try again.
      if (text !== null && isHtml(response, text) && response.status < 500)
        return failed(plainFailure('portal', 'A web page in the place of an answer', response.status));
      const body = await bodyOf(response, text ?? '');
      const dateMs = Date.parse(response.headers.get('date') ?? '');
      if (!response.ok) return failed(withoutKey(failureOfStatus(response, body, parts.nowMs(), dateMs), key));
      const clockRead = body.kind !== 'text' && !Number.isNaN(dateMs);
      // Date has whole seconds: half of one is the best guess of the rest.
      if (clockRead) tell(dateMs + 500 - (begunMs + parts.nowMs()) / 2, 'checkedDate');
      return { ok: true, value: { status: response.status, body, clockRead } };
    } catch (error) {
      if (isAborted(signal)) return failed(plainFailure('cancelled', 'Stopped'));
      if (limit.aborted)
        return failed(plainFailure('timeout', `No answer within ${account.settings.delivery.timeoutMs / 1000} s`));
      const said = error instanceof Error ? `${error.name}: ${error.message}` : 'The call failed';
      return failed(withoutKey(plainFailure('offline', said), key));
    }
  }

  function tell(skewMs: number, trust: ClockTrust): void {
    const rounded = Math.round(skewMs);
    const atMs = parts.nowMs();
    if (said !== null && Math.abs(rounded - said.skewMs) < 2000 && Math.abs(atMs - said.atMs) < SAY_AGAIN_MS) return;
    said = { skewMs: rounded, atMs };
    parts.onSkew?.({ skewMs: rounded, trust });
  }

  return {
    get: (path, query, signal) => call('GET', path, query, null, signal),
    post: (path, form, signal) => call('POST', path, '', form, signal),
    sawTime: (backendMs, trust) => tell(backendMs - parts.nowMs(), trust),
  };
}

function failed(failure: BackendFailure): { ok: false; failure: BackendFailure } {
  return { ok: false, failure };
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** A redirect, seen as such or made opaque by the browser, or an answer that hides its status. */
function isForeign(response: Response): boolean {
  if (response.type === 'opaque' || response.type === 'opaqueredirect' || response.status === 0) return true;
  // 511: the network itself asks for a login; 407: a proxy does.
  return (response.status >= 300 && response.status < 400) || response.status === 511 || response.status === 407;
}

function isHtml(response: Response, text: string): boolean {
  const type = response.headers.get('content-type') ?? '';
  return (
    (/html/i.test(type) && text.trim() !== '' && !isBase64(text)) ||
    /^\s*(<!doctype|<html|<\?xml|<head|<body|<script)/i.test(text)
  );
}
