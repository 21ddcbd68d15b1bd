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

/**
 * Fetches what the page loaded before the worker was in control, and lets go what an earlier version has left.
 * Paths that are not sandbox chunks are ignored; with none at all nothing changes.
 */
export async function keepPractice(paths: readonly string[]): Promise<void> {
  const wanted = paths.filter((path) => SANDBOX_PATH.test(path));
  if (wanted.length === 0) return;
  const cache = await caches.open(CACHE_NAME);
  for (const path of wanted) {
    if ((await cache.match(path)) === undefined) await cache.add(path);
  }
  for (const kept of await cache.keys()) {
    if (!wanted.includes(new URL(kept.url).pathname)) await cache.delete(kept);
  }
}
