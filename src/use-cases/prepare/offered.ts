/** The services for the screens that prepare a package. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { AnswerDifference } from '../../domain/answer-comparison.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues } from '../../domain/device.ts';
import type { Offer } from '../../domain/extensions.ts';

export interface PrepareInput {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly values: AttributeValues;
  readonly before: AttributeValues;
}

/**
 * The outcome. `differences`: where the backend's values differ from the requested ones, or are not reported; absent or
 * empty when there are none.
 */
export type PrepareOutcome =
  | {
      readonly kind: 'onThisPhone';
      readonly package: CarriedPackage;
      readonly remarks: readonly string[];
      readonly differences?: readonly AnswerDifference[];
    }
  | {
      readonly kind: 'preparedOnly';
      readonly package: CarriedPackage;
      readonly failure: BackendFailure;
      readonly differences?: readonly AnswerDifference[];
    }
  /** The backend holds the change, and the gateway will fetch it itself: there is no package. */
  | {
      readonly kind: 'waitingForGateway';
      readonly package: CarriedPackage;
      readonly differences?: readonly AnswerDifference[];
    }
  /**
   * The backend has neither a pending change nor a package: a gateway may have applied it (field-facts.md 6).
   * `isApplied`: the device shows the values.
   */
  | { readonly kind: 'noLongerPending'; readonly isApplied: boolean }
  /** The change was withdrawn, and the backend shows that nothing is pending. */
  | { readonly kind: 'withdrawn' }
  /** The backend has accepted the withdrawal, but still shows something pending. */
  | { readonly kind: 'stillPending' }
  /** The backend has no call for a withdrawal. */
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'notAccessible' }
  | { readonly kind: 'blocked'; readonly reason: 'undeliveredReceipt' | 'unfinishedRun' }
  | {
      readonly kind: 'unusable';
      readonly package: CarriedPackage;
      readonly reason: 'notBase64' | 'empty' | 'tooShort' | 'tooLarge' | 'absent' | 'written';
      readonly bytes: number | null;
      readonly differences?: readonly AnswerDifference[];
    }
  | { readonly kind: 'storageFailed'; readonly detail: string }
  /** POST /config/create got no answer: the change may be pending or not. */
  | { readonly kind: 'unknown'; readonly failure: BackendFailure }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export interface Prepare {
  readonly packages: ReadonlySignal<readonly CarriedPackage[]>;
  /** POST /config/create, then GET /config/encrypt, then a strict write (interface.md 4.4). */
  prepare(input: PrepareInput, options?: { signal?: AbortSignal }): Promise<PrepareOutcome>;
  /**
   * GET /config/encrypt alone, for a device that is already prepared. For a gateway: checks whether it has applied what
   * is pending.
   */
  fetchPackage(uniqueId: string, options?: { signal?: AbortSignal }): Promise<PrepareOutcome>;
}

/** Withdraws prepared changes (field-facts.md 6). */
export interface Withdrawals {
  /** Returns whether the backend has the call, as far as its answers have shown. Never rejects. */
  offer(): Promise<Offer>;
  /** Leaves a change alone that a run may have written, or whose receipt is not delivered. Never rejects. */
  withdraw(uniqueId: string): Promise<PrepareOutcome>;
}
