/**
 * The wait that the backend requires of all requests of an account. The account's windows and the worker share it
 * through a stored row.
 */
import { floorMs, requestedWait, type RequestedWait } from '../domain/delivery/backoff.ts';
import { isTransient, type BackendFailure } from '../domain/backend-failure.ts';
import type { Delivery } from '../domain/settings.ts';
import type { QueueStore } from './outbox/ports.ts';
import type { Clock } from './surroundings.ts';

export type Pace = ReturnType<typeof createPace>;

interface PaceParts {
  readonly account: { readonly settings: { readonly delivery: Delivery } };
  readonly queue: Pick<QueueStore, 'wait' | 'setWait' | 'watch'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly onTrouble: (error: unknown) => void;
}

/** `queue` is watched until it is closed. */
export function createPace({ account, queue, clock, onTrouble }: PaceParts) {
  let wait: RequestedWait | null = null;

  const current = (): RequestedWait | null => requestedWait(wait, clock.nowMs());

  async function read(): Promise<RequestedWait | null> {
    const stored = await queue.wait();
    // A wait of this window may not be stored yet.
    const isNewer = stored?.atMs === wait?.atMs || (stored?.untilMs ?? 0) >= (current()?.untilMs ?? 0);
    if (stored !== null && isNewer) wait = stored;
    return current();
  }

  queue.watch(() => void read().catch(onTrouble));
  return {
    /** Returns the wait that is running, as far as this window knows; null when no request has to wait. */
    current,
    /** Returns the wait that is running, as it is stored. */
    read,
    /** Called with the failure of any request: it may require a wait, of at least a second. */
    note(failure: BackendFailure) {
      const ms = isTransient(failure) ? floorMs(failure, account.settings.delivery) : null;
      const atMs = clock.nowMs();
      if (ms === null || atMs + ms <= (current()?.untilMs ?? 0)) return;
      wait = { atMs, untilMs: atMs + Math.max(ms, 1000), wasPressed: false };
      // Without space on the disk, this window keeps it in memory.
      queue.setWait(wait).catch(onTrouble);
    },
    /**
     * Strict. Called when a request that a person has sent during the wait has ended. An answer ends the wait; otherwise
     * its one skip is used up.
     */
    async skipped(isAnswered: boolean): Promise<void> {
      const before = current();
      if (before === null) return;
      wait = { ...before, ...(isAnswered ? { untilMs: clock.nowMs() } : { wasPressed: true }) };
      await queue.setWait(wait);
    },
  };
}
