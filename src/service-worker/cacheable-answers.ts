/** Decides which answers may be cached as a file of the app, and finds out why a file could not be. */
import type { InstallFault } from './messages.ts';

/** True if `response` can be the file at `url`. */
export function isSound(url: string, response: Response): boolean {
  return response.status === 200 && !isPageInPlaceOf(new URL(url).pathname, response);
}

/**
 * Finds out why a file could not be cached. Requests it again, with and without its checksum, to tell the causes apart. Never
 * rejects.
 */
export async function findInstallFault(url: string, integrity: string, error: unknown): Promise<InstallFault> {
  const file = decodeURIComponent(new URL(url, location.href).pathname).slice(0, 200);
  if ((error as { readonly name?: unknown } | null)?.name === 'QuotaExceededError') return { reason: 'diskFull', file };
  const load = (init: RequestInit): Promise<Response | null> =>
    fetch(url, { credentials: 'same-origin', cache: 'no-store', redirect: 'manual', ...init }).catch(() => null);
  const whole = await load({ integrity });
  const found = whole ?? (await load({}));
  if (found === null) return { reason: 'network', file };
  if (found.type === 'opaqueredirect' || (found.ok && isPageInPlaceOf(file, found))) return { reason: 'webPage', file };
  if (!found.ok) return { reason: found.status < 500 ? 'missing' : 'network', file };
  return { reason: whole === null ? 'changed' : 'network', file };
}

/** Some hosts, and networks with a sign-in page, answer any request with a web page. */
function isPageInPlaceOf(path: string, { headers }: Response): boolean {
  const isPage = (headers.get('content-type') ?? '').trim().toLowerCase().startsWith('text/html');
  return isPage && !path.endsWith('.html');
}
