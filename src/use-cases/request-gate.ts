/**
 * Limits the number of simultaneous requests, waits when the backend requires it, and sends none after it was closed.
 */
import { ifPossible } from '../domain/unawaited.ts';
import type { BackendFailure, BackendResult } from '../domain/backend-failure.ts';
import { limitedWaitMs } from '../domain/wait.ts';
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

export type Pass = <T>(request: () => Promise<BackendResult<T>>, signal?: AbortSignal) => Promise<BackendResult<T>>;

export type RequestGate = ReturnType<typeof createRequestGate>;

interface RequestGateParts {
  readonly clock: Clock;
  readonly pace: Pick<Pace, 'current'>;
  readonly inFlight: () => number;
  readonly onWait: (untilMs: number | null) => void;
}

/** Maximum number of repeats of a postponed request while no other request of the gate is answered. */
const MAX_REPEATS = 10;

export function createRequestGate({ clock, pace, inFlight, onWait }: RequestGateParts) {
  const closing = new AbortController();
  const queue: (() => void)[] = [];
  let inFlightCount = 0;
  /** After a wait one request goes first, because others of the account have waited as well. */
  let allowed = Number.POSITIVE_INFINITY;
  let answeredCount = 0;
  const isFree = (): boolean => inFlightCount < Math.min(inFlight(), allowed);

  /** A repeated request comes before those that were not sent yet, too. */
  async function enter(isNext: boolean): Promise<void> {
    if (!isFree()) await new Promise<void>((resolve) => (isNext ? queue.unshift(resolve) : queue.push(resolve)));
    else inFlightCount += 1;
  }

  function leave(): void {
    inFlightCount -= 1;
    while (queue.length > 0 && isFree()) {
      inFlightCount += 1;
      queue.shift()!();
    }
  }

  /** Resolves at the end of the wait, and of one that has begun meanwhile, or when `signal` ends it. */
  async function waitEnd(signal: AbortSignal): Promise<void> {
    for (let wait = pace.current(); wait !== null && !signal.aborted; wait = pace.current()) {
      onWait(wait.untilMs);
      await ifPossible(clock.sleep(limitedWaitMs(wait.untilMs - clock.nowMs()), signal));
      onWait(null);
      allowed = 1;
    }
  }

  const passAs =
    (isNext: boolean): Pass =>
    async (request, signal) => {
      const ends = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      let answeredBefore = answeredCount;
      for (let tries = 0; ; tries += 1) {
        await enter(isNext || tries > 0);
        try {
          while (!ends.aborted && (pace.current() !== null || inFlightCount > allowed)) {
            await waitEnd(ends);
            if (inFlightCount <= allowed) continue;
            leave();
            await enter(true);
          }
          if (ends.aborted) return { ok: false, failure: NOT_SENT };
          const answered = await request();
          if (answered.ok || answered.failure.kind !== 'rateLimit') {
            answeredCount += 1;
            allowed += 1;
            return answered;
          }
          if (answeredCount > answeredBefore) tries = 0;
          if (tries === MAX_REPEATS) return answered;
          answeredBefore = answeredCount;
        } finally {
          leave();
        }
      }
    };

  return {
    /**
     * Sends the request when it may be sent, and repeats it when the backend postpones it. Returns `NOT_SENT` after
     * `close`, or when `signal` ends a wait.
     */
    pass: passAs(false),
    /** Like `pass`, before those that wait: for a request that completes work which has begun. */
    passNext: passAs(true),
    close() {
      closing.abort();
    },
  };
}
