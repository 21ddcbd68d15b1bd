/** A press on a notification: comes back to the app where it is, and opens it at the telemetry's alarms where it is nowhere. */

/** A window that is open is never led elsewhere: it may be in the middle of a run. */
export function followNotices(worker: ServiceWorkerGlobalScope, base: string): void {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(
      worker.clients.matchAll({ type: 'window' }).then(async ([open]) => {
        await (open === undefined ? worker.clients.openWindow(`${base}telemetry?view=alarms`) : open.focus());
      }),
    );
  });
}
