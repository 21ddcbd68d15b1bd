/**
 * Limits the number of simultaneous requests, waits when the backend requires it, and sends none after it was closed.
 */
import { ifPossible } from '../domain/unawaited.ts';
import type { BackendFailure, BackendResult } from '../domain/backend-failure.ts';
import { timerMs } from '../domain/wait.ts';
import type { Clock } from './surroundings.ts';

/** The result of a request that was never sent, so that it had no effect. */
export const NOT_SENT: BackendFailure = {
  kind: 'cancelled',
  status: 0,
  message: 'Stopped before it was sent',
  fields: [],
  retryAfterMs: null,
};

/** The wait that the backend requires of all requests of an account; its gates in this window share it. */
export interface Pace {
  /** Null: no request has to wait. */
  pause: { readonly untilMs: number; readonly waitMs: number } | null;
}

export function createPace(): Pace {
  return { pause: null };
}

export interface RequestGate {
  /**
   * Sends the request when it may be sent, and repeats it when the backend postpones it. Returns `NOT_SENT` after
   * `close`, or when `signal` ends a wait.
   */
  pass<T>(request: () => Promise<BackendResult<T>>, signal?: AbortSignal): Promise<BackendResult<T>>;
  close(): void;
}

interface RequestGateParts {
  readonly clock: Clock;
  readonly pace: Pace;
  readonly inFlight: () => number;
  /** Wait after a 429 without a time, ms. */
  readonly rateLimitMs: () => number;
  readonly onWait: (untilMs: number | null) => void;
}

/** Maximum number of repeats of a postponed request. */
const MAX_REPEATS = 10;

export function createRequestGate({ clock, pace, inFlight, rateLimitMs, onWait }: RequestGateParts): RequestGate {
  const closing = new AbortController();
  const queue: (() => void)[] = [];
  let inFlightCount = 0;

  /** Passes the place on to the next request. */
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) inFlightCount -= 1;
    else next();
  }

  function postpone(ms: number): void {
    const waitMs = timerMs(ms);
    const untilMs = clock.nowMs() + waitMs;
    if (pace.pause === null || pace.pause.untilMs < untilMs) pace.pause = { untilMs, waitMs };
  }

  /** Resolves at the end of the pause, and of one that has begun meanwhile, or when `signal` ends it. */
  async function pauseEnd(signal: AbortSignal): Promise<void> {
    while (pace.pause !== null && !signal.aborted) {
      const { pause } = pace;
      // The clock may have been set back.
      const leftMs = Math.min(pause.untilMs - clock.nowMs(), pause.waitMs);
      if (leftMs > 0) {
        onWait(pause.untilMs);
        await ifPossible(clock.sleep(leftMs, signal));
      }
      if (pace.pause === pause && !signal.aborted) pace.pause = null;
      onWait(null);
    }
  }

  return {
    async pass(request, signal) {
      const ends = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      if (inFlightCount < inFlight()) inFlightCount += 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        for (let tries = 0; ; tries += 1) {
          if (pace.pause !== null) await pauseEnd(ends);
          if (ends.aborted) return { ok: false, failure: NOT_SENT };
          const answered = await request();
          if (answered.ok || answered.failure.kind !== 'rateLimit' || tries === MAX_REPEATS) return answered;
          postpone(answered.failure.retryAfterMs ?? rateLimitMs());
        }
      } finally {
        leave();
      }
    },
    close() {
      closing.abort();
    },
  };
}
