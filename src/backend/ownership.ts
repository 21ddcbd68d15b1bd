/** POST /device/move and POST /device/share; the two spell the manager's mail address differently (interface.md 4.4). */
import { statusOf } from './envelope.ts';
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields } from './wire.ts';
import type { OwnershipBackend } from '../use-cases/ownership/ownership.ts';

type OwnershipCalls = Pick<OwnershipBackend, 'moveDevice' | 'shareDevice'>;

export function createOwnershipCalls(parts: BackendParts): OwnershipCalls {
  const http = createHttp(parts);
  return {
    moveDevice: async (uniqueId, managerEmail) =>
      statusOf(await http.post('/device/move', encodeFields({ uniqueId, managerEmail }))),
    async shareDevice(uniqueId, { managerMail, access, expirationSeconds, withMetadata }) {
      const form = encodeFields({ uniqueId, managerMail, access, expirationDate: expirationSeconds, withMetadata });
      return statusOf(await http.post('/device/share', form));
    },
  };
}
