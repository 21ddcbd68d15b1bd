/** The waits of a sender itself: failures in a row delay all rows, whichever failed, and a new key starts afresh. */
import { dueAtMs, jitterMs } from '../../domain/delivery/backoff.ts';
import type { VerdictContext } from '../../domain/delivery/verdict.ts';
import type { DrainerParts } from './drainer-parts.ts';

export type Backoff = ReturnType<typeof createBackoff>;

export function createBackoff({ account, clock, random }: DrainerParts) {
  /** Read each time, because a person may change the settings while the queue waits. */
  const settings = () => account.settings.delivery;
  let failures = 0;
  let holdUntilMs: number | null = null;
  let keyCount = 0;
  return {
    /** Number of keys entered so far. An answer to an earlier key says nothing about the current one. */
    get keysGiven(): number {
      return keyCount;
    },
    keyGiven() {
      keyCount += 1;
    },
    /** Called when the backend has answered. */
    answered() {
      failures = 0;
    },
    /** Called when the network or the backend failed: everything waits a while. */
    failed() {
      failures += 1;
      holdUntilMs = clock.nowMs() + jitterMs(failures, random(), settings());
    },
    /** Called when a person or an event requests to send now. */
    hurry() {
      holdUntilMs = null;
    },
    /** Returns until when everything waits, Unix ms; 0 when nothing does. */
    heldUntilMs: (): number => (holdUntilMs === null ? 0 : dueAtMs(holdUntilMs, clock.nowMs(), settings())),
    context: (tries: number): VerdictContext => ({
      nowMs: clock.nowMs(),
      random: random(),
      settings: settings(),
      failures: Math.max(failures + 1, tries),
    }),
  };
}
