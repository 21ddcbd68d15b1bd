/** Readings of a beacon as they are offered to the screens (field-facts.md 6). */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { Offer } from '../../domain/extensions.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { UnusablePacket } from '../prepare/package-check.ts';

/** What is known of the backend's three calls: encrypt the request, take over a reading, show what is in it. */
export interface ReadingOffers {
  readonly readAll: Offer;
  readonly sync: Offer;
  readonly decrypt: Offer;
}

/** The result of asking the backend for a reading's request, or for what is in a reading. */
export type ReadingFailure =
  /** The backend has no such call. */
  | { readonly kind: 'notOffered' }
  /** The answer does not name the device: unknown, or not accessible with this key. */
  | { readonly kind: 'notAccessible' }
  | { readonly kind: 'storageFailed'; readonly detail: string }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export type ReadingOutcome =
  | { readonly kind: 'onThisPhone'; readonly package: CarriedPackage }
  | {
      readonly kind: 'unusable';
      readonly reason: UnusablePacket;
      readonly bytes: number | null;
    }
  | ReadingFailure;

export type ValuesOutcome = { readonly kind: 'found'; readonly receipt: Receipt } | ReadingFailure;

export interface Readings {
  /** Never rejects. */
  offers(): Promise<ReadingOffers>;
  /**
   * Fetches the request for all values of a beacon and stores it on this phone as a package. Its run is started like
   * that of any package. Never rejects.
   */
  fetch(uniqueId: string, options?: { signal?: AbortSignal }): Promise<ReadingOutcome>;
  /** Asks the backend what is in a reading and stores it with the receipt. The backend changes nothing. Never rejects. */
  fetchValues(receiptId: string, options?: { signal?: AbortSignal }): Promise<ValuesOutcome>;
}
