/** What any use case may need from around it: time, ids, locks over all windows, news of what another window wrote. */

export interface Clock {
  nowMs(): number;
  /** Resolves after the time, rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `monotonicMs` is what durations are measured with: the time of day can be set. */
export interface RunClock extends Clock {
  monotonicMs(): number;
}

export type NewId = () => string;

/** Named exclusive locks over all windows and the worker (Web Locks); never stolen. */
export interface Locks {
  /** The release function, or null when someone else holds it. */
  tryAcquire(name: string): Promise<(() => void) | null>;
  /** Waits for its turn; rejects with the signal's reason when aborted. */
  acquire(name: string, signal?: AbortSignal): Promise<() => void>;
  /** Names held anywhere now. */
  held(): Promise<ReadonlySet<string>>;
}

/** Every store announces changes made in any window or in the worker. */
export interface Watchable {
  /** `ids`: the rows that have changed; null or absent where any of them may have. */
  watch(listener: (ids?: readonly string[] | null) => void): () => void;
}
