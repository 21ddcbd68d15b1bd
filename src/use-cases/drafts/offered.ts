/** What drafts offer to the screens: what a person has typed and not sent yet. */

export interface KeptDraft {
  /** When it was typed last, Unix ms. */
  readonly atMs: number;
  /** As its page gave it; to be parsed by that page. */
  readonly draft: unknown;
}

export interface Drafts {
  /** `of` names the form and what it is about. Null where nothing is kept. */
  kept(of: string): KeptDraft | null;
  /** Null forgets it. Never holds a secret. Kept while the page is open even where it cannot be stored. */
  keep(of: string, draft: object | null): void;
}
