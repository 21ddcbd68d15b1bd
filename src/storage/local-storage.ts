/**
 * The part of `localStorage` that storage uses. Code that also runs in a worker takes this type, because `localStorage`
 * and the type `Storage` do not exist there; it receives null.
 */
export interface LocalStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
