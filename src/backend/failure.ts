/** Converts statuses and error bodies of both interfaces to failures (field-facts.md 3). */
import * as z from 'zod/mini';
import {
  kindOfStatus,
  type BackendFailure,
  type BackendFailureKind,
  type FailureNote,
  type FieldFault,
} from '../domain/backend-failure.ts';
import type { Body } from './body.ts';
import { withoutEcho } from './echo.ts';
import { textOrNull } from './wire.ts';

/** Maximum number of characters of a message. */
export const MAX_MESSAGE = 300;
const MAX_FIELDS = 50;
/** A date in any known form of Retry-After. */
const RETRY_DATE =
  /[A-Za-z]{3,9}, \d{1,2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT|[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}|\d{4}-\d{2}-\d{2}T[\d:.]{1,30}(?:Z|[+-]\d{2}:?\d{2})/g;
/** Characters of Retry-After that are read, several times those of any known form. */
const MAX_RETRY_AFTER = 1000;
const list = z.catch(z.nullable(z.array(z.unknown())), null);
const errorBody = z.object({ message: textOrNull, cause: textOrNull, details: list, errors: list });
const fieldFault = z.object({ field: textOrNull, error: textOrNull, message: textOrNull });

/** Returns a failure without the backend's own message. */
export function plainFailure(kind: BackendFailureKind, note: FailureNote | null = null, status = 0): BackendFailure {
  return { kind, status, message: '', ...(note !== null && { note }), fields: [], retryAfterMs: null };
}

/** The result of a request that failed. */
interface Failed {
  readonly ok: false;
  readonly failure: BackendFailure;
}

export function failed(failure: BackendFailure): Failed {
  return { ok: false, failure };
}

/** `dateMs`: the answer's Date, NaN when it cannot be read. */
export function failureOfStatus(response: Response, body: Body, nowMs: number, dateMs: number): BackendFailure {
  const read = errorBody.safeParse(body.kind === 'json' ? body.data : null);
  // Proxies and some backends answer in plain text.
  const plain = body.kind === 'text' ? body.text.trim() : null;
  const message = read.success ? (read.data.message ?? read.data.cause) : plain;
  const named = read.success ? (read.data.details ?? []).concat(read.data.errors ?? []) : [];
  return {
    kind: kindOfStatus(response.status),
    status: response.status,
    message: (message ?? '').slice(0, MAX_MESSAGE),
    ...fieldsIn(named),
    retryAfterMs: readRetryAfterMs(response.headers.get('retry-after'), Number.isNaN(dateMs) ? nowMs : dateMs),
  };
}

/** Returns the failure with the key removed from every text, in case the backend repeated it. */
export function withoutKey(failure: BackendFailure, key: string): BackendFailure {
  const clean = (text: string): string => withoutEcho(text, key, MAX_MESSAGE);
  return {
    ...failure,
    message: clean(failure.message),
    fields: failure.fields.map(({ field, message }) => ({ field: clean(field), message: clean(message) })),
  };
}

/** Returns the first fields, and how many were left out. */
function fieldsIn(elements: readonly unknown[]): Pick<BackendFailure, 'fields' | 'moreFields'> {
  const fields: FieldFault[] = [];
  for (const [at, element] of elements.entries()) {
    if (fields.length === MAX_FIELDS) return { fields, moreFields: elements.length - at };
    fields.push(...fieldOf(element));
  }
  return { fields };
}

function fieldOf(element: unknown): FieldFault[] {
  const read = fieldFault.safeParse(element);
  if (!read.success || (read.data.field === null && read.data.message === null && read.data.error === null)) return [];
  const { field, error, message } = read.data;
  return [{ field: (field ?? '').slice(0, MAX_MESSAGE), message: (message ?? error ?? '').slice(0, MAX_MESSAGE) }];
}

/**
 * Parses Retry-After in every known form: seconds, a date, or both joined by a comma (product.md "What a backend's
 * answer means"). Returns the wait in ms, the longest of several; null when none can be read. `nowMs`: the clock that the
 * date refers to.
 */
export function readRetryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const waits: number[] = [];
  const rest = header.slice(0, MAX_RETRY_AFTER).replace(RETRY_DATE, (date) => {
    const atMs = Date.parse(/GMT|Z|[+-]\d{2}:?\d{2}$/.test(date) ? date : `${date} GMT`);
    if (!Number.isNaN(atMs)) waits.push(atMs - nowMs);
    return ' ';
  });
  for (const part of rest.split(/[\s,;]+/)) if (/^\d+(\.\d+)?$/.test(part)) waits.push(Number(part) * 1000);
  return waits.length === 0 ? null : Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(Math.max(...waits))));
}
