/** The service worker: serves the app offline, waits with an update until it is asked, and drains the outbox when woken. */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { drainOnBackgroundSync } from './background-sync.ts';
import { drainOutbox } from './drain.ts';
import { relayKeys } from './key-relay.ts';
import { readPageMessage } from './messages.ts';
import { keepPractice, servePracticeFromCache } from './practice-cache.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0];
};

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
// The sandbox is a backend, not a page of the app.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/sandbox\//] }));
servePracticeFromCache();

// Takes the first page into its care at once; a later worker still waits until it is told to (see the message below).
clientsClaim();

self.addEventListener('message', (event) => {
  const message = readPageMessage(event.data);
  if (message === null) return;
  switch (message.type) {
    case 'apply-update':
      event.waitUntil(self.skipWaiting());
      break;
    case 'keep-practice':
      event.waitUntil(keepPractice(message.paths));
      break;
  }
});

relayKeys(self);
drainOnBackgroundSync(self, () => drainOutbox(self));
