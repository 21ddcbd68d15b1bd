/** What a person has typed and not sent yet, kept for this window through Back, other pages and a reload; a secret never is. */
import { DRAFT_KEY } from '../../names.ts';

/** Null where nothing is kept or it cannot be read. */
export function keptDraft<T>(accountId: string, of: string, parse: (stored: unknown) => T | null): T | null {
  try {
    const stored = sessionStorage.getItem(keyOf(accountId, of));
    return stored === null ? null : parse(JSON.parse(stored));
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepDraft(accountId: string, of: string, draft: object | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(accountId, of));
    else sessionStorage.setItem(keyOf(accountId, of), JSON.stringify(draft));
  } catch {
    // No room: it is kept while the page is open.
  }
}

/** Of an account that is removed from this device. */
export function forgetDrafts(accountId: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(keyOf(accountId, ''))) sessionStorage.removeItem(key);
}

function keyOf(accountId: string, of: string): string {
  return `${DRAFT_KEY}${accountId}-${of}`;
}
