/** What is known of the calls beyond the interface that this account's backend offers: learned from its answers, and kept for the account. */
import { offerOf, type Extension, type KnownExtension, type Offer } from '../domain/extensions.ts';
import type { Clock } from './surroundings.ts';

/** By the name of the extension. */
export interface ExtensionStore {
  all(): Promise<ReadonlyMap<string, KnownExtension>>;
  put(extension: string, known: KnownExtension): Promise<void>;
}

export type Extensions = ReturnType<typeof createExtensions>;

interface ExtensionsParts {
  readonly extensions: ExtensionStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly onTrouble: (error: unknown) => void;
}

export function createExtensions({ extensions: store, clock, onTrouble }: ExtensionsParts) {
  /** The answers of this window. They count at once, even if they cannot be stored. */
  const learned = new Map<string, KnownExtension>();

  return {
    /** Never rejects. */
    async offer(extension: Extension): Promise<Offer> {
      let known = learned.get(extension);
      try {
        known ??= (await store.all()).get(extension);
      } catch (error) {
        onTrouble(error);
      }
      return offerOf(known, clock.nowMs());
    },
    /** An answer has shown it. */
    learn(extension: Extension, isOffered: boolean) {
      // What is offered does not expire.
      if (isOffered && learned.get(extension)?.isOffered === true) return;
      const record = { isOffered, atMs: clock.nowMs() };
      learned.set(extension, record);
      store.put(extension, record).catch(onTrouble);
    },
  };
}
