/** The emulated backend's log of requests and their numbers, for tests and the panel. They contain no key. */

export interface LoggedRequest {
  readonly atMs: number;
  readonly method: string;
  /** The path after the namespace, with the query. */
  readonly path: string;
  /** Without the Api-Key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the key, such as "owner" or "owner-2", or "unknown" or "none". */
  readonly key: string;
  /** Without the secrets of a stream. */
  readonly body: string;
  /** Status of the answer, or the name of the fault that left it unanswered. */
  outcome: number | string;
}

/**
 * Numbers of answered requests by the name of the key, by method and path (as the interface names it, such as
 * "GET /legacy/device/{uniqueId}"), and by outcome.
 */
type RequestCounts = Record<string, Record<string, Record<string, number>>>;

export type RequestLog = ReturnType<typeof createRequestLog>;

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

export function createRequestLog() {
  const entries = new Map<string, LoggedRequest[]>();
  const counts = new Map<string, RequestCounts>();
  return {
    add(namespace: string, entry: LoggedRequest) {
      const list = entries.get(namespace) ?? [];
      list.push(entry);
      if (list.length > MAX_REQUESTS) list.shift();
      entries.set(namespace, list);
    },
    of: (namespace: string) => entries.get(namespace) ?? [],
    /** Counts a request when it has an outcome. `path` is the path as the interface names it. */
    count(namespace: string, { key, method, outcome }: LoggedRequest, path: string) {
      const all = counts.get(namespace) ?? {};
      const byOutcome = ((all[key] ??= {})[`${method} ${path}`] ??= {});
      byOutcome[outcome] = (byOutcome[outcome] ?? 0) + 1;
      counts.set(namespace, all);
    },
    counts: (namespace: string) => counts.get(namespace) ?? {},
    /** Removes the log and the counts. */
    clear(namespace: string) {
      entries.delete(namespace);
      counts.delete(namespace);
    },
  };
}
