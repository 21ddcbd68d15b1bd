/** Lets so many requests out at a time, waits when the backend asks for it, and lets none out any more once it is closed. */
import { ifPossible } from '../../domain/unawaited.ts';
import type { BackendFailure, BackendResult } from '../../domain/backend-failure.ts';
import { timerMs } from '../../domain/wait.ts';
import type { Clock } from '../surroundings.ts';

/** The answer to a request that never left: nothing can have come of it. */
export const NOT_SENT: BackendFailure = {
  kind: 'cancelled',
  status: 0,
  message: 'Stopped before it was sent',
  fields: [],
  retryAfterMs: null,
};

interface RequestGate {
  /** A request that is told to come later is repeated; one that comes after the closing answers `NOT_SENT`. */
  pass<T>(request: () => Promise<BackendResult<T>>): Promise<BackendResult<T>>;
  close(): void;
}

interface RequestGateParts {
  readonly clock: Clock;
  readonly inFlight: () => number;
  /** Wait after a 429 that names no time, ms. */
  readonly rateLimitMs: () => number;
  readonly onWait: (untilMs: number | null) => void;
}

/** A request that is put off this often is not worth more patience. */
const MOST_REPEATS = 10;

export function createRequestGate({ clock, inFlight, rateLimitMs, onWait }: RequestGateParts): RequestGate {
  const closing = new AbortController();
  const queue: (() => void)[] = [];
  let out = 0;
  let pause: Promise<void> | null = null;

  async function enter(): Promise<void> {
    if (out < inFlight()) out += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** The place goes from hand to hand. */
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) out -= 1;
    else next();
  }

  function putOff(ms: number): Promise<void> {
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
          if (answered.ok || answered.failure.kind !== 'rateLimit' || tries === MOST_REPEATS) return answered;
          await putOff(answered.failure.retryAfterMs ?? rateLimitMs());
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
