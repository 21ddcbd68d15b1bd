/** A value that can be subscribed to, passed from use cases to screens. */

export interface Live<T> {
  readonly value: T;
  /** Calls the listener after each change, asynchronously. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export interface LiveValue<T> extends Live<T> {
  set(value: T): void;
}

export function createLive<T>(initial: T): LiveValue<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get value() {
      return current;
    },
    set(value) {
      if (Object.is(current, value)) return;
      current = value;
      for (const listener of Array.from(listeners)) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
