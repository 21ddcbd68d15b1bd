/**
 * Shows a system notification for new alarms if it is allowed and the app is not visible. Runs when telemetry finds
 * one.
 */
import type { Alarm } from '../domain/telemetry/alarms.ts';
import { ALARMS_NOTICE_TAG } from '../names.ts';
import { noticeWords } from '../ui/beacon/alarm-words.ts';

export async function notifyOfAlarms(alarms: readonly Alarm[]): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const { title, body } = noticeWords(alarms);
  // Show it through the service worker: phones support no other way.
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.showNotification(title, { body, tag: ALARMS_NOTICE_TAG, renotify: true } as NotificationOptions);
}
