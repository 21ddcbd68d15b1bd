/** How fast a sender goes on: failures in a row hold back all rows, whichever they struck, and a key that is given begins anew. */
import { dueAtMs, jitterMs } from '../../domain/delivery/backoff.ts';
import type { VerdictContext } from '../../domain/delivery/verdict.ts';
import type { DrainerParts } from './drainer-parts.ts';

export interface Pace {
  /** How many keys were given: an answer to an earlier one says nothing of the key of now. */
  readonly keysGiven: number;
  keyGiven(): void;
  /** The backend has answered. */
  answered(): void;
  /** The network or the backend failed: everything waits a while. */
  failed(): void;
  /** A person or an event asks to send now. */
  hurry(): void;
  /** Until when everything waits, Unix ms; 0 when nothing does. */
  heldUntilMs(): number;
  context(tries: number, pressed: boolean): VerdictContext;
}

export function createPace({ account, clock, random }: DrainerParts): Pace {
  /** Read anew each time: a person may change them while the queue stands. */
  const settings = () => account.settings.delivery;
  let failures = 0;
  let holdUntilMs: number | null = null;
  let keysGiven = 0;
  return {
    get keysGiven() {
      return keysGiven;
    },
    keyGiven() {
      keysGiven += 1;
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
    context: (tries, pressed) => ({
      nowMs: clock.nowMs(),
      random: random(),
      settings: settings(),
      failures: Math.max(failures + 1, tries),
      pressed,
    }),
  };
}
