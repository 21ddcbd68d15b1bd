/** GET, PUT, PATCH and DELETE /v3/streams/{data type}, and the sandbox's view of what a stream has pushed (interface.md 4.1). */
import * as z from 'zod/mini';
import type { BackendFailure, BackendResult } from '../domain/backend-failure.ts';
import type { Json } from '../domain/device.ts';
import type { StreamBody } from '../domain/streams/draft.ts';
import { DESTINATION_FIELDS, DESTINATION_KINDS, readStreams, type StreamType } from '../domain/streams/stream.ts';
import { withoutEcho } from './echo.ts';
import { MAX_MESSAGE, failed, plainFailure } from './failure.ts';
import { createHttp, v3Wire, type Answered, type BackendParts, type FetchLike } from './http.ts';
import { isRecord } from '../domain/record.ts';
import { lenientList } from '../domain/schema.ts';
import { textOrNull, wireList } from './wire.ts';
import type { PracticeTail, StreamBackend } from '../use-cases/streams/streams.ts';

const PUSH_STATES = ['none', 'paused', 'pushing', 'failing'] as const;
const pushState = z.object({ state: z.catch(z.enum(PUSH_STATES), 'none'), reason: textOrNull });
const tailRecords = lenientList(
  z.object({
    sequence: z.number(),
    at: z.string(),
    partitionKey: z.string(),
    payload: z.custom<Readonly<Record<string, Json>>>(isRecord),
  }),
);

type Method = 'GET' | 'PUT' | 'PATCH' | 'DELETE';

/** No request rejects; no failure contains a secret of its request body. */
export function createStreamCalls(parts: BackendParts): StreamBackend {
  const http = createHttp(parts, v3Wire(parts.account));
  const call = (
    method: Method,
    type: StreamType,
    body: StreamBody | null,
    signal?: AbortSignal,
  ): Promise<BackendResult<Answered>> =>
    http.send({ method, path: `/v3/streams/${type}`, body: body === null ? null : JSON.stringify(body) }, signal);

  async function write(method: Method, type: StreamType, body: StreamBody | null): Promise<BackendResult<null>> {
    const answered = await call(method, type, body);
    if (!answered.ok) return failed(withoutSecrets(answered.failure, secretsIn(body)));
    const { kind } = answered.value.body;
    // The interface specifies 204 without a body; another host on the network would answer 200 with a text.
    if (kind === 'none' || kind === 'json') return { ok: true, value: null };
    return failed(plainFailure('unreadable', 'otherAnswer', answered.value.status));
  }

  return {
    async readStreams(type, signal) {
      const answered = await call('GET', type, null, signal);
      if (!answered.ok) return answered;
      const { body, status } = answered.value;
      const reading = body.kind === 'json' ? readStreams(body.data, type) : null;
      return reading === null
        ? failed(plainFailure('unreadable', 'otherAnswer', status))
        : { ok: true, value: reading };
    },
    putStream: (type, body) => write('PUT', type, body),
    patchStream: (type, body) => write('PATCH', type, body),
    deleteStream: (type) => write('DELETE', type, null),
  };
}

/** Reads the sandbox's ring buffer of a stream; `baseUrl` is the sandbox account's v3 base address. */
export function createPracticeTail(options: { readonly fetch: FetchLike; readonly baseUrl: string }): PracticeTail {
  const request = async (path: string, signal?: AbortSignal): Promise<unknown> => {
    const response = await options.fetch(`${options.baseUrl}/control/${path}`, {
      method: 'GET',
      cache: 'no-store',
      credentials: 'omit',
      ...(signal === undefined ? {} : { signal }),
    });
    return response.ok ? ((await response.json()) as unknown) : null;
  };
  return {
    async read(type, after, signal) {
      try {
        const states = z.object({ [type]: pushState }).parse(await request('streams', signal));
        const records = wireList.parse(await request(`streams/${type}/tail?after=${after}`, signal));
        return { ...states[type]!, records: tailRecords.parse(records) };
      } catch {
        // Not reachable, aborted or not readable; the caller asks again soon.
        return null;
      }
    },
  };
}

function secretsIn(body: StreamBody | null): string[] {
  if (body === null) return [];
  return DESTINATION_KINDS.flatMap((kind) =>
    DESTINATION_FIELDS[kind].secret.flatMap((name) => body[kind]?.[name] ?? []),
  ).filter((secret) => secret !== '');
}

/** Returns the failure without its message if that repeats a secret, completely or cut off at the end. */
function withoutSecrets(failure: BackendFailure, secrets: readonly string[]): BackendFailure {
  const isClean = (text: string): boolean => !secrets.some((secret) => repeats(text, secret));
  const message = isClean(failure.message) ? failure.message : '';
  const fields = failure.fields.filter((fault) => isClean(fault.field) && isClean(fault.message));
  const isWhole = message === failure.message && fields.length === failure.fields.length;
  return isWhole ? failure : { ...failure, message, fields, note: 'repeatsSecret' };
}

function repeats(text: string, secret: string): boolean {
  if (withoutEcho(text, secret, MAX_MESSAGE) !== text) return true;
  // The beginning of a secret at the very end reveals too much, wherever the message was cut.
  for (let length = Math.min(secret.length, text.length); length >= 4; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return true;
  return false;
}
