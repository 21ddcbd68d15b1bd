/** A value that can be watched: what use cases hand to the screen. */

export interface Live<T> {
  readonly value: T;
  /** Called after each change, not at once; returns the way to stop. */
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

/** A live value that shows another one, which may be changed or taken away. */
interface Relay<T> extends Live<T> {
  /** From now on shows this source; `idle` while it is null. */
  follow(source: Live<T> | null): void;
}

export function createRelay<T>(idle: T): Relay<T> {
  const shown = createLive(idle);
  let stop: (() => void) | null = null;
  return {
    get value() {
      return shown.value;
    },
    subscribe: (listener) => shown.subscribe(listener),
    follow(source) {
      stop?.();
      stop = source?.subscribe(() => shown.set(source.value)) ?? null;
      shown.set(source === null ? idle : source.value);
    },
  };
}
