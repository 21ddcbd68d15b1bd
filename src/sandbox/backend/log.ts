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
