/** What is known of the calls beyond the interface that this account's backend offers: learned from its answers, and kept for the account. */
import { offerOf, type Extension, type KnownExtension, type Offer } from '../domain/extensions.ts';
import type { Clock } from './surroundings.ts';

/** By the name of the extension. */
export interface ExtensionStore {
  all(): Promise<ReadonlyMap<string, KnownExtension>>;
  put(extension: string, known: KnownExtension): Promise<void>;
}

export interface Extensions {
  /** Never rejects. */
  offer(extension: Extension): Promise<Offer>;
  /** An answer has shown it. */
  learn(extension: Extension, isOffered: boolean): void;
}

interface ExtensionsParts {
  readonly extensions: ExtensionStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly onTrouble: (error: unknown) => void;
}

export function createExtensions({ extensions: store, clock, onTrouble }: ExtensionsParts): Extensions {
  /** The answers of this window. They count at once, even if they cannot be stored. */
  const learned = new Map<string, KnownExtension>();

  return {
    async offer(extension) {
      let stored: Awaited<ReturnType<ExtensionStore['all']>> = new Map();
      try {
        stored = await store.all();
      } catch (error) {
        onTrouble(error);
      }
      return offerOf(learned.get(extension) ?? stored.get(extension), clock.nowMs());
    },
    learn(extension, isOffered) {
      const record = { isOffered, atMs: clock.nowMs() };
      learned.set(extension, record);
      store.put(extension, record).catch(onTrouble);
    },
  };
}
