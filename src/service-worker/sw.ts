/** The service worker: serves the app offline, holds an update back until the page asks for it, and drains the outbox when woken. */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { openAppOnNoticeClick, requestAlarmChecksOnWakeUp } from './alarms.ts';
import { keepAppFiles } from './app-files.ts';
import { drainOnBackgroundSync, drainOutbox } from './drain.ts';
import { relayKeys, workerKeyTransport } from './key-relay.ts';
import { pageMessage } from './messages.ts';
import { leaveSignInToNetwork, leaveToNetwork } from './own-files.ts';
import { createPracticeCache, isPracticeFile } from './practice-cache.ts';
import { catchSharedFiles } from './shared-file.ts';
import { reportTrouble } from './tell-windows.ts';

declare const self: ServiceWorkerGlobalScope;

/** Path of the app on its origin: the folder that holds this file. */
const base = new URL('.', self.location.href).pathname;

leaveToNetwork(self, '/sandbox/');
cleanupOutdatedCaches();
/** The build adds each file with its checksum (build/precache.ts). */
const built = self.__WB_MANIFEST as PrecacheEntry[];
const files = built.filter(({ url }) => !isPracticeFile(url));
leaveSignInToNetwork();
const appFiles = keepAppFiles(self, files);
// The sandbox is a backend, and files beside the page are not pages of the app.
const otherFile = new RegExp(`^${base}[^/]+\\.(txt|json|html)([?]|$)`);
registerRoute(
  new NavigationRoute(appFiles.createHandlerBoundToURL(`${base}index.html`), { denylist: [/^\/sandbox\//, otherFile] }),
);
const practice = createPracticeCache(
  base,
  built.filter(({ url }) => isPracticeFile(url)),
);
catchSharedFiles(base);

// Controls the first page at once. A later version waits for the message `apply-update`.
clientsClaim();

self.addEventListener('message', (event) => {
  const { data: message } = pageMessage.safeParse(event.data);
  switch (message?.type) {
    case 'apply-update':
      event.waitUntil(self.skipWaiting());
      break;
    case 'take-page':
      event.waitUntil(self.clients.claim());
      break;
    case 'keep-practice':
      event.waitUntil(practice.keep(message.paths));
      break;
    case 'list-files':
      event.ports[0]?.postMessage(files.map(({ url }) => appFiles.getCacheKeyForURL(url)));
      break;
  }
});

relayKeys(self);
openAppOnNoticeClick(self, base);
requestAlarmChecksOnWakeUp(self);
drainOnBackgroundSync(self, () => drainOutbox(workerKeyTransport(self), (error) => void reportTrouble(self, error)));
