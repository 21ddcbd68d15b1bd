/** Announces that a store has changed: to listeners here, in the other windows and in the service worker. */
import * as z from 'zod/mini';
import { lenientList } from '../../domain/schema.ts';
import { changesChannel } from '../../names.ts';

/** What one window says to the others; any page of this origin may write to the channel. */
const news = lenientList(z.string());

/** The ids of the rows that a change touched, by store. A store that is absent here may have changed as a whole. */
export type TouchedRows<Store extends string> = Partial<Record<Store, readonly string[]>>;

/** Gets the ids of the rows that have changed; null: any row of the store may have. */
type Listener = (ids: readonly string[] | null) => void;

export interface Changes<Store extends string> {
  /** Called after a change in any window or in the worker. Returns the way to stop. */
  watch(store: Store, listener: Listener): () => void;
  /** Call after the transaction is complete, never before. */
  announce(stores: readonly Store[], touched?: TouchedRows<Store>): void;
  /** Tells nobody any more. */
  close(): void;
}

/** `name` is the same for all who share the database. The message carries names of stores and ids of rows, no row. */
export function openChanges<Store extends string>(name: string): Changes<Store> {
  const channel = new BroadcastChannel(changesChannel(name));
  const listeners = new Map<string, Set<Listener>>();

  /** `said`: the name of each store, and `store:id` for each row of a store whose changed rows are known. */
  function tell(said: readonly string[]): void {
    for (const [store, ofStore] of listeners) {
      if (!said.includes(store)) continue;
      const ids = said.filter((one) => one.startsWith(`${store}:`)).map((one) => one.slice(store.length + 1));
      for (const listener of Array.from(ofStore)) listener(ids.length === 0 ? null : ids);
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => tell(news.parse(data)));

  return {
    watch(store, listener) {
      const ofStore = listeners.get(store) ?? new Set();
      listeners.set(store, ofStore);
      ofStore.add(listener);
      return () => void ofStore.delete(listener);
    },
    announce(stores, touched = {}) {
      const said = stores.flatMap((store) => [store, ...(touched[store] ?? []).map((id) => `${store}:${id}`)]);
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
        channel.postMessage(said);
      } catch {
        // Closed meanwhile: the others read the store when they next look.
      }
      tell(said);
    },
    close() {
      channel.close();
      listeners.clear();
    },
  };
}
