/** Asks the open windows to check the alarms when the browser wakes the worker. */
import { ALARMS_SYNC_TAG } from '../names.ts';
import type { AlarmCheckMessage } from './messages.ts';

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface PeriodicSyncScope {
  addEventListener(type: 'periodicsync', listener: (event: PeriodicSyncEvent) => void): void;
}

/** Passes each periodic wake-up on to the windows. The worker has no key, so without an open window no alarm is checked. */
export function requestAlarmChecksOnWakeUp(worker: ServiceWorkerGlobalScope): void {
  (worker as unknown as PeriodicSyncScope).addEventListener('periodicsync', (event) => {
    if (event.tag === ALARMS_SYNC_TAG) event.waitUntil(requestAlarmChecks(worker));
  });
}

async function requestAlarmChecks({ clients }: ServiceWorkerGlobalScope): Promise<void> {
  for (const client of await clients.matchAll({ type: 'window' }))
    client.postMessage({ type: 'check-alarms' } satisfies AlarmCheckMessage);
}
