/** Caches the app's own files. Several are fetched at a time, because Workbox fetches one after the other, which takes minutes on a slow network. */
import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { findInstallFault } from './install-fault.ts';
import type { InstallFaultMessage } from './messages.ts';
import { soundFilesOnly } from './cacheable-answers.ts';

/** The number of connections that a browser opens to one HTTP/1.1 host. */
const PARALLEL_FETCHES = 6;

/** Fetches `files` when the worker is installed, serves them, and deletes those of earlier versions when it is activated. */
export function keepAppFiles(worker: ServiceWorkerGlobalScope, files: PrecacheEntry[]): PrecacheController {
  const controller = new PrecacheController({ plugins: [soundFilesOnly] });
  controller.addToCacheList(files);
  worker.addEventListener('install', (event) => event.waitUntil(fetchAll(worker, controller, event)));
  worker.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)));
  // The query of a file's address does not change the file.
  registerRoute(new PrecacheRoute(controller, { ignoreURLParametersMatching: [/^/] }));
  return controller;
}

/**
 * Rejects when a file cannot be cached whole, which fails the installation, and tells the windows why. Files that are cached already are
 * not fetched again.
 */
async function fetchAll(
  worker: ServiceWorkerGlobalScope,
  controller: PrecacheController,
  event: ExtendableEvent,
): Promise<void> {
  const waiting = [...controller.getURLsToCacheKeys()];
  async function fetchNext(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [url, cacheKey] = next;
      const integrity = controller.getIntegrityForCacheKey(cacheKey) ?? '';
      const request = new Request(url, { integrity, credentials: 'same-origin' });
      try {
        await Promise.all(controller.strategy.handleAll({ params: { cacheKey }, request, event }));
      } catch (cause) {
        // The installation fails, so the remaining files are not fetched.
        waiting.length = 0;
        await tellWindows(worker, { type: 'install-fault', ...(await findInstallFault(url, integrity, cause)) });
        throw cause;
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, fetchNext));
}

/** Includes uncontrolled windows: while the first version is installed, no worker controls any. */
async function tellWindows({ clients }: ServiceWorkerGlobalScope, message: InstallFaultMessage): Promise<void> {
  for (const client of await clients.matchAll({ type: 'window', includeUncontrolled: true }))
    client.postMessage(message);
}
