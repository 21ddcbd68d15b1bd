/** The page's side of a file that was shared with the app. It is read once, and nothing of it stays in the browser. */
import { SHARED_FILE_CACHE, SHARED_FILE_NAME_HEADER } from '../../names.ts';

/** Returns the shared file and deletes it from the cache. Null if there is none or another window has taken it. */
export async function takeSharedFile(): Promise<File | null> {
  if (!(await caches.has(SHARED_FILE_CACHE))) return null;
  const cache = await caches.open(SHARED_FILE_CACHE);
  const [request] = await cache.keys();
  const cached = request === undefined ? undefined : await cache.match(request);
  const content = await cached?.blob();
  const isOurs = request !== undefined && (await cache.delete(request));
  await forgetSharedFile();
  if (!isOurs || content === undefined) return null;
  return new File([content], decodeURIComponent(cached?.headers.get(SHARED_FILE_NAME_HEADER) ?? ''));
}

export async function forgetSharedFile(): Promise<void> {
  await caches.delete(SHARED_FILE_CACHE);
}
