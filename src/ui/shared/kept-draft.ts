/** What a person has typed and not sent yet, as a page finds it again after Back, another page, a reload or a kill. */
import type { Drafts } from '../../use-cases/drafts/offered.ts';

interface FoundDraft<T> {
  /** When it was typed last, Unix ms. */
  readonly atMs: number;
  readonly draft: T;
}

/** Null where nothing is kept or it cannot be read. */
export function keptDraft<T>(
  drafts: Drafts | undefined,
  of: string,
  parse: (stored: unknown) => T | null,
): FoundDraft<T> | null {
  const stored = drafts?.kept(of) ?? null;
  const draft = stored === null ? null : parse(stored.draft);
  return stored === null || draft === null ? null : { atMs: stored.atMs, draft };
}
