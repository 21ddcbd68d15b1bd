/** The app's own files in the cache, several fetched at a time: one after the other, as Workbox installs them, a slow network is asked for minutes. */
import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { soundFilesOnly } from './whole-files.ts';

/** As many as a browser opens to a host that speaks HTTP/1.1. */
const AT_ONCE = 6;

/** In the worker, as it starts: fetches `files` when it is installed, serves them, and forgets those of earlier versions when it takes over. */
export function keepAppFiles(worker: ServiceWorkerGlobalScope, files: PrecacheEntry[]): PrecacheController {
  const controller = new PrecacheController({ plugins: [soundFilesOnly] });
  controller.addToCacheList(files);
  worker.addEventListener('install', (event) => event.waitUntil(fetchAll(controller, event)));
  worker.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)));
  // Whatever stands behind the "?" of a file's address: it is the same file.
  registerRoute(new PrecacheRoute(controller, { ignoreURLParametersMatching: [/^/] }));
  return controller;
}

/** Rejects with the first file that is not whole, and so fails the installation. What is kept already is not fetched again. */
async function fetchAll(controller: PrecacheController, event: ExtendableEvent): Promise<void> {
  const waiting = [...controller.getURLsToCacheKeys()];
  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [url, cacheKey] = next;
      const integrity = controller.getIntegrityForCacheKey(cacheKey) ?? '';
      const request = new Request(url, { integrity, credentials: 'same-origin' });
      try {
        await Promise.all(controller.strategy.handleAll({ params: { cacheKey }, request, event }));
      } catch (cause) {
        // A release that is only half there is not asked for its other half.
        waiting.length = 0;
        throw cause;
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
