/** Stands in for a service that is not there yet, or is another one later: a method of its interface is forwarded without being named here. */

type Calls<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];
type Promised<T> = { [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never }[keyof T];

interface Forwarding<T> {
  /** The service; null while there is none. */
  to(): T | null;
  /** What is watched outlives the service behind it; a method that is named here is not forwarded. */
  readonly own: Omit<T, Calls<T>> & Partial<T>;
  /** What is said while there is no service: by every method that answers at once, and by those that need not wait. */
  readonly closed: Pick<T, Exclude<Calls<T>, Promised<T>>> & Partial<T>;
  /** Carries out the other calls that come meanwhile: it waits for the service, or rejects. */
  later(call: (service: T) => unknown): Promise<unknown>;
}

/** While there is a service a call reaches it in the same turn: a click may open a chooser. */
export function forwarded<T extends object>({ to, own, closed, later }: Forwarding<T>): T {
  return new Proxy(own as T, {
    get(_, name) {
      // What asks for `then` wants to know whether this is a promise.
      if (name in own || typeof name === 'symbol' || name === 'then') return Reflect.get(own, name);
      const call = (service: object, args: unknown[]) => (Reflect.get(service, name) as Function).apply(service, args);
      return (...args: unknown[]) => {
        const service = to() ?? (name in closed ? closed : null);
        return service === null ? later((opened) => call(opened, args)) : call(service, args);
      };
    },
  });
}
