/** The devices that are chosen in the list, for the screens that act on them. They outlive a reload of this window, not the account. */
import * as z from 'zod/mini';
import { createLive } from '../../domain/live.ts';
import { lenientList } from '../../domain/schema.ts';
import { selectionKey } from '../../names.ts';
import { onAccountChange } from './account-state.ts';

const storedIds = lenientList(z.string());

let account: string | null = null;

export const selection = createLive<readonly string[]>([]);

selection.subscribe(() => {
  if (account === null) return;
  try {
    sessionStorage.setItem(selectionKey(account), JSON.stringify(selection.value));
  } catch {
    // No room: they are known while the app is open.
  }
});

onAccountChange((accountId) => {
  // Not stored again: this is what is stored.
  account = null;
  selection.set(accountId === null ? [] : storedFor(accountId));
  account = accountId;
});

function storedFor(accountId: string): readonly string[] {
  try {
    return storedIds.parse(JSON.parse(sessionStorage.getItem(selectionKey(accountId)) ?? '[]'));
  } catch {
    return [];
  }
}
