/** Fills the precache several files at a time: one after the other, as Workbox asks for them, a slow network is asked for minutes. */
import { cacheNames, type WorkboxPlugin } from 'workbox-core';
import { getCacheKeyForURL, type PrecacheEntry } from 'workbox-precaching';
import { isSound } from './whole-files.ts';

/** As many as a browser opens to a host that speaks HTTP/1.1. */
const AT_ONCE = 6;

/** The first file that is to be installed waits for all; what did not come is left to Workbox, which fails the installation with the reason. */
export function fetchAhead(files: readonly PrecacheEntry[]): WorkboxPlugin {
  let filled: Promise<void> | null = null;
  return {
    async handlerWillStart({ event }) {
      if (event?.type === 'install') await (filled ??= fill(files).catch(() => undefined));
    },
  };
}

async function fill(files: readonly PrecacheEntry[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const waiting = [...files];
  async function lane(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const key = getCacheKeyForURL(file.url);
      if (key === undefined || (await cache.match(key)) !== undefined) continue;
      try {
        await keep(cache, key, file);
      } catch {
        // A release that is only half there is not asked for its other half.
        waiting.length = 0;
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Rejects for anything but the file itself. */
async function keep(cache: Cache, key: string, { url, integrity = '' }: PrecacheEntry): Promise<void> {
  const response = await fetch(url, { integrity, cache: 'no-cache', credentials: 'same-origin' });
  if (!isSound(response.url, response) || response.redirected) throw new Error(`${url} is not what was asked for`);
  await cache.put(key, response);
}
