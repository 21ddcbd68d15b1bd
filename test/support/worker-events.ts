/** Sends events to the app's service worker that a browser sends on its own, when a test wants them. */
import type { Page } from 'playwright-core';
import { ALARMS_SYNC_TAG, OUTBOX_SYNC_TAG } from '../../src/names.ts';
import type { OpenBrowser } from './browser.ts';

export interface WorkerEvents {
  /**
   * Sends the sync event of a network that is back. Resolves when the browser has accepted it; the worker continues on
   * its own.
   */
  sync(): Promise<void>;
  /** Sends the event that an installed app receives at intervals. Resolves like `sync`. */
  periodicSync(): Promise<void>;
}

export async function workerEvents(browser: OpenBrowser, page: Page, origin: string): Promise<WorkerEvents> {
  const session = await browser.pageSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (mine !== undefined) resolve(mine.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    async sync() {
      const tag = OUTBOX_SYNC_TAG;
      await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
    },
    async periodicSync() {
      await session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag: ALARMS_SYNC_TAG });
    },
  };
}
