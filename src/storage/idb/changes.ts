/** Announces that a store has changed: to listeners here, in the other windows and in the service worker. */
import * as z from 'zod/mini';
import { lenientList } from '../../domain/schema.ts';
import { changesChannel } from '../../names.ts';

/** What one window says to the others; any page of this origin may write to the channel. */
const storeNames = lenientList(z.string());

export interface Changes<Store extends string> {
  /** Called after a change in any window or in the worker. Returns the way to stop. */
  watch(store: Store, listener: () => void): () => void;
  /** Call after the transaction is complete, never before. */
  announce(stores: readonly Store[]): void;
  /** Tells at once what is held back; nothing where nothing is. */
  tellNow(): void;
  /** Tells the others what was held back, and nobody any more. */
  close(): void;
}

/**
 * Holds news back while one write follows another: everybody who hears reads whole stores, and those reads would stand
 * in the way of the next strict write (a journal step, a response on its way to the disk).
 */
export interface Calm {
  /** News of a change that touches one of these waits; any other is told at once, and takes along what waits. */
  readonly stores: readonly string[];
  /** News is told when nothing was announced for so long. */
  readonly quietMs: number;
  /** But never later than this after its change. */
  readonly mostMs: number;
}

/** `name` is the same for all who share the database. The message carries store names only, no row. */
export function openChanges<Store extends string>(name: string, calm: Calm | null = null): Changes<Store> {
  const channel = new BroadcastChannel(changesChannel(name));
  const listeners = new Map<string, Set<() => void>>();
  const held = new Set<Store>();
  let heldSinceMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(stores: readonly string[]): void {
    for (const store of stores) for (const listener of Array.from(listeners.get(store) ?? [])) listener();
  }

  function publish(stores: readonly Store[]): void {
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
      channel.postMessage([...stores]);
    } catch {
      // Closed meanwhile: the others read the store when they next look.
    }
    tell(stores);
  }

  function tellNow(): void {
    clearTimeout(timer);
    if (held.size === 0) return;
    const stores = [...held];
    held.clear();
    publish(stores);
  }

  function hold(stores: readonly Store[], { stores: calmStores, quietMs, mostMs }: Calm): void {
    const nowMs = performance.now();
    if (held.size === 0) heldSinceMs = nowMs;
    for (const store of stores) held.add(store);
    clearTimeout(timer);
    if (!stores.some((store) => calmStores.includes(store))) return tellNow();
    timer = setTimeout(tellNow, Math.max(0, Math.min(quietMs, heldSinceMs + mostMs - nowMs)));
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => tell(storeNames.parse(data)));

  return {
    watch(store, listener) {
      const ofStore = listeners.get(store) ?? new Set();
      listeners.set(store, ofStore);
      ofStore.add(listener);
      return () => void ofStore.delete(listener);
    },
    announce: (stores) => (calm === null ? publish(stores) : hold(stores, calm)),
    tellNow,
    close() {
      tellNow();
      channel.close();
      listeners.clear();
    },
  };
}
