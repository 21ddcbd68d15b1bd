/**
 * The devices that are selected in the list, for the screens that act on them. The selection survives a reload of this
 * window, but not a change of the account.
 */
import { signal } from '@preact/signals-core';
import * as z from 'zod/mini';
import { lenientList } from '../../domain/schema.ts';
import { selectionKey } from '../../names.ts';
import { onAccountChange } from './account-state.ts';

const storedIds = lenientList(z.string());

let account: string | null = null;

export const selection = signal<readonly string[]>([]);

selection.subscribe(() => {
  if (account === null) return;
  try {
    sessionStorage.setItem(selectionKey(account), JSON.stringify(selection.value));
  } catch {
    // There is no space, so the selection lasts only while the app is open.
  }
});

onAccountChange((accountId) => {
  // It was just read from storage, so it is not stored again.
  account = null;
  selection.value = accountId === null ? [] : storedFor(accountId);
  account = accountId;
});

/** Ends the selection once its act is finished. Only devices that the act did not succeed for stay selected. */
export function endSelection(failed: readonly string[] = []): void {
  selection.value = failed;
}

function storedFor(accountId: string): readonly string[] {
  try {
    return storedIds.parse(JSON.parse(sessionStorage.getItem(selectionKey(accountId)) ?? '[]'));
  } catch {
    return [];
  }
}
