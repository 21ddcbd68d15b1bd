/** What the harness does at the sender's side: fires Background Sync, and waits until nothing more can be sent. */
import type { Page } from 'playwright-core';
import type { Services } from '../../src/ui/shell/services.ts';
import type { TestBrowser } from '../support/browser.ts';
import { OUTBOX_SYNC_TAG } from '../../src/names.ts';

/** As the browser does when the network is back. Resolves when it has taken it; what the worker makes of it goes on by itself. */
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
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: OUTBOX_SYNC_TAG,
    lastChance: false,
  });
}

/** Resolves when nothing waits to be posted any more, or when the queue waits for a key. */
export function outboxAtRest(page: Page): Promise<'sent' | 'asksForKey'> {
  return page.evaluate(
    () =>
      new Promise<'sent' | 'asksForKey'>((resolve) => {
        const { state } = document.querySelector<HTMLElement & { services: Services }>('fk-app')!.services.outbox;
        const now = (): 'sent' | 'asksForKey' | null => {
          const { loaded, pause, sending, receipts } = state.value;
          if (pause?.reason === 'key') return 'asksForKey';
          return loaded && !sending && !receipts.some((row) => row.state === 'waiting' && !row.held) ? 'sent' : null;
        };
        const first = now();
        if (first !== null) return resolve(first);
        const stop = state.subscribe(() => {
          const word = now();
          if (word === null) return;
          stop();
          resolve(word);
        });
      }),
  );
}
