/** What a person has chosen on a page, remembered on this device for each account under a key of its own. */

/** The stored value, for a total reader; null where there is none or it cannot be read. */
export function keptFor(key: string, accountId: string | null): unknown {
  if (accountId === null) return null;
  try {
    return JSON.parse(localStorage.getItem(key + accountId) ?? 'null');
  } catch {
    return null;
  }
}

/** Null forgets it. Without room it holds while the app is open. */
export function keepFor(key: string, accountId: string | null, value: object | null): void {
  if (accountId === null) return;
  try {
    if (value === null) localStorage.removeItem(key + accountId);
    else localStorage.setItem(key + accountId, JSON.stringify(value));
  } catch {
    // No room.
  }
}

/** Accounts that are here no more have nothing kept. */
export function forgetOthers(key: string, known: readonly string[]): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(key) && !known.includes(name.slice(key.length))) localStorage.removeItem(name);
}
