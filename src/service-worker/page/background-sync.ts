/** The page's side of Background Sync. */
import { ifPossible } from '../../domain/unawaited.ts';
import { OUTBOX_SYNC_TAG } from '../../names.ts';

/** Asks the browser to wake the worker when the network is back, if it has Background Sync. Never rejects. */
export async function registerBackgroundSync(): Promise<void> {
  type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
  // The browser or the user may refuse. The page sends without it.
  await ifPossible(registration?.sync?.register(OUTBOX_SYNC_TAG));
}
