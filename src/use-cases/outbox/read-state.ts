/** Reads what the backend shows of one device: what is pending, and its current values. */
import { isDeclined } from '../../domain/backend-failure.ts';
import type { ReadBack } from '../../domain/delivery/answer-types.ts';
import { valuesOf } from '../../domain/delivery/read-back.ts';
import type { DeliveryBackend } from './ports.ts';

/**
 * Reads GET /config first. When the backend does not have this request (404) or refuses it, only the `pendingConfig` of
 * GET /device is left (field-facts.md 3). A record without it proves little, so a package is requested: when there is
 * none, nothing is pending. A wrong key and temporary failures are returned as they are.
 */
export async function readState(
  backend: Pick<DeliveryBackend, 'readPending' | 'readDevice' | 'encryptConfig'>,
  uniqueId: string,
  deviceType: string,
  signal?: AbortSignal,
): Promise<ReadBack> {
  const pending = await backend.readPending(uniqueId, deviceType, signal);
  if (!pending.ok && !isDeclined(pending.failure.kind)) return { kind: 'failed', failure: pending.failure };
  const read = await backend.readDevice(uniqueId, signal);
  if (!read.ok) return { kind: 'failed', failure: read.failure };
  const device = read.value;
  const shown = {
    kind: 'read' as const,
    listed: device !== null,
    values: device === null ? {} : valuesOf(device),
    device,
  };
  if (pending.ok) return { ...shown, pending: pending.value, pendingFrom: 'config' };
  if (device === null || device.pending !== null)
    return { ...shown, pending: device?.pending ?? null, pendingFrom: 'device' };
  const encrypted = await backend.encryptConfig(uniqueId, signal);
  const hasNone = encrypted.ok && encrypted.value === null;
  return { ...shown, pending: null, pendingFrom: hasNone ? 'package' : 'device' };
}
