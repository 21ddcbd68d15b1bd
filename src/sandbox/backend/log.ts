/** The emulated backend's memory of requests, for tests and the panel; holds no key. */

export interface LoggedRequest {
  readonly atMs: number;
  readonly method: string;
  /** After the namespace, with the query. */
  readonly path: string;
  /** Without the Api-Key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whose key came with it: an account's name, "unknown" or "none". */
  readonly key: string;
  /** Without the secrets of a stream. */
  readonly body: string;
  /** Status of the answer, or the fault that left it unanswered. */
  outcome: number | string;
}

export interface RequestLog {
  add(namespace: string, entry: LoggedRequest): void;
  of(namespace: string): readonly LoggedRequest[];
  clear(namespace: string): void;
}

const KEPT = 5000;
const SECRET_FIELDS = ['accessKey', 'secretKey', 'sharedAccessKey'];

/** The body as it may be kept: secrets on their way to /v3/streams become stars; what cannot be read is not kept at all. */
export function bodyToKeep(path: string, body: string): string {
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
      if (list.length > KEPT) list.shift();
      entries.set(namespace, list);
    },
    of: (namespace) => entries.get(namespace) ?? [],
    clear: (namespace) => void entries.delete(namespace),
  };
}
