/**
 * Caches the sandbox's chunks for offline practice. They are not part of the precache, so that only people who practise
 * load them, but like its files they are cached and served only if their checksums are those of the build.
 */
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { PRACTICE_CACHE } from '../names.ts';

/** True for a file of the sandbox. `url`: relative to the app. */
export function isPracticeFile(url: string): boolean {
  return /^assets\/sandbox-[^/]+\.js$/.test(url);
}

/** Serves the chunks from the cache first. `base` is the path of the app on its origin, `files` have checksums. */
export function createPracticeCache(base: string, files: readonly PrecacheEntry[]) {
  const checksums = new Map(files.map(({ url, integrity }) => [base + url, integrity ?? '']));

  /** Returns the cached file, or null. Deletes what is not the file: an earlier version cached any answer. */
  async function soundCopy(cache: Cache, path: string): Promise<Response | null> {
    const cached = await cache.match(path);
    if (cached === undefined) return null;
    if ((await checksumOf(cached.clone())) === checksums.get(path)) return cached;
    await cache.delete(path);
    return null;
  }

  /** Rejects without a network, and when the answer is not the file. */
  async function fetchAndCache(cache: Cache, path: string): Promise<Response> {
    const integrity = checksums.get(path) ?? '';
    const response = await fetch(path, { integrity, cache: 'no-cache', credentials: 'same-origin' });
    await cache.put(path, response.clone());
    return response;
  }

  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && checksums.has(url.pathname),
    async ({ url: { pathname } }) => {
      const cache = await caches.open(PRACTICE_CACHE);
      return (await soundCopy(cache, pathname)) ?? fetchAndCache(cache, pathname);
    },
  );

  return {
    /**
     * Caches the chunks that the page loaded before the worker controlled it, and deletes those of earlier versions. Ignores
     * paths that are not chunks of this version, and does nothing if there are no others.
     */
    async keep(paths: readonly string[]): Promise<void> {
      const wanted = paths.filter((path) => checksums.has(path));
      if (wanted.length === 0) return;
      const cache = await caches.open(PRACTICE_CACHE);
      for (const path of wanted) if ((await soundCopy(cache, path)) === null) await fetchAndCache(cache, path);
      for (const cached of await cache.keys())
        if (!wanted.includes(new URL(cached.url).pathname)) await cache.delete(cached);
    },
  };
}

async function checksumOf(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', await response.arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
