/** What sets the outbox going: events of the page, and the browser's own wake-up where it has one. */
import { OUTBOX_SYNC_TAG } from './names.ts';
import type { TriggerSource } from './use-cases/outbox/triggers.ts';

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

/** An accelerator where the browser has it: wakes the worker when the network is back. */
export async function askForBackgroundSync(): Promise<void> {
  type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(OUTBOX_SYNC_TAG).catch(() => undefined);
}
