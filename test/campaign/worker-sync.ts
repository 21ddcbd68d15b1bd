/** Fires Background Sync in the app's service worker, as the browser does when the network is back. */
import type { Page } from 'playwright-core';
import type { TestBrowser } from '../support/browser.ts';
import { OUTBOX_SYNC_TAG } from '../../src/service-worker/background-sync.ts';

/** Resolves when the browser has taken it; what the worker makes of it goes on by itself. */
export async function dispatchSync(browser: TestBrowser, page: Page, origin: string): Promise<void> {
  const session = await browser.pageSession(page);
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (mine !== undefined) resolve(mine.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await known;
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: OUTBOX_SYNC_TAG, lastChance: false });
}
