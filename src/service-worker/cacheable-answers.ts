/** Decides which answers may be cached, because some hosts answer a missing file with their start page. */
import type { WorkboxPlugin } from 'workbox-core';

/** True if `response` can be the requested file. A web page is accepted only for an address that ends in `.html`. */
export function isSound(url: string, response: Response): boolean {
  if (response.status !== 200) return false;
  const isPage = (response.headers.get('content-type') ?? '').trim().toLowerCase().startsWith('text/html');
  return !isPage || new URL(url).pathname.endsWith('.html');
}

/** A Workbox plugin that checks each answer, and revalidates the browser's HTTP cache at installation. */
export const soundFilesOnly: WorkboxPlugin = {
  async requestWillFetch({ request, event }) {
    // A wrong answer may stay in the HTTP cache for a year; revalidating costs a few bytes.
    return event.type === 'install' ? new Request(request, { cache: 'no-cache' }) : request;
  },
  async cacheWillUpdate({ request, response }) {
    return isSound(request.url, response) ? response : null;
  },
};
