/**
 * Handles the POST by which the system shares a file with the app, which never reaches the network. Any website can
 * send such a form, so the file is only stored, in place of an earlier one, until the app shows it.
 */
import { registerRoute } from 'workbox-routing';
import { SHARED_FILE_CACHE, SHARED_FILE_FIELD, SHARED_FILE_NAME_HEADER, SHARE_FILE_PATH } from '../names.ts';

/** The size of the largest file that a page reads. */
const MAX_BYTES = 50_000_000;
const MAX_NAME = 200;

/** Registers the route. `base` is the path of the app on its origin. */
export function catchSharedFiles(base: string): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === base + SHARE_FILE_PATH,
    async ({ request }) => {
      // The app opens even if the file cannot be read or stored.
      await keepFile(request, base).catch(() => undefined);
      return Response.redirect(base, 303);
    },
    'POST',
  );
}

async function keepFile(request: Request, base: string): Promise<void> {
  const file = (await request.formData()).get(SHARED_FILE_FIELD);
  if (!(file instanceof File) || file.size === 0 || file.size > MAX_BYTES) return;
  const name = encodeURIComponent([...file.name].slice(0, MAX_NAME).join(''));
  const cache = await caches.open(SHARED_FILE_CACHE);
  await cache.put(base + SHARE_FILE_PATH, new Response(file, { headers: { [SHARED_FILE_NAME_HEADER]: name } }));
}
