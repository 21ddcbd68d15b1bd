/** Faults of the emulated backend as data: which requests they strike and how they change the answer. */

import { swapCase } from '../fleet.ts';

export type RetryAfterSpelling = 'none' | 'seconds' | 'date' | 'joined';

type BackendFaultName =
  | 'offline'
  | 'lost'
  | 'hang'
  | 'slow'
  | 'status'
  | 'captivePortal'
  | 'redirect'
  | 'truncated'
  | 'notJson'
  | 'accepted'
  | 'created'
  | 'emptyObject'
  | 'emptyList'
  | 'configsNull'
  | 'oddElement'
  | 'errorBeside'
  | 'goesOn'
  | 'otherCase'
  | 'dropped';

export interface BackendFault {
  readonly name: BackendFaultName;
  /** Default: every request. `path` is a part of the path after `/sandbox`, such as "/device/update". */
  readonly match?: { readonly method?: string; readonly path?: string };
  /** How often it strikes. Null (default): until it is removed. */
  readonly times?: number | null;
  /** For `slow`: the delay, ms. */
  readonly ms?: number;
  /** For `status`: 401, 403, 404, 408, 409, 415, 422, 425, 429, 500, 502, 503 … */
  readonly status?: number;
  /** For 429 and 503: spelling of Retry-After. Default "seconds" for 429, otherwise "none". */
  readonly retryAfter?: RetryAfterSpelling;
  /** For 429 and 503: seconds to wait. Default 2. */
  readonly seconds?: number;
  /** True if the request takes effect. Each fault has its own default. */
  readonly effect?: boolean;
}

/** The connection is closed without an answer: the server destroys the socket, and the page sees a failed fetch. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped';

  /**
   * `maySendAgain`: when the browser by itself resends the request on a new connection, the server handles it like any
   * other request instead of rejecting it (server.ts).
   */
  constructor(
    what: string,
    readonly maySendAgain = false,
  ) {
    super(what);
  }
}

/** Returns the first fault that strikes, and the queue with it counted down. */
export function takeFault(
  faults: readonly BackendFault[],
  request: { readonly method: string; readonly path: string },
): { readonly faults: readonly BackendFault[]; readonly fault: BackendFault | null } {
  const index = faults.findIndex((fault) => strikes(fault, request));
  const fault = faults[index] ?? null;
  if (!fault || (fault.times ?? null) === null) return { faults, fault };
  const times = fault.times! - 1;
  const rest = times > 0 ? [{ ...fault, times }] : [];
  return { faults: [...faults.slice(0, index), ...rest, ...faults.slice(index + 1)], fault };
}

const WITHOUT_EFFECT: readonly BackendFaultName[] = ['offline', 'hang', 'status', 'captivePortal', 'redirect'];

/** True if the request is carried out although its answer is changed. */
export function takesEffect(fault: BackendFault): boolean {
  return fault.effect ?? !WITHOUT_EFFECT.includes(fault.name);
}

/** Returns the changed answer. `original` is null if the request was not carried out. */
export async function applyFault(
  fault: BackendFault,
  original: Response | null,
  nowMs: number,
  legacy: boolean,
): Promise<Response> {
  switch (fault.name) {
    case 'offline':
    case 'lost':
    case 'hang':
      throw new ConnectionDropped(fault.name);
    case 'dropped':
      throw new ConnectionDropped(fault.name, true);
    case 'slow':
      return original ?? new Response(null, { status: 204 });
    case 'status':
      return refusal(fault, nowMs, legacy);
    case 'captivePortal':
      return portal();
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: '/sandbox/portal' } });
    case 'truncated': {
      const text = (await original?.text()) || '{"configs":[{"uniqueId":"';
      return json(text.slice(0, Math.ceil(text.length / 2)), 200);
    }
    case 'notJson':
      return new Response('OK', { status: 200, headers: { 'content-type': 'text/plain' } });
    case 'accepted':
      return new Response(null, { status: 202 });
    case 'created':
      return new Response(null, { status: 201 });
    case 'emptyObject':
      return json('{}', 200);
    case 'emptyList':
      return json('[]', 200);
    case 'configsNull':
      return json('{"configs":null}', 200);
    case 'oddElement':
      return json('{"configs":[{}]}', 200);
    case 'errorBeside':
      return json('{"configs":[],"error":"The response was not verified"}', 200);
    case 'goesOn':
      return json(
        '{"configs":[],"searchMeta":{"startIndex":0,"maxResult":50,"nextResults":"https://elsewhere.example/configs?startIndex=50"}}',
        200,
      );
    case 'otherCase': {
      const text = (await original?.text()) ?? '';
      return text === ''
        ? new Response(null, { status: original?.status ?? 204 })
        : json(
            text.replace(/("uniqueId":")([^"]*)"/g, (_, before: string, id: string) => `${before}${swapCase(id)}"`),
            original?.status ?? 200,
          );
    }
  }
}

/** Returns the answer of a hotel's network in place of the backend's. */
export function portal(): Response {
  const page = '<!doctype html><title>Welcome to the hotel network</title><p>Please accept our terms.</p>';
  return new Response(page, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Returns the value of Retry-After. Null: no header. */
export function spellRetryAfter(spelling: RetryAfterSpelling, seconds: number, nowMs: number): string | null {
  const date = new Date(nowMs + seconds * 1000).toUTCString();
  return { none: null, seconds: String(seconds), date, joined: `${date}, ${seconds}` }[spelling];
}

function strikes({ match, times }: BackendFault, request: { readonly method: string; readonly path: string }): boolean {
  if (times !== undefined && times !== null && times <= 0) return false;
  if (match?.method && match.method.toUpperCase() !== request.method) return false;
  return !match?.path || request.path.includes(match.path);
}

function refusal(fault: BackendFault, nowMs: number, legacy: boolean): Response {
  const status = fault.status ?? 503;
  const headers = new Headers({ 'content-type': 'application/json' });
  const spelling = fault.retryAfter ?? (status === 429 ? 'seconds' : 'none');
  const spelled = spellRetryAfter(spelling, fault.seconds ?? 2, nowMs);
  if (spelled !== null) headers.set('retry-after', spelled);
  const message = `The sandbox was told to answer ${status}`;
  if (!legacy && status === 429) return new Response(null, { status, headers });
  const body = legacy
    ? { id: 'sandbox-fault', status, cause: 'FAULT', message, details: null }
    : { message, errors: [] };
  return new Response(JSON.stringify(body), { status, headers });
}

function json(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}
