/** The calls of the backend that this room needs; the client in `backend` is typed by them, and none ever rejects. */
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { AttributeValues, Device } from '../../domain/device.ts';

export interface CreatedConfigs {
  /** What is pending now for each device that was accepted; null when a 2xx names none. */
  readonly records: readonly { readonly uniqueId: string; readonly values: AttributeValues }[] | null;
}

export interface PrepareBackend {
  /** POST /config/create (interface.md 4.4). An id that is absent from the answer is not accessible with this key. */
  createConfig(
    request: {
      /** One id, or several that get the same values. */
      readonly uniqueIds: readonly string[];
      readonly deviceType: string;
      readonly values: AttributeValues;
      /** Nothing was pending before, as far as is known: the record's `created` is now. */
      readonly isFirst?: boolean;
    },
    signal?: AbortSignal,
  ): Promise<BackendResult<CreatedConfigs>>;
  /**
   * GET /config: null when nothing is pending; failure `notFound` where the backend has no such call, `invalid` where it answers
   * about other devices only.
   */
  readPending(
    uniqueId: string,
    deviceType: string,
    signal?: AbortSignal,
  ): Promise<BackendResult<AttributeValues | null>>;
  /** GET /config/encrypt: the package as spelled; null when nothing is listed, failure `invalid` when only other devices are. */
  encryptConfig(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<string | null>>;
  /** GET /device by uniqueId: null when it is proven not to be in the list. */
  readDevice(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<Device | null>>;
}
