/** The store of drafts. */
import type { StoredDraft } from './offered.ts';
import type { Watchable } from '../surroundings.ts';

export interface DraftStore extends Watchable {
  all(): Promise<ReadonlyMap<string, StoredDraft>>;
  /** Stores a draft; null removes it. */
  put(of: string, draft: StoredDraft | null): Promise<void>;
}
