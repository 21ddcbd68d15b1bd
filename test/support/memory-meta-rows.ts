/** Rows of one kind in the store `meta` (src/storage/stores/meta-rows.ts) in memory: templates and known extensions. */

export interface MemoryMetaRows<T> {
  all(): Promise<Map<string, T>>;
  put(of: string, row: T | null): Promise<void>;
  watch(listener: (of: readonly string[]) => void): () => void;
}

export function createMemoryMetaRows<T>(): MemoryMetaRows<T> {
  const rows = new Map<string, T>();
  const listeners = new Set<(of: readonly string[]) => void>();
  return {
    all: async () => new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1))),
    async put(of, row) {
      if (row === null) rows.delete(of);
      else rows.set(of, row);
      await Promise.resolve();
      for (const listener of listeners) listener([of]);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
