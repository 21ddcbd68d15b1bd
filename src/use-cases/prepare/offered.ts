/** What preparing a package offers to the screens. */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { AnswerDifference } from '../../domain/answer-comparison.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues } from '../../domain/device.ts';
import type { Live } from '../../domain/live.ts';

export interface PrepareInput {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly values: AttributeValues;
  readonly before: AttributeValues;
}

/**
 * What came of it. `differences`: where the backend does not hold what was asked for, or does not say what it holds; absent or empty = it
 * holds all.
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
  /** The backend holds it, and the gateway will fetch it by itself: there is no package. */
  | {
      readonly kind: 'waitingForGateway';
      readonly package: CarriedPackage;
      readonly differences?: readonly AnswerDifference[];
    }
  /**
   * The backend has nothing pending and no package any more: a gateway may have applied it (field-facts.md 6). `isApplied`: the device
   * shows the values.
   */
  | { readonly kind: 'noLongerPending'; readonly isApplied: boolean }
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
  /** POST /config/create was not answered: the backend may hold it pending or not. */
  | { readonly kind: 'unknown'; readonly failure: BackendFailure }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export interface Prepare {
  readonly packages: Live<readonly CarriedPackage[]>;
  /** POST /config/create, then GET /config/encrypt, then a strict save (interface.md 4.4). */
  prepare(input: PrepareInput, options?: { signal?: AbortSignal }): Promise<PrepareOutcome>;
  /** GET /config/encrypt alone, for a device that is prepared already. Of a gateway: whether it has applied what is pending. */
  fetchPackage(uniqueId: string, options?: { signal?: AbortSignal }): Promise<PrepareOutcome>;
}
