/** Stands in for a service that is not there yet, or is another one later: each method is named once, with what it says meanwhile. */

type Methods<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];

interface Forwarding<T> {
  /** The service; null while there is none. */
  to(): T | null;
  /** What is watched outlives the service behind it. */
  readonly watched: Omit<T, Methods<T>>;
  /** What each method says while there is no service. What gives a promise may be `later`; what answers at once may not. */
  readonly closed: {
    readonly [K in Methods<T>]: T[K] extends (...args: never[]) => Promise<unknown> ? T[K] | 'later' : T[K];
  };
  /** Carries out a call that came while there was no service: it waits for one, or rejects. */
  wait(call: (service: T) => unknown): Promise<unknown>;
}

/** Methods that wait. */
export function later<Name extends string>(...names: Name[]): Record<Name, 'later'> {
  return Object.fromEntries(names.map((name) => [name, 'later'])) as Record<Name, 'later'>;
}

type Call = (...args: unknown[]) => unknown;

/**
 * While there is a service a call reaches it in the same turn: a click may open a chooser. It is a plain object and no
 * proxy, since templates ask what they are given for names of their own.
 */
export function forwarded<T extends object>({ to, watched, closed, wait }: Forwarding<T>): T {
  const methods = Object.entries(closed as Record<string, Call | 'later'>).map(([name, meanwhile]) => {
    const call = (service: T, args: unknown[]) => (Reflect.get(service, name) as Call).apply(service, args);
    const method: Call = (...args) => {
      const service = to();
      if (service !== null) return call(service, args);
      return meanwhile === 'later' ? wait((opened) => call(opened, args)) : meanwhile(...args);
    };
    return [name, method] as const;
  });
  return { ...watched, ...Object.fromEntries(methods) } as T;
}
