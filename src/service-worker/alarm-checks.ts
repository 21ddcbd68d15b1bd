/** Alarms between two visits: where the browser wakes the worker now and then, a window that is open in the background is asked to look. */
import * as z from 'zod/mini';
import { ALARMS_NOTICE_TAG, ALARMS_SYNC_TAG } from '../names.ts';

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface PeriodicSyncScope {
  addEventListener(type: 'periodicsync', listener: (event: PeriodicSyncEvent) => void): void;
}

const wish = z.object({ type: z.literal('check-alarms') });

/** In the worker. It has no key of its own, so it looks at nothing itself: with no window open nothing is checked. */
export function passOnAlarmChecks(worker: ServiceWorkerGlobalScope): void {
  (worker as unknown as PeriodicSyncScope).addEventListener('periodicsync', (event) => {
    if (event.tag === ALARMS_SYNC_TAG) event.waitUntil(askWindows(worker));
  });
}

async function askWindows({ clients }: ServiceWorkerGlobalScope): Promise<void> {
  for (const client of await clients.matchAll({ type: 'window' }))
    client.postMessage({ type: 'check-alarms' } satisfies z.infer<typeof wish>);
}

/** In the page: returns the way to stop. */
export function hearAlarmChecks(container: ServiceWorkerContainer | undefined, check: () => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>): void => {
    if (wish.safeParse(data).success) check();
  };
  container?.addEventListener('message', hear);
  container?.startMessages();
  return () => container?.removeEventListener('message', hear);
}

/** The browser decides how often, and whether at all: no more than hourly, and only for an app that is installed and in use. */
const SELDOM_MS = 3600_000;

/**
 * In the page, when an account is left: no alarm is checked in the background, and the notices, which name its tags, are closed.
 * Never rejects.
 */
export async function endAlarmChecks(container: ServiceWorkerContainer | undefined): Promise<void> {
  await askForAlarmChecks(container, false);
  const registration = await container?.getRegistration().catch(() => undefined);
  const notices = (await registration?.getNotifications({ tag: ALARMS_NOTICE_TAG }).catch(() => [])) ?? [];
  for (const notice of notices) notice.close();
}

/** In the page: asks the browser to wake the worker, or to leave it alone. Never rejects. */
export async function askForAlarmChecks(container: ServiceWorkerContainer | undefined, wanted: boolean): Promise<void> {
  type Periodic = {
    readonly periodicSync?: {
      register(tag: string, options: { readonly minInterval: number }): Promise<void>;
      unregister(tag: string): Promise<void>;
    };
  };
  try {
    const { periodicSync } = ((await container?.getRegistration()) ?? {}) as Periodic;
    if (wanted) await periodicSync?.register(ALARMS_SYNC_TAG, { minInterval: SELDOM_MS });
    else await periodicSync?.unregister(ALARMS_SYNC_TAG);
  } catch {
    // Not allowed here: alarms are checked when telemetry is loaded.
  }
}
