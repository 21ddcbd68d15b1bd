/** Drafts as they are offered to the screens: what a person has typed and not sent yet. */

export interface StoredDraft {
  /** When it was last edited, Unix ms. */
  readonly atMs: number;
  /** The draft in the form of its page, which has to parse it. */
  readonly draft: unknown;
}

export interface Drafts {
  /** Returns the draft of a form; `of` names the form and its subject. Null when nothing is stored. */
  load(of: string): StoredDraft | null;
  /**
   * Stores a draft; null deletes it. Must not contain a secret. Kept while the page is open even if it cannot be
   * stored.
   */
  store(of: string, draft: object | null): void;
}
