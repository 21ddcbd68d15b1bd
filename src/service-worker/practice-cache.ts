/** Keeps the sandbox chunks for offline practice, outside the precache, so that no account user ever loads them. */
import { registerRoute } from 'workbox-routing';

const CACHE_NAME = 'practice';
const SANDBOX_PATH = /^\/assets\/sandbox-[^/]+\.js$/;

/** The files are named by their content: a copy, once kept, is right for ever. */
export function servePracticeFromCache(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && SANDBOX_PATH.test(url.pathname),
    async ({ request }) => {
      const cache = await caches.open(CACHE_NAME);
      const kept = await cache.match(request.url);
      if (kept !== undefined) return kept;
      const response = await fetch(request);
      if (response.ok) await cache.put(request.url, response.clone());
      return response;
    },
  );
}

/** Fetches what the page loaded before the worker was in control. Paths that are not sandbox chunks are ignored. */
export async function keepPractice(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  for (const path of paths) {
    if (!SANDBOX_PATH.test(path)) continue;
    if ((await cache.match(path)) === undefined) await cache.add(path);
  }
}
