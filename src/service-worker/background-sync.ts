/** Lets the browser wake the worker to drain the outbox: an accelerator beside the page's own triggers, never the plan. */
import { ifPossible } from '../domain/unawaited.ts';
import { OUTBOX_SYNC_TAG } from '../names.ts';
import { tellWindows } from './trouble-report.ts';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** True when the browser will not try this event again. */
  readonly lastChance: boolean;
}

interface SyncScope {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

/**
 * Runs `drain` when the browser says that the network is back. `drain` resolves when nothing more can be sent now (also when there is
 * no key and the queue is left alone). Where it rejects, the windows are told and the browser is asked for another try.
 */
export function drainOnBackgroundSync(scope: ServiceWorkerGlobalScope, drain: () => Promise<void>): void {
  const drainAndTell = async (): Promise<void> => {
    try {
      await drain();
    } catch (error) {
      await tellWindows(scope, error);
      throw error;
    }
  };
  (scope as unknown as SyncScope).addEventListener('sync', (event) => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drainAndTell());
  });
}

/** In the page: registers the wake-up, where the browser has one. */
export async function askForBackgroundSync(): Promise<void> {
  type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
  // Refused where the browser or the user does not allow it: the page sends by itself all the same.
  await ifPossible(registration?.sync?.register(OUTBOX_SYNC_TAG));
}
