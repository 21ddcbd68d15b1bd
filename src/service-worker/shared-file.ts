/**
 * Handles the POST by which the system shares files with the app, which never reaches the network. Any website can send
 * such a form, so the files are only stored, within limits, until the app shows them. What is over a limit is named.
 */
import { MAX_FILE_BYTES } from '../domain/limits.ts';
import { registerRoute } from 'workbox-routing';
import {
  SHARED_FILE_CACHE,
  SHARED_FILE_FIELD,
  SHARED_FILE_NAME_HEADER,
  SHARED_FILE_REASON_HEADER,
  SHARE_FILE_PATH,
} from '../names.ts';
import type { RefusalReason } from './messages.ts';

/** Files that wait at once, also from several forms. */
const MAX_FILES = 20;
/** Files and names of refused files that wait at once. */
const MAX_ENTRIES = 100;
const MAX_NAME = 200;

/** Registers the route. `base` is the path of the app on its origin. */
export function catchSharedFiles(base: string): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === base + SHARE_FILE_PATH,
    async ({ request }) => {
      // The app opens even if nothing can be stored; then there is nothing to name the files in either.
      await keepFiles(request, base).catch(() => undefined);
      return Response.redirect(base, 303);
    },
    'POST',
  );
}

async function keepFiles(request: Request, base: string): Promise<void> {
  const posted = await filesOf(request);
  if (posted.length === 0) return;
  const cache = await caches.open(SHARED_FILE_CACHE);
  let entries = (await cache.keys()).length;
  for (const { file, reason } of posted) {
    if (entries >= MAX_ENTRIES) return;
    const refusal = reason ?? (file.size > MAX_FILE_BYTES ? 'tooLarge' : entries >= MAX_FILES ? 'tooMany' : null);
    const put = (body: Blob | null, why: RefusalReason | null): Promise<void> =>
      cache.put(
        `${base}${SHARE_FILE_PATH}?${crypto.randomUUID()}`,
        new Response(body, {
          headers: {
            [SHARED_FILE_NAME_HEADER]: encodeURIComponent([...file.name].slice(0, MAX_NAME).join('')),
            ...(why === null ? {} : { [SHARED_FILE_REASON_HEADER]: why }),
          },
        }),
      );
    // Without space for its content, the name of the file may still fit.
    if (refusal === null) await put(file, null).catch(() => put(null, 'noSpace'));
    else await put(null, refusal);
    entries += 1;
  }
}

interface Posted {
  readonly file: File;
  readonly reason: RefusalReason | null;
}

/** A form without a chosen file has an empty one without a name. A text in place of a file is read as one. */
async function filesOf(request: Request): Promise<Posted[]> {
  let posted: FormDataEntryValue[];
  try {
    posted = (await request.formData()).getAll(SHARED_FILE_FIELD);
  } catch {
    return [{ file: new File([], ''), reason: 'unreadable' }];
  }
  return posted
    .map((entry) => (entry instanceof File ? entry : new File([entry], '')))
    .filter(({ name, size }) => name !== '' || size > 0)
    .map((file) => ({ file, reason: null }));
}
