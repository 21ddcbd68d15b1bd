/** A clock whose time passes only when nothing else can happen: waits of minutes take no time in a test. */

export interface VirtualClock {
  nowMs(): number;
  monotonicMs(): number;
  /** Sets the time of day: only `nowMs` jumps. */
  set(byMs: number): void;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Timer {
  readonly atMs: number;
  readonly ring: () => void;
}

export function createVirtualClock(startMs: number): VirtualClock {
  let now = startMs;
  let setBy = 0;
  let timers: Timer[] = [];
  let turning = false;

  /** After everything that was ready has run, the earliest timer fires. */
  function turn(): void {
    turning = false;
    const next = timers.toSorted((a, b) => a.atMs - b.atMs)[0];
    if (next === undefined) return;
    timers = timers.filter((timer) => timer !== next);
    now = Math.max(now, next.atMs);
    next.ring();
    wind();
  }

  function wind(): void {
    if (turning || timers.length === 0) return;
    turning = true;
    setImmediate(turn);
  }

  return {
    nowMs: () => now + setBy,
    monotonicMs: () => now,
    set(byMs) {
      setBy += byMs;
    },
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const timer: Timer = {
          atMs: now + Math.max(0, ms),
          ring: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        const leave = (): void => {
          timers = timers.filter((one) => one !== timer);
          reject(signal!.reason as Error);
        };
        signal?.addEventListener('abort', leave, { once: true });
        timers.push(timer);
        wind();
      });
    },
  };
}
