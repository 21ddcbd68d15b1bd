/** Drains the outbox when the browser wakes the worker. The page sends on its own triggers too, and does not depend on this. */
import { OUTBOX_SYNC_TAG } from '../names.ts';
import { notifyWindows } from './trouble-report.ts';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** True when the browser will not try this event again. */
  readonly lastChance: boolean;
}

interface SyncScope {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

/**
 * Runs `drain` when the browser reports that the network is back. `drain` resolves when nothing more can be sent now, also when
 * there is no key. If it rejects, the windows are notified and the browser tries again later.
 */
export function drainOnBackgroundSync(scope: ServiceWorkerGlobalScope, drain: () => Promise<void>): void {
  const drainAndNotify = async (): Promise<void> => {
    try {
      await drain();
    } catch (error) {
      await notifyWindows(scope, error);
      throw error;
    }
  };
  (scope as unknown as SyncScope).addEventListener('sync', (event) => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drainAndNotify());
  });
}
