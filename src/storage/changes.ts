/** Announces that a store has changed: to listeners here, in the other windows and in the service worker. */

export interface Changes<Store extends string> {
  /** Called after a change in any window or in the worker. Returns the way to stop. */
  watch(store: Store, listener: () => void): () => void;
  /** Call after the transaction is complete, never before. */
  announce(stores: readonly Store[]): void;
  close(): void;
}

/** `name` is the same for all who share the database. The message carries store names only, no row. */
export function openChanges<Store extends string>(name: string): Changes<Store> {
  const channel = new BroadcastChannel(`fieldkit-changes:${name}`);
  const listeners = new Map<string, Set<() => void>>();

  function tell(stores: readonly unknown[]): void {
    for (const store of stores) {
      if (typeof store !== 'string') continue;
      for (const listener of Array.from(listeners.get(store) ?? [])) listener();
    }
  }

  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (Array.isArray(event.data)) tell(event.data);
  });

  return {
    watch(store, listener) {
      const ofStore = listeners.get(store) ?? new Set();
      listeners.set(store, ofStore);
      ofStore.add(listener);
      return () => void ofStore.delete(listener);
    },
    announce(stores) {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
        channel.postMessage([...stores]);
      } catch {
        // Closed meanwhile: the others read the store when they next look.
      }
      tell(stores);
    },
    close() {
      channel.close();
      listeners.clear();
    },
  };
}
