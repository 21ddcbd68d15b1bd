/**
 * Tracks how long a link that this app has closed may still be open. BlueZ keeps a link for 2 s after a disconnect
 * (DISCONNECT_TIMER in device.c). During that time `connect()` resolves at once with the link that is about to drop,
 * and a response read over it can be lost.
 */
import type { Clock } from './wait.ts';

interface Disconnectable {
  readonly connected: boolean;
  disconnect(): void;
}

export type ClosingLink = ReturnType<typeof createClosingLink>;

interface ClosingLinkOptions {
  readonly server: () => Disconnectable | undefined;
  readonly reconnectAfterMs: () => number;
  /** Monotonic time at which this page was loaded, because the previous page may have left a link open. */
  readonly pageLoadedAtMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

export function createClosingLink({ server, reconnectAfterMs, pageLoadedAtMs, clock }: ClosingLinkOptions) {
  let closedAtMs = pageLoadedAtMs;
  return {
    /** Disconnects, also while a connect is under way. */
    close() {
      const gatt = server();
      if (gatt?.connected === true) closedAtMs = clock.monotonicMs();
      gatt?.disconnect();
    },
    /** Milliseconds until the device may be connected to again; 0 if no closed link can still be open. */
    remainingMs: () => Math.max(0, closedAtMs + reconnectAfterMs() - clock.monotonicMs()),
  };
}
