/** Readings that many ask for: one at a time, and what is asked for meanwhile is one more after it. */
import { handledElsewhere } from './unawaited.ts';

interface Coalesced {
  /** Resolves when a reading that began after the call is over; rejects as that reading does. */
  (): Promise<void>;
  /** Asks for one more where one is under way: it may have begun too early. */
  againIfRunning(): void;
}

export function coalesced(read: () => Promise<unknown>): Coalesced {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function once(): Promise<void> {
    running = (async () => {
      try {
        await read();
      } finally {
        running = null;
      }
    })();
    return running;
  }

  function ask(): Promise<void> {
    // The one that waits for its turn has not begun, even where the one before it has just ended.
    if (next !== null) return next;
    if (running === null) return once();
    const begin = (): Promise<void> => {
      next = null;
      return once();
    };
    next = running.then(begin, begin);
    return next;
  }

  return Object.assign(ask, {
    againIfRunning() {
      if (running !== null) void handledElsewhere(ask());
    },
  });
}
