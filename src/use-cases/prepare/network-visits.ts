/** What is done on a visit to the network, and once more after a while where nobody was heard: a phone says that it is online before anything gets through. */
import { ifPossible } from '../../domain/unawaited.ts';
import { jitterMs } from '../../domain/delivery/backoff.ts';
import type { Delivery } from '../../domain/settings.ts';
import type { Clock } from '../surroundings.ts';

interface NetworkVisitsParts {
  /** False where the backend was not heard. */
  readonly visit: () => Promise<boolean>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** In [0, 1). */
  readonly random: () => number;
  readonly delivery: () => Delivery;
}

export interface NetworkVisits {
  /** A network has come, or a key: at once, whatever is being waited for. */
  begin(): void;
  close(): void;
}

export function createNetworkVisits({ visit, clock, random, delivery }: NetworkVisitsParts): NetworkVisits {
  let current: AbortController | null = null;

  async function go({ signal }: AbortController): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      if (await visit()) return;
      await clock.sleep(jitterMs(failures, random(), delivery()), signal);
    }
  }

  function close(): void {
    current?.abort();
    current = null;
  }

  return {
    begin() {
      close();
      current = new AbortController();
      // Storage that failed, or the end of the wait: the next visit is another.
      void ifPossible(go(current));
    },
    close,
  };
}
