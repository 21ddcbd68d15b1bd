/** What may enter a cache: a host that answers a missing file with its start page must never poison the app. */
import type { WorkboxPlugin } from 'workbox-core';

/** Whether an answer can be the file that was asked for. A page is taken only where a page was wanted. */
export function isSound(url: string, response: Response): boolean {
  if (response.status !== 200) return false;
  const isPage = (response.headers.get('content-type') ?? '').trim().toLowerCase().startsWith('text/html');
  return !isPage || new URL(url).pathname.endsWith('.html');
}

/** For the precache: checks what comes, and never takes an old answer out of the browser's own cache unasked. */
export const soundFilesOnly: WorkboxPlugin = {
  async requestWillFetch({ request, event }) {
    // At install only: a poisoned answer may stay in the HTTP cache for a year, and asking again costs a few bytes.
    return event.type === 'install' ? new Request(request, { cache: 'no-cache' }) : request;
  },
  async cacheWillUpdate({ request, response }) {
    return isSound(request.url, response) ? response : null;
  },
};
