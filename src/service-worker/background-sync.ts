/** Lets the browser wake the worker to drain the outbox: an accelerator beside the page's own triggers, never the plan. */
import { OUTBOX_SYNC_TAG } from '../names.ts';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** True when the browser will not try this event again. */
  readonly lastChance: boolean;
}

interface SyncScope {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

/**
 * Runs `drain` when the browser says that the network is back. `drain` resolves when nothing more can be sent now
 * (also when it holds no key and leaves the queue alone); it rejects only to ask the browser for another try.
 */
export function drainOnBackgroundSync(scope: EventTarget, drain: () => Promise<void>): void {
  (scope as unknown as SyncScope).addEventListener('sync', (event) => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drain());
  });
}

/** In the page: registers the wake-up, where the browser has one. */
export async function askForBackgroundSync(): Promise<void> {
  type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(OUTBOX_SYNC_TAG).catch(() => undefined);
}
