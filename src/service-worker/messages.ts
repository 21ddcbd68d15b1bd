/** What the page may say to the service worker, parsed once where it arrives. */
import * as z from 'zod/mini';

const pageMessage = z.discriminatedUnion('type', [
  /** The person has accepted the update and no run is open: let the waiting worker take over. */
  z.object({ type: z.literal('apply-update') }),
  /** Practice was chosen: keep these sandbox files for offline use. Paths, same origin. */
  z.object({ type: z.literal('keep-practice'), paths: z.array(z.string()) }),
]);

export type PageMessage = z.infer<typeof pageMessage>;

/** Null for anything that is not one of ours. */
export function readPageMessage(data: unknown): PageMessage | null {
  const parsed = pageMessage.safeParse(data);
  return parsed.success ? parsed.data : null;
}
