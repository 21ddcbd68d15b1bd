/**
 * Failures of backend requests, in terms that help a person (field-facts.md 3, product.md "What a backend's answer
 * means").
 */

/**
 * What a kind of failure says. `transient`: nothing about the request itself, which is repeated automatically ·
 * `unheard`: the network or something in between failed, the backend itself did not answer · `mayHaveWorked`: the
 * request may have taken effect without an answer · `declined`: the backend answered a read with a 4xx that is about
 * this request, not about the key or the network · `mayPass`: the same request may succeed later, though it is not
 * repeated · `stopsAll`: any other request would fail too.
 */
type Trait = 'transient' | 'unheard' | 'mayHaveWorked' | 'declined' | 'mayPass' | 'stopsAll';

const TRAITS = {
  /** No answer: offline, wrong host or hidden by CORS, which a page cannot distinguish. */
  offline: ['transient', 'unheard', 'mayHaveWorked', 'stopsAll'],
  timeout: ['transient', 'unheard', 'mayHaveWorked', 'stopsAll'],
  /** Not the backend's answer: HTML, redirect, opaque. */
  portal: ['transient', 'unheard', 'mayHaveWorked', 'stopsAll'],
  /** 401 */
  key: ['mayPass', 'stopsAll'],
  /** 403 */
  forbidden: ['declined'],
  /** 404 */
  notFound: ['declined'],
  /** 409 */
  conflict: ['declined'],
  /** 415 */
  mediaType: ['stopsAll'],
  /** 400, 422 */
  invalid: ['declined'],
  /** 413, 431 */
  tooLarge: [],
  /** 421 */
  wrongHost: [],
  /** 451 */
  legal: [],
  /** 499 */
  proxyGaveUp: ['mayPass'],
  /** Any other 4xx, which says nothing about the values. */
  refused: ['declined'],
  /** 429 */
  rateLimit: ['transient', 'stopsAll'],
  /** 5xx, 408, 425 */
  server: ['transient', 'mayHaveWorked'],
  /** A 2xx with an unexpected body. */
  unreadable: ['transient', 'mayHaveWorked'],
  /** A 2xx about other devices than the requested one. */
  otherDevices: ['declined', 'mayPass'],
  /** Nothing was sent, because the key is missing. */
  noKey: ['transient', 'stopsAll'],
  /** The person stopped it. */
  cancelled: ['transient', 'mayHaveWorked'],
} satisfies Readonly<Record<string, readonly Trait[]>>;

export type BackendFailureKind = keyof typeof TRAITS;

const TRAITS_OF: ReadonlyMap<string, readonly Trait[]> = new Map(Object.entries(TRAITS));

export const FAILURE_KINDS: readonly string[] = Object.keys(TRAITS);

function says(kind: string, trait: Trait): boolean {
  return TRAITS_OF.get(kind)?.includes(trait) === true;
}

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

/** True when the backend does not have what was read, or not for this key. */
export function isDeclined(kind: BackendFailureKind): boolean {
  return says(kind, 'declined');
}

/** True if the same request may succeed later. False for a refusal, which the backend would repeat. */
export function mayPass(kind: BackendFailureKind): boolean {
  return says(kind, 'transient') || says(kind, 'mayPass');
}

/** True for failures of the network or of something in between; the backend itself did not answer. */
export function isUnanswered(kind: string): boolean {
  return says(kind, 'unheard');
}

/** True if the same would happen to a request for any other device. */
export function stopsAll({ kind }: BackendFailure): boolean {
  return says(kind, 'stopsAll');
}

/** True when the request is repeated automatically. All other failures are an answer to this particular request. */
export function isTransient({ kind }: BackendFailure): boolean {
  return says(kind, 'transient');
}

/**
 * True when the request may have taken effect without an answer. A wrong key or a rate limit is reported before a
 * request is processed, and a request answered with 425 was not read.
 */
export function mayHaveTakenEffect({ kind, status }: BackendFailure): boolean {
  return says(kind, 'mayHaveWorked') && !(kind === 'server' && status === 425);
}

/**
 * True for a refusal of this particular request. It may be the answer to a repeat that the browser sent itself, so read
 * before believing it.
 */
export function isRefusal(failure: BackendFailure): boolean {
  return !isTransient(failure) && failure.kind !== 'key';
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
