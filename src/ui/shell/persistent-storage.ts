/** Asks the browser to keep the app's data when space runs out (`navigator.storage.persist`). */

/** Returns null in a browser that cannot say. */
export async function isStoragePersistent(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.()) ?? null;
}

/** The browser may ask the person. Returns whether the data is kept. */
export async function askPersistentStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}
