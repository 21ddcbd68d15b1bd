/** The time of one site: it passes only when nothing else can happen. Setting the clock does not affect durations. */

export interface SiteClock {
  /** The phone's clock; it jumps when it is set. */
  nowMs(): number;
  /** Never jumps, never goes back. */
  monotonicMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface SettableClock extends SiteClock {
  set(byMs: number): void;
  /** The clock of something that can die: its sleepers do not wake after that. */
  of(mortal: { readonly dead: boolean }): SiteClock;
  /** Drops all sleepers. */
  stop(): void;
}

interface Timer {
  readonly atMs: number;
  readonly mortal: { readonly dead: boolean } | null;
  readonly ring: () => void;
}

/** Far more than any story needs: a clock that fires more often waits for something that never happens. */
const MAX_RINGS = 100_000;

/** Node has a function for this; in a browser, a message to oneself arrives at the same moment. */
const afterAllReady: (work: () => void) => void = 'setImmediate' in globalThis ? setImmediate : messageOneself();

function messageOneself(): (work: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  return (work) => {
    waiting.push(work);
    port2.postMessage(null);
  };
}

/** `onEndless` is called when the clock has fired too often; it stops then. */
export function createSiteClock(startMs: number, onEndless: () => void): SettableClock {
  let rings = 0;
  let passed = 0;
  let shift = startMs;
  let timers: Timer[] = [];
  let turning = false;

  /** After everything that was ready has run, the earliest timer fires. */
  function turn(): void {
    turning = false;
    timers = timers.filter(({ mortal }) => mortal?.dead !== true);
    let next: Timer | undefined;
    for (const timer of timers) if (next === undefined || timer.atMs < next.atMs) next = timer;
    if (next === undefined) return;
    const rung = next;
    timers = timers.filter((timer) => timer !== rung);
    passed = Math.max(passed, rung.atMs);
    rings += 1;
    if (rings > MAX_RINGS) {
      timers = [];
      return onEndless();
    }
    rung.ring();
    wind();
  }

  function wind(): void {
    if (turning || timers.length === 0) return;
    turning = true;
    afterAllReady(turn);
  }

  function sleep(ms: number, signal: AbortSignal | undefined, mortal: Timer['mortal']): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const leave = (): void => {
        timers = timers.filter((one) => one !== timer);
        reject(signal!.reason as Error);
      };
      const timer: Timer = {
        atMs: passed + Math.max(0, ms),
        mortal,
        ring: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      timers.push(timer);
      wind();
      return undefined;
    });
  }

  const reading = { nowMs: () => shift + passed, monotonicMs: () => passed };
  return {
    ...reading,
    sleep: (ms, signal) => sleep(ms, signal, null),
    of: (mortal) => ({ ...reading, sleep: (ms, signal) => sleep(ms, signal, mortal) }),
    set(byMs) {
      shift += byMs;
    },
    stop() {
      timers = [];
    },
  };
}
