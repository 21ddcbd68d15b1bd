/** The page's side of files that were shared with the app. Each is read once, and nothing of it stays in the browser. */
import { SHARED_FILE_CACHE, SHARED_FILE_NAME_HEADER, SHARED_FILE_REASON_HEADER } from '../../names.ts';
import { refusalReason, type RefusalReason } from '../messages.ts';

interface SharedFiles {
  readonly files: readonly File[];
  /** Files that were not kept, by name; the name is empty where it is not known. */
  readonly refused: readonly { readonly name: string; readonly reason: RefusalReason }[];
}

/** Returns the shared files in their order and deletes them from the cache, except those that another window takes. */
export async function takeSharedFiles(): Promise<SharedFiles> {
  const files: File[] = [];
  const refused: { name: string; reason: RefusalReason }[] = [];
  if (!(await caches.has(SHARED_FILE_CACHE))) return { files, refused };
  const cache = await caches.open(SHARED_FILE_CACHE);
  for (const request of await cache.keys()) {
    const cached = await cache.match(request);
    const content = await cached?.blob();
    const isOurs = await cache.delete(request);
    if (!isOurs || content === undefined) continue;
    const name = decodeURIComponent(cached?.headers.get(SHARED_FILE_NAME_HEADER) ?? '');
    const reason = refusalReason.safeParse(cached?.headers.get(SHARED_FILE_REASON_HEADER));
    if (reason.success) refused.push({ name, reason: reason.data });
    else files.push(new File([content], name));
  }
  await forgetSharedFiles();
  return { files, refused };
}

export async function forgetSharedFiles(): Promise<void> {
  await caches.delete(SHARED_FILE_CACHE);
}
