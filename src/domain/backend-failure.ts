/**
 * Failures of backend requests, in terms that help a person (field-facts.md 3, product.md "What a backend's answer
 * means").
 */

/**
 * `offline`: no answer (offline, wrong host or hidden by CORS, which a page cannot distinguish) · `timeout` · `portal`:
 * not the backend's answer (HTML, redirect, opaque) · `key`: 401 · `forbidden`: 403 · `notFound`: 404 · `conflict`: 409
 * · `mediaType`: 415 · `invalid`: 400, 422 · `tooLarge`: 413, 431 · `wrongHost`: 421 · `legal`: 451 · `proxyGaveUp`:
 * 499 · `refused`: any other 4xx, which says nothing about the values · `rateLimit`: 429 · `server`: 5xx, 408, 425 ·
 * `unreadable`: a 2xx with an unexpected body · `otherDevices`: a 2xx about other devices than the requested one · `noKey`: nothing was sent, because the key is missing · `cancelled`:
 * the person stopped it.
 */
export type BackendFailureKind =
  | 'offline'
  | 'timeout'
  | 'portal'
  | 'key'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'mediaType'
  | 'invalid'
  | 'tooLarge'
  | 'wrongHost'
  | 'legal'
  | 'proxyGaveUp'
  | 'refused'
  | 'rateLimit'
  | 'server'
  | 'unreadable'
  | 'otherDevices'
  | 'noKey'
  | 'cancelled';

const KINDS: Readonly<Record<number, BackendFailureKind>> = {
  400: 'invalid',
  401: 'key',
  403: 'forbidden',
  404: 'notFound',
  408: 'server',
  409: 'conflict',
  413: 'tooLarge',
  415: 'mediaType',
  421: 'wrongHost',
  422: 'invalid',
  425: 'server',
  429: 'rateLimit',
  431: 'tooLarge',
  451: 'legal',
  499: 'proxyGaveUp',
};

/** Returns the kind of failure for an HTTP status. */
export function kindOfStatus(status: number): BackendFailureKind {
  return KINDS[status] ?? (status >= 500 ? 'server' : 'refused');
}

/**
 * True when a read was answered with a 4xx that is about this request, not about the key or the network: the backend
 * does not have it, or not for this key.
 */
export function isDeclined(kind: BackendFailureKind): boolean {
  return DECLINED.has(kind);
}

const DECLINED: ReadonlySet<BackendFailureKind> = new Set([
  'notFound',
  'forbidden',
  'invalid',
  'conflict',
  'refused',
  'otherDevices',
]);

const PASSING: ReadonlySet<BackendFailureKind> = new Set([
  'offline',
  'timeout',
  'portal',
  'key',
  'noKey',
  'proxyGaveUp',
  'rateLimit',
  'server',
  'unreadable',
  'otherDevices',
  'cancelled',
]);

/** True if the same request may succeed later. False for a refusal, which the backend would repeat. */
export function mayPass(kind: BackendFailureKind): boolean {
  return PASSING.has(kind);
}

const UNHEARD: readonly string[] = ['offline', 'timeout', 'portal'] satisfies readonly BackendFailureKind[];

/** True for failures of the network or of something in between; the backend itself did not answer. */
export function isUnanswered(kind: string): boolean {
  return UNHEARD.includes(kind);
}

/**
 * Details of a failure without the backend's own message; the screens have a text for each. `plainText`, `webPage`,
 * `redirected`: what arrived instead of an answer · `otherDevices`: the answer is about other devices ·
 * `repeatsSecret`: the message contains a secret and is not shown ·
 * `otherKeyHeader`: the backend asks for a token in Authorization.
 */
export const FAILURE_NOTES = [
  'redirected',
  'webPage',
  'plainText',
  'cutOff',
  'otherAnswer',
  'tooLarge',
  'otherDevices',
  'unsendableKey',
  'repeatsSecret',
  'otherKeyHeader',
] as const;
export type FailureNote = (typeof FAILURE_NOTES)[number];

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

export interface BackendFailure {
  readonly kind: BackendFailureKind;
  /** HTTP status, 0 when none was received. */
  readonly status: number;
  /** The message of the backend or the browser, at most 300 characters, without credentials; '' when there is none. */
  readonly message: string;
  readonly note?: FailureNote;
  readonly fields: readonly FieldFault[];
  /** Number of further fields that the backend named; only the first ones are kept. */
  readonly moreFields?: number;
  readonly retryAfterMs: number | null;
  /** Only for `portal`: the base address that was requested, where a sign-in page may be waiting. */
  readonly address?: string;
}

/** Returns the message to store: the backend's own, otherwise the note. */
export function messageToStore({ message, note }: BackendFailure): string {
  return (message === '' ? (note ?? '') : message).slice(0, 300);
}

/** The result of a backend request. */
export type BackendResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: BackendFailure };
