/** Coalesces reads: one at a time, and all calls during a read share one more after it. */
import { handledElsewhere } from './unawaited.ts';

/** The function resolves when a read that began after its call has ended; it rejects when that read fails. */
export function coalesced(read: () => Promise<unknown>) {
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

  function request(): Promise<void> {
    // The waiting read has not begun yet, even if the previous one has just ended.
    if (next !== null) return next;
    if (running === null) return once();
    const begin = (): Promise<void> => {
      next = null;
      return once();
    };
    next = running.then(begin, begin);
    return next;
  }

  return Object.assign(request, {
    /** Requests one more read if one is running, because that one may have begun too early. */
    againIfRunning(): void {
      if (running !== null) void handledElsewhere(request());
    },
  });
}
