/** The backend requests of readings, which none of the interface needs (field-facts.md 6). None of them rejects. */
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { AttributeValues } from '../../domain/device.ts';

export interface ReadingBackend {
  /** GET /config/readall: returns the request as the backend spells it, unchecked; null when nothing is listed. */
  encryptReadAll(uniqueId: string, signal?: AbortSignal): Promise<BackendResult<string | null>>;
  /** POST /device/decrypt: returns the values that the response holds. The backend changes nothing. */
  decryptReading(
    reading: { readonly uniqueId: string; readonly responseBase64: string },
    signal?: AbortSignal,
  ): Promise<BackendResult<AttributeValues>>;
}
