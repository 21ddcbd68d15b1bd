/** Notifies listeners of changed stores, in this window, in other windows and in the service worker. */
import * as z from 'zod/mini';
import { lenientList } from '../../domain/schema.ts';
import { changesChannel } from '../../names.ts';

/** Message between windows. Any page of this origin can write to the channel, so it is validated. */
const changeMessage = lenientList(z.string());

/** IDs of the rows that a change touched, by store. For an absent store any row may have changed. */
export type TouchedRows<Store extends string> = Partial<Record<Store, readonly string[]>>;

/** Receives the IDs of the changed rows; null when any row may have changed. */
type Listener = (ids: readonly string[] | null) => void;

export type Changes<Store extends string> = ReturnType<typeof openChanges<Store>>;

/**
 * Opens the channel of a database. All windows that share the database use the same `name`. Messages contain names of
 * stores and IDs of rows, but no content.
 */
export function openChanges<Store extends string>(name: string) {
  const channel = new BroadcastChannel(changesChannel(name));
  const listeners = new Map<string, Set<Listener>>();

  /** `entries` contains the name of each changed store, and `store:id` for each changed row if the rows are known. */
  function notify(entries: readonly string[]): void {
    for (const [store, ofStore] of listeners) {
      if (!entries.includes(store)) continue;
      const ids = entries.filter((one) => one.startsWith(`${store}:`)).map((one) => one.slice(store.length + 1));
      for (const listener of Array.from(ofStore)) listener(ids.length === 0 ? null : ids);
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => notify(changeMessage.parse(data)));

  return {
    /** Calls the listener after each change in any window or the worker. Returns a function that unsubscribes. */
    watch(store: Store, listener: Listener): () => void {
      const ofStore = listeners.get(store) ?? new Set();
      listeners.set(store, ofStore);
      ofStore.add(listener);
      return () => void ofStore.delete(listener);
    },
    /** Notifies all listeners. Must be called after the transaction is complete. */
    announce(stores: readonly Store[], touched: TouchedRows<Store> = {}): void {
      const entries = stores.flatMap((store) => [store, ...(touched[store] ?? []).map((id) => `${store}:${id}`)]);
      try {
        channel.postMessage(entries);
      } catch {
        // The channel was closed; other windows see the change at their next read.
      }
      notify(entries);
    },
    /** Stops all notifications. */
    close(): void {
      channel.close();
      listeners.clear();
    },
  };
}
