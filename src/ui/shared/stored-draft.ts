/** A stored draft of what a person has typed and not sent yet. It survives Back, other pages, a reload and a kill. */
import type { Drafts } from '../../use-cases/drafts/offered.ts';

interface StoredDraft<T> {
  /** When it was last changed, Unix ms. */
  readonly atMs: number;
  readonly draft: T;
}

/** Null if there is no draft or it cannot be read. */
export function loadDraft<T>(
  drafts: Drafts | undefined,
  of: string,
  parse: (stored: unknown) => T | null,
): StoredDraft<T> | null {
  const stored = drafts?.load(of) ?? null;
  const draft = stored === null ? null : parse(stored.draft);
  return stored === null || draft === null ? null : { atMs: stored.atMs, draft };
}
