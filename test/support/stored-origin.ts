/** Reads all that an origin has stored in a browser as plain JSON, and stores it in another browser. */
import type { Page } from 'playwright-core';

interface StoredStore {
  readonly name: string;
  readonly keyPath: string | readonly string[] | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly {
    readonly name: string;
    readonly keyPath: string | readonly string[];
    readonly unique: boolean;
    readonly multiEntry: boolean;
  }[];
  /** With keys only where the rows do not contain them. */
  readonly rows: readonly { readonly key?: unknown; readonly row: unknown }[];
}

/** What is in sessionStorage ends with its window, and caches are filled by the app's worker: neither is here. */
export interface StoredOrigin {
  readonly databases: readonly {
    readonly name: string;
    readonly version: number;
    readonly stores: readonly StoredStore[];
  }[];
  /** Private files by path, in Base64. */
  readonly files: Readonly<Record<string, string>>;
  readonly localStorage: Readonly<Record<string, string>>;
}

/** `page` shows a document of the origin that changes nothing there. Rejects when a row has a value that JSON would change. */
export async function readOrigin(page: Page): Promise<StoredOrigin> {
  // As one text, because the browser's protocol takes long over many small values.
  const json = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) =>
        Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error!) }),
      );
    const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    /** Typed arrays become `{ $bytes, $type }`. */
    const plain = (value: unknown): unknown => {
      if (ArrayBuffer.isView(value))
        return {
          $type: value.constructor.name,
          $bytes: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
        };
      if (Array.isArray(value)) return value.map(plain);
      if (typeof value === 'object' && value !== null) {
        if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`a row has a ${value.constructor.name}`);
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
      }
      if (
        typeof value === 'bigint' ||
        (typeof value === 'number' && !Object.is(JSON.parse(JSON.stringify(value)), value))
      )
        throw new Error(`a row has the number ${value}`);
      return value;
    };
    const databases = [];
    for (const { name, version } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name!));
      const stores = [];
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, rows] = await Promise.all([
          done(store.getAllKeys()),
          done(store.getAll() as IDBRequest<unknown[]>),
        ]);
        const { keyPath, autoIncrement } = store;
        stores.push({
          name: storeName,
          keyPath,
          autoIncrement,
          indexes: [...store.indexNames].map((indexName) => {
            const { name, keyPath, unique, multiEntry } = store.index(indexName);
            return { name, keyPath, unique, multiEntry };
          }),
          rows: rows.map((row, at) => ({ ...(keyPath === null ? { key: plain(keys[at]) } : {}), row: plain(row) })),
        });
      }
      database.close();
      databases.push({ name: name!, version: version!, stores });
    }
    const files: Record<string, string> = {};
    const readFolder = async (folder: FileSystemDirectoryHandle, prefix: string): Promise<void> => {
      for await (const [name, handle] of folder.entries())
        if (handle.kind === 'directory') await readFolder(handle, `${prefix}${name}/`);
        else files[prefix + name] = base64(new Uint8Array(await (await handle.getFile()).arrayBuffer()));
    };
    await readFolder(await navigator.storage.getDirectory(), '');
    return JSON.stringify({ databases, files, localStorage: { ...localStorage } });
  });
  return JSON.parse(json) as StoredOrigin;
}

/** `page` shows a document of the origin, which has stored nothing. */
export function storeOrigin(page: Page, stored: StoredOrigin): Promise<void> {
  return page.evaluate(async (json) => {
    const { databases, files, localStorage: texts } = JSON.parse(json) as StoredOrigin;
    const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
      Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const restored = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(restored);
      if (typeof value !== 'object' || value === null) return value;
      if ('$bytes' in value && '$type' in value) {
        const type = (globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[
          String(value.$type)
        ]!;
        return new type(bytesOf(String(value.$bytes)).buffer);
      }
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, restored(one)]));
    };
    for (const { name, version, stores } of databases)
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version);
        opening.onupgradeneeded = () => {
          for (const { name, keyPath, autoIncrement, indexes, rows } of stores) {
            const store = opening.result.createObjectStore(name, {
              keyPath: keyPath as string | string[] | null,
              autoIncrement,
            });
            for (const { name, keyPath, unique, multiEntry } of indexes)
              store.createIndex(name, keyPath as string | string[], { unique, multiEntry });
            for (const { key, row } of rows) store.put(restored(row), restored(key) as IDBValidKey | undefined);
          }
        };
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      });
    for (const [path, content] of Object.entries(files)) {
      const names = path.split('/');
      let folder = await navigator.storage.getDirectory();
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
      const writable = await (await folder.getFileHandle(names.at(-1)!, { create: true })).createWritable();
      await writable.write(bytesOf(content));
      await writable.close();
    }
    for (const [name, text] of Object.entries(texts)) localStorage.setItem(name, text);
  }, JSON.stringify(stored));
}
