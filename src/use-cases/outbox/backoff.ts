/** The waits of a sender itself: failures in a row delay all rows, whichever failed, and a new key starts afresh. */
import { dueAtMs, jitterMs } from '../../domain/delivery/backoff.ts';
import type { VerdictContext } from '../../domain/delivery/verdict.ts';
import type { DrainerParts } from './drainer-parts.ts';

export interface Backoff {
  /** Number of keys entered so far. An answer to an earlier key says nothing about the current one. */
  readonly keysGiven: number;
  keyGiven(): void;
  /** Called when the backend has answered. */
  answered(): void;
  /** Called when the network or the backend failed: everything waits a while. */
  failed(): void;
  /** Called when a person or an event requests to send now. */
  hurry(): void;
  /** Returns until when everything waits, Unix ms; 0 when nothing does. */
  heldUntilMs(): number;
  context(tries: number): VerdictContext;
}

export function createBackoff({ account, clock, random }: DrainerParts): Backoff {
  /** Read each time, because a person may change the settings while the queue waits. */
  const settings = () => account.settings.delivery;
  let failures = 0;
  let holdUntilMs: number | null = null;
  let keyCount = 0;
  return {
    get keysGiven() {
      return keyCount;
    },
    keyGiven() {
      keyCount += 1;
    },
    answered() {
      failures = 0;
    },
    failed() {
      failures += 1;
      holdUntilMs = clock.nowMs() + jitterMs(failures, random(), settings());
    },
    hurry() {
      holdUntilMs = null;
    },
    heldUntilMs: () => (holdUntilMs === null ? 0 : dueAtMs(holdUntilMs, clock.nowMs(), settings())),
    context: (tries) => ({
      nowMs: clock.nowMs(),
      random: random(),
      settings: settings(),
      failures: Math.max(failures + 1, tries),
    }),
  };
}
