/** What went wrong with a call to the backend, in terms a person can act on (field-facts.md 3, product.md "What a backend's answer means"). */

/**
 * `offline`: no answer at all (offline, wrong host or hidden by CORS: a page cannot tell) · `timeout` ·
 * `portal`: not the backend's answer (HTML, redirect, opaque) · `key`: 401 · `forbidden`: 403 · `notFound`: 404 ·
 * `conflict`: 409 · `mediaType`: 415 · `invalid`: 400, 422 · `tooLarge`: 413, 431 · `wrongHost`: 421 · `legal`: 451 · `proxyGaveUp`: 499 ·
 * `refused`: any other 4xx, which says nothing of the values · `rateLimit`: 429 · `server`: 5xx, 408, 425 ·
 * `unreadable`: a 2xx whose body is not what the contract says · `noKey`: nothing was sent, the key is not known ·
 * `cancelled`: the person stopped it.
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

/** The kind of a failed answer by its HTTP status. */
export function kindOfStatus(status: number): BackendFailureKind {
  return KINDS[status] ?? (status >= 500 ? 'server' : 'refused');
}

/** True when the backend answered a read with a 4xx that is about this call, not about the key or the network: it has no such call, or not for this key. */
export function isDeclined(kind: BackendFailureKind): boolean {
  return DECLINED.has(kind);
}

const DECLINED: ReadonlySet<BackendFailureKind> = new Set(['notFound', 'forbidden', 'invalid', 'conflict', 'refused']);

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
  'cancelled',
]);

/** True if the same request may succeed later. False for a refusal, which the backend would repeat. */
export function mayPass(kind: BackendFailureKind): boolean {
  return PASSING.has(kind);
}

const UNHEARD: readonly string[] = ['offline', 'timeout', 'portal'] satisfies readonly BackendFailureKind[];

/** By the kind of a failure: the network, or what stands in its way; the backend itself was not heard. */
export function isUnheard(kind: string): boolean {
  return UNHEARD.includes(kind);
}

/**
 * What is known beside the kind where the backend said nothing itself: the words are the screen's. `plainText`, `webPage`, `redirected`:
 * what came in the place of an answer · `otherDevices`: one device was asked for, others came · `repeatsSecret`: what the
 * backend said holds a secret, so it is not handed on · `listTooLong`: more devices than this app keeps.
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
  'listTooLong',
] as const;
export type FailureNote = (typeof FAILURE_NOTES)[number];

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

export interface BackendFailure {
  readonly kind: BackendFailureKind;
  /** HTTP status, 0 where none was read. */
  readonly status: number;
  /** The backend's own message or the browser's, at most 300 characters, never a credential; '' where there is none. */
  readonly message: string;
  readonly note?: FailureNote;
  readonly fields: readonly FieldFault[];
  /** Fields that the backend named besides: nobody reads a hundred thousand. */
  readonly moreFields?: number;
  readonly retryAfterMs: number | null;
  /** Of a `portal`: the base address that was called, where a sign-in may be waiting. */
  readonly address?: string;
}

/** The message as a row keeps it: what was said, else the note. */
export function keptMessage({ message, note }: BackendFailure): string {
  return (message === '' ? (note ?? '') : message).slice(0, 300);
}

/** What a call to the backend came to. */
export type BackendResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: BackendFailure };
