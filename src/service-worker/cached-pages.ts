/** Reads the app's own files from its cache, as a start without a network would. */

/** All that the worker keeps of this version; the start page counts whether it is there or not. */
export async function readCachedPages(scope: string): Promise<{ readonly read: number; readonly all: number }> {
  const names = (await caches.keys()).filter((name) => name.includes('precache') && name.endsWith(scope));
  let read = 0;
  let all = 0;
  for (const name of names) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      all += 1;
      const bytes = await (await cache.match(request))?.arrayBuffer();
      if (bytes !== undefined && bytes.byteLength > 0) read += 1;
    }
  }
  const hasStart = (await caches.match(new URL('index.html', scope), { ignoreSearch: true })) !== undefined;
  return hasStart ? { read, all } : { read, all: all + 1 };
}
