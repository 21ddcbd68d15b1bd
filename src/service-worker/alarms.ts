/** What the worker does for alarms: it asks the open windows to check them, and shows the app when a notice is pressed. */
import { ALARMS_SYNC_TAG } from '../names.ts';
import { tellWindows } from './tell-windows.ts';

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface PeriodicSyncScope {
  addEventListener(type: 'periodicsync', listener: (event: PeriodicSyncEvent) => void): void;
}

/** Passes each periodic wake-up on to the windows. The worker has no key, so without an open window no alarm is checked. */
export function requestAlarmChecksOnWakeUp(worker: ServiceWorkerGlobalScope): void {
  (worker as unknown as PeriodicSyncScope).addEventListener('periodicsync', (event) => {
    if (event.tag === ALARMS_SYNC_TAG) event.waitUntil(tellWindows(worker, { type: 'check-alarms' }));
  });
}

/**
 * When a notice is pressed, shows an open window of the app as it is, because it may be in the middle of a run; opens the
 * alarms in a new window if there is none.
 */
export function openAppOnNoticeClick(worker: ServiceWorkerGlobalScope, base: string): void {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(
      worker.clients.matchAll({ type: 'window' }).then(async ([open]) => {
        await (open === undefined ? worker.clients.openWindow(`${base}telemetry?view=alarms`) : open.focus());
      }),
    );
  });
}
