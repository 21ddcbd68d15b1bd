/** The calls of the backend that the use cases of this room need; the backend room satisfies them by shape and never rejects. */
import type { BackendResult } from '../domain/backend-failure.ts';
import type { AttributeValues, Device } from '../domain/device.ts';

export interface DeviceListBackend {
  /** The first page when `query` is null (interface.md 4.3). */
  devicePage(query: string | null, pageSize: number, signal?: AbortSignal): Promise<BackendResult<{
    readonly devices: readonly Device[];
    readonly startIndex: number;
    readonly nextQuery: string | null;
  }>>;
  /** Those of the ids that exist and are accessible. */
  readDevices(uniqueIds: readonly string[], signal?: AbortSignal): Promise<BackendResult<readonly Device[]>>;
}

export interface PrepareBackend {
  /** POST /config/create; `records` is null when a 2xx names nothing. */
  createConfig(
    request: { readonly uniqueIds: readonly string[]; readonly deviceType: string; readonly values: AttributeValues },
    signal?: AbortSignal,
  ): Promise<BackendResult<{ readonly records: readonly { readonly uniqueId: string; readonly values: AttributeValues }[] | null }>>;
  /** GET /config/encrypt; null when the device is absent from the answer. */
  encryptConfig(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<string | null>>;
  /** GET /config: null when nothing is pending; failure `notFound` where the backend has no such call. */
  readPending(uniqueId: string, deviceType: string, signal?: AbortSignal): Promise<BackendResult<AttributeValues | null>>;
  /** GET /device by uniqueId: null when it is not in the list. */
  readDevice(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<Device | null>>;
}
