/** A person's choice on a page, stored on this device for each account. */

/** Returns the stored value for the caller to parse. Null if there is none or it cannot be read. */
export function loadAccountChoice(key: string, accountId: string | null): unknown {
  if (accountId === null) return null;
  try {
    return JSON.parse(localStorage.getItem(key + accountId) ?? 'null');
  } catch {
    return null;
  }
}

/** Null removes it. False when it was not stored, because there is no space: it lasts only while the app is open. */
export function storeAccountChoice(key: string, accountId: string | null, value: object | null): boolean {
  if (accountId === null) return false;
  try {
    if (value === null) localStorage.removeItem(key + accountId);
    else localStorage.setItem(key + accountId, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Removes the choices of accounts that are no longer on this device. */
export function removeOtherAccounts(key: string, accountIds: readonly string[]): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(key) && !accountIds.includes(name.slice(key.length))) localStorage.removeItem(name);
}
