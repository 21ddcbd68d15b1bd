/** What the page may say to the service worker, parsed once where it arrives. */
import * as v from 'valibot';

const pageMessage = v.variant('type', [
  /** The person has accepted the update and no run is open: let the waiting worker take over. */
  v.object({ type: v.literal('apply-update') }),
  /** This page is in nobody's care: take it, like any other. */
  v.object({ type: v.literal('take-page') }),
  /** Practice was chosen: keep these sandbox files for offline use. Paths, same origin. */
  v.object({ type: v.literal('keep-practice'), paths: v.array(v.string()) }),
  /** Which files does this version start from? Answered through the port that comes along. */
  v.object({ type: v.literal('list-files') }),
]);

export type PageMessage = v.InferOutput<typeof pageMessage>;

const fileList = v.array(v.string());

/** The worker's answer to `list-files`: addresses in the cache. Null for anything else. */
export function readFileList(data: unknown): readonly string[] | null {
  const parsed = v.safeParse(fileList, data);
  return parsed.success ? parsed.output : null;
}

/** Null for anything that is not one of ours. */
export function readPageMessage(data: unknown): PageMessage | null {
  const parsed = v.safeParse(pageMessage, data);
  return parsed.success ? parsed.output : null;
}
