/** What preparing a package offers to the screens. */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import type { AttributeValues } from '../../domain/device.ts';
import type { Live } from '../../domain/live.ts';

export interface PrepareInput {
  readonly uniqueId: string;
  readonly deviceType: string;
  readonly values: AttributeValues;
  readonly before: AttributeValues;
}

export type PrepareOutcome =
  | { readonly kind: 'onThisPhone'; readonly package: CarriedPackage; readonly remarks: readonly string[] }
  | { readonly kind: 'preparedOnly'; readonly package: CarriedPackage; readonly failure: BackendFailure }
  | { readonly kind: 'notAccessible' }
  | { readonly kind: 'blocked'; readonly reason: 'undeliveredReceipt' | 'unfinishedRun' }
  | {
      readonly kind: 'unusable';
      readonly package: CarriedPackage;
      readonly reason: 'notBase64' | 'empty' | 'tooLarge' | 'absent' | 'written';
      readonly bytes: number | null;
    }
  | { readonly kind: 'storageFailed'; readonly detail: string }
  /** POST /config/create was not answered: the backend may hold it pending or not. */
  | { readonly kind: 'unknown'; readonly failure: BackendFailure }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

export interface Prepare {
  readonly packages: Live<readonly CarriedPackage[]>;
  /** POST /config/create, then GET /config/encrypt, then a strict save (interface.md 4.4). */
  prepare(input: PrepareInput, options?: { signal?: AbortSignal }): Promise<PrepareOutcome>;
  /** GET /config/encrypt alone, for a device that is prepared already. */
  fetchPackage(uniqueId: string, options?: { signal?: AbortSignal }): Promise<PrepareOutcome>;
}
