/**
 * Catches the POST by which the system shares a file with the app: it never reaches the network. Any website can send such a form, so that
 * the file is only kept, in place of an earlier one, until the app shows it.
 */
import { registerRoute } from 'workbox-routing';
import { SHARED_FILE_CACHE, SHARED_FILE_FIELD, SHARED_FILE_NAME_HEADER, SHARE_FILE_PATH } from '../names.ts';

/** As many as the largest file that a page reads. */
const MOST_BYTES = 50_000_000;
const MOST_NAME = 200;

/** `base`: path of the app on its origin. */
export function catchSharedFiles(base: string): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === base + SHARE_FILE_PATH,
    async ({ request }) => {
      // What cannot be read or kept is not shown; the app opens all the same.
      await keepFile(request, base).catch(() => undefined);
      return Response.redirect(base, 303);
    },
    'POST',
  );
}

async function keepFile(request: Request, base: string): Promise<void> {
  const file = (await request.formData()).get(SHARED_FILE_FIELD);
  if (!(file instanceof File) || file.size === 0 || file.size > MOST_BYTES) return;
  const name = encodeURIComponent([...file.name].slice(0, MOST_NAME).join(''));
  const cache = await caches.open(SHARED_FILE_CACHE);
  await cache.put(base + SHARE_FILE_PATH, new Response(file, { headers: { [SHARED_FILE_NAME_HEADER]: name } }));
}
