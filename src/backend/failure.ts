/** Statuses and error bodies of both interfaces as failures that a person can act on (field-facts 3). */
import * as z from 'zod/mini';
import type { BackendFailure, BackendFailureKind, FieldFault } from '../domain/backend-failure.ts';
import type { Body } from './body.ts';
import { readRetryAfterMs } from './retry-after.ts';

const MAX_MESSAGE = 300;
const KINDS: Readonly<Record<number, BackendFailureKind>> = {
  401: 'key', 403: 'forbidden', 404: 'notFound', 408: 'server', 409: 'conflict', 415: 'mediaType', 425: 'server', 429: 'rateLimit',
};

const textOrNull = z.catch(z.nullable(z.string()), null);
const list = z.catch(z.nullable(z.array(z.unknown())), null);
const errorBody = z.object({ message: textOrNull, cause: textOrNull, details: list, errors: list });
const fieldFault = z.object({ field: textOrNull, error: textOrNull, message: textOrNull });

export function plainFailure(kind: BackendFailureKind, message: string, status = 0): BackendFailure {
  return { kind, status, message: message.slice(0, MAX_MESSAGE), fields: [], retryAfterMs: null };
}

/** `dateMs` is the answer's own Date, NaN where it cannot be read. */
export function failureOfStatus(response: Response, body: Body, nowMs: number, dateMs: number): BackendFailure {
  const kind = KINDS[response.status] ?? (response.status >= 500 ? 'server' : 'invalid');
  const read = errorBody.safeParse(body.kind === 'json' ? body.data : null);
  const message = read.success ? (read.data.message ?? read.data.cause) : null;
  const fields = read.success ? [...(read.data.details ?? []), ...(read.data.errors ?? [])].flatMap(fieldOf) : [];
  return {
    kind,
    status: response.status,
    message: (message ?? `Status ${response.status}`).slice(0, MAX_MESSAGE),
    fields,
    retryAfterMs: readRetryAfterMs(response.headers.get('retry-after'), Number.isNaN(dateMs) ? nowMs : dateMs),
  };
}

/** The same failure with the key cut out of every text, should anything have echoed it. */
export function withoutKey(failure: BackendFailure, key: string): BackendFailure {
  const clean = (text: string): string => withoutBeginning(text.split(key).join('…'), key);
  return { ...failure, message: clean(failure.message), fields: failure.fields.map(({ field, message }) => ({ field: clean(field), message: clean(message) })) };
}

/** Where a text was cut to its length, the beginning of a key may be left at its end. */
function withoutBeginning(text: string, key: string): string {
  if (text.length < MAX_MESSAGE) return text;
  for (let length = Math.min(key.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(key.slice(0, length))) return `${text.slice(0, -length)}…`;
  }
  return text;
}

function fieldOf(element: unknown): FieldFault[] {
  const read = fieldFault.safeParse(element);
  if (!read.success || (read.data.field === null && read.data.message === null && read.data.error === null)) return [];
  const { field, error, message } = read.data;
  return [{ field: (field ?? '').slice(0, MAX_MESSAGE), message: (message ?? error ?? '').slice(0, MAX_MESSAGE) }];
}
