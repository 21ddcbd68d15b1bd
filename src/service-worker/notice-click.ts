/** Handles a click on a notification. */

/**
 * Shows an open window of the app as it is, because it may be in the middle of a run; opens the alarms in a new window if there is
 * none.
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
