/** Page events that start the sender and end its pauses. */
import { whenVisible } from '../ui/shared/when-visible.ts';
import type { TriggerSource } from '../use-cases/outbox/triggers.ts';

export function pageEvents(): TriggerSource {
  return {
    subscribe(listener) {
      const online = (): void => listener('online');
      window.addEventListener('online', online);
      const stopWatching = whenVisible(() => listener('visible'));
      return () => {
        window.removeEventListener('online', online);
        stopWatching();
      };
    },
  };
}
