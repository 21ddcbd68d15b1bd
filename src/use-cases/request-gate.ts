/**
 * Limits the number of simultaneous requests, waits when the backend requires it, and sends none after it was closed.
 */
import { ifPossible } from '../domain/unawaited.ts';
import type { BackendFailure, BackendResult } from '../domain/backend-failure.ts';
import { timerMs } from '../domain/wait.ts';
import type { Pace } from './pace.ts';
import type { Clock } from './surroundings.ts';

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
   * `close`, or when `signal` ends a wait.
   */
  pass<T>(request: () => Promise<BackendResult<T>>, signal?: AbortSignal): Promise<BackendResult<T>>;
  close(): void;
}

interface RequestGateParts {
  readonly clock: Clock;
  readonly pace: Pick<Pace, 'current'>;
  readonly inFlight: () => number;
  readonly onWait: (untilMs: number | null) => void;
}

/** Maximum number of repeats of a postponed request. */
const MAX_REPEATS = 10;

export function createRequestGate({ clock, pace, inFlight, onWait }: RequestGateParts): RequestGate {
  const closing = new AbortController();
  const queue: (() => void)[] = [];
  let inFlightCount = 0;

  /** Passes the place on to the next request. */
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) inFlightCount -= 1;
    else next();
  }

  /** Resolves at the end of the wait, and of one that has begun meanwhile, or when `signal` ends it. */
  async function waitEnd(signal: AbortSignal): Promise<void> {
    for (let wait = pace.current(); wait !== null && !signal.aborted; wait = pace.current()) {
      onWait(wait.untilMs);
      await ifPossible(clock.sleep(timerMs(wait.untilMs - clock.nowMs()), signal));
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
          if (pace.current() !== null) await waitEnd(ends);
          if (ends.aborted) return { ok: false, failure: NOT_SENT };
          const answered = await request();
          if (answered.ok || answered.failure.kind !== 'rateLimit' || tries === MAX_REPEATS) return answered;
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
