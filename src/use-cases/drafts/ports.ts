/** The store of drafts. */
import type { StoredDraft } from './drafts.ts';
import type { Watchable } from '../surroundings.ts';

/** A draft is named by its form and subject; `watch` tells these names. */
export interface DraftStore extends Watchable {
  all(): Promise<ReadonlyMap<string, StoredDraft>>;
  get(of: string): Promise<StoredDraft | null>;
  /** Stores a draft; null removes it. */
  put(of: string, draft: StoredDraft | null): Promise<void>;
}
