/** The store of drafts. */
import type { KeptDraft } from './offered.ts';
import type { Watchable } from '../surroundings.ts';

export interface DraftStore extends Watchable {
  all(): Promise<ReadonlyMap<string, KeptDraft>>;
  /** Stores a draft; null removes it. */
  put(of: string, kept: KeptDraft | null): Promise<void>;
}
