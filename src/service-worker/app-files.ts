/** Caches the app's own files. Several are fetched at a time, because Workbox fetches one after the other, which takes minutes on a slow network. */
import type { WorkboxPlugin } from 'workbox-core';
import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { findInstallFault, isSound } from './cacheable-answers.ts';
import { tellWindows } from './tell-windows.ts';

/** The number of connections that a browser opens to one HTTP/1.1 host. */
const PARALLEL_FETCHES = 6;

/** Checks each answer, and revalidates the browser's HTTP cache at installation. */
const soundFilesOnly: WorkboxPlugin = {
  async requestWillFetch({ request, event }) {
    // A wrong answer may stay in the HTTP cache for a year; revalidating costs a few bytes.
    return event.type === 'install' ? new Request(request, { cache: 'no-cache' }) : request;
  },
  async cacheWillUpdate({ request, response }) {
    return isSound(request.url, response) ? response : null;
  },
};

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
        const fault = await findInstallFault(url, integrity, cause);
        // While the first version is installed, no worker controls any window.
        await tellWindows(worker, { type: 'install-fault', ...fault }, { includeUncontrolled: true });
        throw cause;
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, fetchNext));
}
