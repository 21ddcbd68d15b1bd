/** What use cases need from their environment: time, locks across windows, notifications of changes. */

export interface Clock {
  nowMs(): number;
  /** Resolves after the time, rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `monotonicMs` measures durations, because the time of day can be set. */
export interface RunClock extends Clock {
  monotonicMs(): number;
}

export type NewId = () => string;

/** Named exclusive locks across all windows and the worker (Web Locks). Locks are never stolen. */
export interface Locks {
  /** Returns the release function, or null when the lock is held elsewhere. */
  tryAcquire(name: string): Promise<(() => void) | null>;
  /** Waits for the lock and returns the release function. Rejects with the signal's reason when aborted. */
  acquire(name: string, signal?: AbortSignal): Promise<() => void>;
  /** Returns the names of all locks that are held. */
  held(): Promise<ReadonlySet<string>>;
}

/** Every store notifies of changes in any window or in the worker. */
export interface Watchable {
  /** Subscribes. `ids` are the changed rows; null or absent when any row may have changed. */
  watch(listener: (ids?: readonly string[] | null) => void): () => void;
}
