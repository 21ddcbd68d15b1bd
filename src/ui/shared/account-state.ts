/**
 * Module-level state of the screens that belongs to one account. Each module with such state registers here, so that
 * nothing of an account remains for the next one. test/account-state.test.ts fails for a module that does not.
 */
import { isSelectionKey, selectionKey } from '../../names.ts';

type Listener = (accountId: string | null) => void;

const listeners: Listener[] = [];
let current: string | null = null;

/**
 * Calls `listener` when an account is opened (its id) and when it is left (null): on lock, sign-out, removal, and before another
 * account is opened. Where an account is open, `listener` is called at once.
 */
export function onAccountChange(listener: Listener): void {
  listeners.push(listener);
  if (current !== null) listener(current);
}

/** Called by the composition root, before any page shows the account. */
export function accountChanged(accountId: string | null): void {
  const left = current;
  current = accountId;
  if (left !== null && left !== accountId) for (const listener of listeners) listener(null);
  forgetStored(accountId);
  if (accountId !== null && left !== accountId) for (const listener of listeners) listener(accountId);
}

/** Clears it even if the module that stored it is not loaded. */
function forgetStored(accountId: string | null): void {
  try {
    const storageKey = accountId === null ? null : selectionKey(accountId);
    for (const key of Object.keys(sessionStorage))
      if (isSelectionKey(key) && key !== storageKey) sessionStorage.removeItem(key);
  } catch {
    // The browser blocks storage, so there is nothing to remove.
  }
}
