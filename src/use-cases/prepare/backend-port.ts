/** The backend requests that preparing needs. The client in `backend` implements them. None of them rejects. */
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { OfferedPacket } from '../../domain/delivery/answer-types.ts';
import type { AttributeValues, Device } from '../../domain/device.ts';

export interface CreatedConfigs {
  /** The pending record of each accepted device. Null: the answer is a 2xx that names none. */
  readonly records: readonly PendingRecord[] | null;
}

/** The pending configuration of one device. */
export interface PendingRecord {
  readonly uniqueId: string;
  readonly values: AttributeValues;
}

/**
 * Requests for many devices. A device that is missing in an answer has nothing pending, or was left out of the list.
 */
export interface ConfigLists {
  /** GET /config/encrypt: returns the packages as the backend spells them. */
  encryptConfigs(uniqueIds: readonly string[]): Promise<BackendResult<readonly OfferedPacket[]>>;
  /** GET /config for devices of one type. Failure `notFound` if the backend has no such request. */
  readPendings(uniqueIds: readonly string[], deviceType: string): Promise<BackendResult<readonly PendingRecord[]>>;
}

export interface PrepareBackend {
  /** POST /config/create (interface.md 4.4). An ID that is missing in the answer is not accessible with this key. */
  createConfig(
    request: {
      /** One ID, or several that get the same values. */
      readonly uniqueIds: readonly string[];
      readonly deviceType: string;
      readonly values: AttributeValues;
      /** True if nothing was pending before, as far as is known. The record's `created` is then the current time. */
      readonly isFirst?: boolean;
    },
    signal?: AbortSignal,
  ): Promise<BackendResult<CreatedConfigs>>;
  /**
   * GET /config: null when nothing is pending. Failure `notFound` when the backend has no such request, `invalid` when
   * its answer is only about other devices.
   */
  readPending(
    uniqueId: string,
    deviceType: string,
    signal?: AbortSignal,
  ): Promise<BackendResult<AttributeValues | null>>;
  /**
   * GET /config/encrypt: returns the package as the backend spells it; null when nothing is listed. Failure `invalid`
   * when only other devices are listed.
   */
  encryptConfig(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<string | null>>;
  /** GET /device by uniqueId: null when the answers prove that it is not in the list. */
  readDevice(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<Device | null>>;
}
