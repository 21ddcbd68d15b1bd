/** The page's side of alarm checks in the background: registers the wake-ups and receives the worker's requests. */
import { ALARMS_NOTICE_TAG, ALARMS_SYNC_TAG } from '../../names.ts';
import { alarmCheckMessage } from '../messages.ts';
import { onWorkerMessage } from './worker-messages.ts';

/** The shortest time between two wake-ups, ms. The browser decides how often it wakes the worker, and whether at all. */
const MIN_INTERVAL_MS = 3600_000;

/** Calls `check` whenever the worker asks for a check of the alarms. Returns the function that unsubscribes. */
export function onAlarmCheckRequest(container: ServiceWorkerContainer | undefined, check: () => void): () => void {
  return onWorkerMessage(container, alarmCheckMessage, check);
}

/**
 * Ends the background checks when an account is left, and closes its notices, because they name its tags. Never rejects.
 */
export async function endAlarmChecks(container: ServiceWorkerContainer | undefined): Promise<void> {
  await setAlarmChecks(container, false);
  // Without a registration, or where it cannot be read (site data blocked), there are no notices to close.
  const registration = await container?.getRegistration().catch(() => undefined);
  const notices = (await registration?.getNotifications({ tag: ALARMS_NOTICE_TAG }).catch(() => [])) ?? [];
  for (const notice of notices) notice.close();
}

/** Registers or unregisters the browser's periodic wake-up of the worker. Never rejects. */
export async function setAlarmChecks(container: ServiceWorkerContainer | undefined, isOn: boolean): Promise<void> {
  type Periodic = {
    readonly periodicSync?: {
      register(tag: string, options: { readonly minInterval: number }): Promise<void>;
      unregister(tag: string): Promise<void>;
    };
  };
  try {
    const { periodicSync } = ((await container?.getRegistration()) ?? {}) as Periodic;
    if (isOn) await periodicSync?.register(ALARMS_SYNC_TAG, { minInterval: MIN_INTERVAL_MS });
    else await periodicSync?.unregister(ALARMS_SYNC_TAG);
  } catch {
    // The browser or the user does not allow wake-ups. Alarms are still checked when telemetry is loaded.
  }
}
