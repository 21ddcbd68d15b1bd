/**
 * Limits the number of simultaneous requests, waits when the backend requires it, and sends none after it was closed.
 */
import { ifPossible } from '../../domain/unawaited.ts';
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
import { timerMs } from '../../domain/wait.ts';
import type { Clock } from '../surroundings.ts';

/** The result of a request that was never sent, so that it had no effect. */
export const NOT_SENT: BackendFailure = {
  kind: 'cancelled',
  status: 0,
  message: 'Stopped before it was sent',
  fields: [],
  retryAfterMs: null,
};

export interface RequestGate {
  /**
   * Sends the request when it may be sent, and repeats it when the backend postpones it. Returns `NOT_SENT` after
   * `close`.
   */
  pass<T>(request: () => Promise<BackendResult<T>>): Promise<BackendResult<T>>;
  close(): void;
}

interface RequestGateParts {
  readonly clock: Clock;
  readonly inFlight: () => number;
  /** Wait after a 429 without a time, ms. */
  readonly rateLimitMs: () => number;
  readonly onWait: (untilMs: number | null) => void;
}

/** Maximum number of repeats of a postponed request. */
const MAX_REPEATS = 10;

export function createRequestGate({ clock, inFlight, rateLimitMs, onWait }: RequestGateParts): RequestGate {
  const closing = new AbortController();
  const queue: (() => void)[] = [];
  let inFlightCount = 0;
  let pause: Promise<void> | null = null;

  async function enter(): Promise<void> {
    if (inFlightCount < inFlight()) inFlightCount += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Passes the place on to the next request. */
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) inFlightCount -= 1;
    else next();
  }

  function pauseFor(ms: number): Promise<void> {
    pause ??= (async () => {
      const waitMs = timerMs(ms);
      onWait(clock.nowMs() + waitMs);
      // Closing ends the wait.
      await ifPossible(clock.sleep(waitMs, closing.signal));
      pause = null;
      onWait(null);
    })();
    return pause;
  }

  return {
    async pass(request) {
      await enter();
      try {
        for (let tries = 0; ; tries += 1) {
          await pause;
          if (closing.signal.aborted) return { ok: false, failure: NOT_SENT };
          const answered = await request();
          if (answered.ok || answered.failure.kind !== 'rateLimit' || tries === MAX_REPEATS) return answered;
          await pauseFor(answered.failure.retryAfterMs ?? rateLimitMs());
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
