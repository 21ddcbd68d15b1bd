/** Caches the sandbox's chunks for offline practice. They are not part of the precache, so that only people who practise load them. */
import { registerRoute } from 'workbox-routing';
import { isSound } from './cacheable-answers.ts';
import { PRACTICE_CACHE } from '../names.ts';

const SANDBOX_FILE = /^assets\/sandbox-[^/]+\.js$/;

/** True for the path of a sandbox chunk. `base` is the path of the app on its origin. */
function isSandboxPath(path: string, base: string): boolean {
  return path.startsWith(base) && SANDBOX_FILE.test(path.slice(base.length));
}

/** Serves the chunks from the cache first: their names contain a hash, so a cached copy is never outdated. */
export function servePracticeFromCache(base: string): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isSandboxPath(url.pathname, base),
    async ({ request }) => {
      const cache = await caches.open(PRACTICE_CACHE);
      return (await soundCopy(cache, request.url)) ?? (await fetchAndCache(cache, request.url)) ?? Response.error();
    },
  );
}

/**
 * Caches the chunks that the page loaded before the worker controlled it, and deletes those of earlier versions. Ignores paths that
 * are not sandbox chunks, and does nothing if there are no others.
 */
export async function keepPractice(paths: readonly string[], base: string): Promise<void> {
  const wanted = paths.filter((path) => isSandboxPath(path, base));
  if (wanted.length === 0) return;
  const cache = await caches.open(PRACTICE_CACHE);
  for (const path of wanted) {
    if ((await soundCopy(cache, path)) === null) await fetchAndCache(cache, path);
  }
  for (const cached of await cache.keys()) {
    if (!wanted.includes(new URL(cached.url).pathname)) await cache.delete(cached);
  }
}

/** Returns the cached file, or null. Deletes a web page that an earlier version cached in place of a script. */
async function soundCopy(cache: Cache, url: string): Promise<Response | null> {
  const cached = await cache.match(url);
  if (cached === undefined) return null;
  if (isSound(new URL(url, self.location.href).href, cached)) return cached;
  await cache.delete(url);
  return null;
}

/** Returns null if the answer is not the file. Rejects without a network. */
async function fetchAndCache(cache: Cache, url: string): Promise<Response | null> {
  const response = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' });
  if (!isSound(new URL(url, self.location.href).href, response)) return null;
  await cache.put(url, response.clone());
  return response;
}
