/** Keeps the sandbox chunks for offline practice, outside the precache, so that no account user ever loads them. */
import { registerRoute } from 'workbox-routing';
import { isSound } from './sound-files.ts';
import { PRACTICE_CACHE } from '../names.ts';

const SANDBOX_FILE = /^assets\/sandbox-[^/]+\.js$/;

/** `base`: path of the app on its origin. */
function isSandboxPath(path: string, base: string): boolean {
  return path.startsWith(base) && SANDBOX_FILE.test(path.slice(base.length));
}

/** The files are named by their content: a copy, once kept, is right for ever. */
export function servePracticeFromCache(base: string): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isSandboxPath(url.pathname, base),
    async ({ request }) => {
      const cache = await caches.open(PRACTICE_CACHE);
      return (await soundCopy(cache, request.url)) ?? (await fetchAndKeep(cache, request.url)) ?? Response.error();
    },
  );
}

/**
 * Fetches what the page loaded before the worker was in control, and deletes what an earlier version left.
 * Paths that are not sandbox chunks are ignored; with none at all nothing changes.
 */
export async function keepPractice(paths: readonly string[], base: string): Promise<void> {
  const wanted = paths.filter((path) => isSandboxPath(path, base));
  if (wanted.length === 0) return;
  const cache = await caches.open(PRACTICE_CACHE);
  for (const path of wanted) {
    if ((await soundCopy(cache, path)) === null) await fetchAndKeep(cache, path);
  }
  for (const kept of await cache.keys()) {
    if (!wanted.includes(new URL(kept.url).pathname)) await cache.delete(kept);
  }
}

/** A page in place of a script, kept by an earlier version, goes. */
async function soundCopy(cache: Cache, url: string): Promise<Response | null> {
  const kept = await cache.match(url);
  if (kept === undefined) return null;
  if (isSound(new URL(url, self.location.href).href, kept)) return kept;
  await cache.delete(url);
  return null;
}

/** Null when what came is not the file; rejects without a network. */
async function fetchAndKeep(cache: Cache, url: string): Promise<Response | null> {
  const response = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' });
  if (!isSound(new URL(url, self.location.href).href, response)) return null;
  await cache.put(url, response.clone());
  return response;
}
