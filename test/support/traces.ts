/** Returns as text everything stored in this browser that a page of the app's origin can read. */
import type { Page } from 'playwright-core';

/**
 * Returns the traces of this window: session storage, history state, name, title, and all readable text on the screen.
 */
export function windowTraces(page: Page): Promise<string> {
  return page.evaluate(() => {
    const screen: string[] = [];
    const read = (node: Node): void => {
      if (node instanceof Text) screen.push(node.data);
      if (node instanceof HTMLStyleElement) return;
      if (node instanceof Element) {
        for (const { value } of node.attributes) screen.push(value);
        if (node.shadowRoot !== null) read(node.shadowRoot);
      }
      for (const child of node.childNodes) read(child);
    };
    read(document.documentElement);
    const states = window.navigation.entries().map((entry) => entry.getState());
    return JSON.stringify([{ ...sessionStorage }, history.state, states, window.name, document.title, screen]);
  });
}

/** By name: a key of local storage, a database, a cache entry, a file. Each text begins with that name. */
export type StoredTraces = Readonly<Record<string, string>>;

export function storedTraces(page: Page): Promise<StoredTraces> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const stored: Record<string, string> = {};
    const keep = (name: string, content: string): void => void (stored[name] = `${name} ${content}`);
    for (const [key, value] of Object.entries({ ...localStorage })) keep(`localStorage ${key}`, String(value));
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      const rows: unknown[] = [];
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = [objects.getAllKeys(), objects.getAll()];
        rows.push(store, await done(keys), await done(values));
      }
      database.close();
      keep(`database ${name}`, JSON.stringify(rows));
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        keep(`cache ${name} ${request.url}`, (await (await cache.match(request))?.text()) ?? '');
    }
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemHandle]>) {
        if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle, `${path}/${name}`);
        else {
          // A file that the app has open may not be readable here, but its name is.
          const file = await (handle as FileSystemFileHandle).getFile().catch(() => null);
          keep(`file ${path}/${name}`, (await file?.text()) ?? '');
        }
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return stored;
  });
}

/** Returns the names of the stores that contain the text. */
export function holdersOf(text: string, stored: StoredTraces): string[] {
  return Object.entries(stored)
    .filter(([, content]) => content.includes(text))
    .map(([name]) => name)
    .sort();
}
