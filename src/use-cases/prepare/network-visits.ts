/**
 * Runs the work for a visit to the network, and repeats it when the backend did not answer: a phone reports being
 * online before anything gets through.
 */
import { ifPossible } from '../../domain/unawaited.ts';
import { jitterMs } from '../../domain/delivery/backoff.ts';
import type { Delivery } from '../../domain/settings.ts';
import type { Clock } from '../surroundings.ts';

interface NetworkVisitsParts {
  /** Returns false when the backend did not answer. */
  readonly visit: () => Promise<boolean>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** In [0, 1). */
  readonly random: () => number;
  readonly account: { readonly settings: { readonly delivery: Delivery } };
}

export type NetworkVisits = ReturnType<typeof createNetworkVisits>;

export function createNetworkVisits({ visit, clock, random, account }: NetworkVisitsParts) {
  let current: AbortController | null = null;

  async function go({ signal }: AbortController): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      if (await visit()) return;
      await clock.sleep(jitterMs(failures, random(), account.settings.delivery), signal);
    }
  }

  function close(): void {
    current?.abort();
    current = null;
  }

  return {
    /** Called when a network or a key has appeared: visits at once, whatever the current wait. */
    begin(): void {
      close();
      current = new AbortController();
      // Storage failed, or the wait was cancelled; the next visit starts afresh.
      void ifPossible(go(current));
    },
    close,
  };
}
