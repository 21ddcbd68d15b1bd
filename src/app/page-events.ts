/** Page events that start the sender and end its pauses. */
import type { TriggerSource } from '../use-cases/outbox/triggers.ts';

export function pageEvents(): TriggerSource {
  return {
    subscribe(listener) {
      const online = (): void => listener('online');
      const visible = (): void => {
        if (document.visibilityState === 'visible') listener('visible');
      };
      window.addEventListener('online', online);
      window.addEventListener('pageshow', visible);
      document.addEventListener('visibilitychange', visible);
      return () => {
        window.removeEventListener('online', online);
        window.removeEventListener('pageshow', visible);
        document.removeEventListener('visibilitychange', visible);
      };
    },
  };
}
