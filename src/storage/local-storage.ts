/**
 * The part of `localStorage` that storage uses. Code that also runs in a worker, where neither `localStorage` nor the type `Storage`
 * exists, takes this type and is given null there.
 */
export interface LocalStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
