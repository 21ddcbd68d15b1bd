/** The emulated backend's log of requests, for tests and the panel. It contains no key. */

export interface LoggedRequest {
  readonly atMs: number;
  readonly method: string;
  /** The path after the namespace, with the query. */
  readonly path: string;
  /** Without the Api-Key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The account of the key, or "unknown" or "none". */
  readonly key: string;
  /** Without the secrets of a stream. */
  readonly body: string;
  /** Status of the answer, or the name of the fault that left it unanswered. */
  outcome: number | string;
}

export interface RequestLog {
  add(namespace: string, entry: LoggedRequest): void;
  of(namespace: string): readonly LoggedRequest[];
  clear(namespace: string): void;
}

const MAX_REQUESTS = 5000;
const SECRET_FIELDS = ['accessKey', 'secretKey', 'sharedAccessKey'];

/**
 * Returns the body as it is logged: secrets for /v3/streams become stars, and a body that cannot be parsed is not
 * logged.
 */
export function bodyToLog(path: string, body: string): string {
  if (!path.startsWith('/v3/streams') || body === '') return body;
  try {
    return JSON.stringify(JSON.parse(body, (name, value: unknown) => (SECRET_FIELDS.includes(name) ? '***' : value)));
  } catch {
    return '(no JSON)';
  }
}

export function createRequestLog(): RequestLog {
  const entries = new Map<string, LoggedRequest[]>();
  return {
    add(namespace, entry) {
      const list = entries.get(namespace) ?? [];
      list.push(entry);
      if (list.length > MAX_REQUESTS) list.shift();
      entries.set(namespace, list);
    },
    of: (namespace) => entries.get(namespace) ?? [],
    clear: (namespace) => void entries.delete(namespace),
  };
}
