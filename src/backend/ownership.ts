/** POST /device/move and POST /device/share; the two spell the manager's mail address differently (interface.md 4.4). */
import type { BackendResult } from '../domain/backend-failure.ts';
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields } from './wire.ts';
import type { OwnershipBackend } from '../use-cases/ownership/ownership.ts';

type OwnershipCalls = Pick<OwnershipBackend, 'moveDevice' | 'shareDevice'>;

export function createOwnershipCalls(parts: BackendParts): OwnershipCalls {
  const http = createHttp(parts);
  const post = async (path: string, form: string): Promise<BackendResult<number>> => {
    const answered = await http.post(path, form);
    return answered.ok ? { ok: true, value: answered.value.status } : answered;
  };
  return {
    moveDevice: (uniqueId, managerEmail) =>
      post(
        '/device/move',
        encodeFields([
          ['uniqueId', uniqueId],
          ['managerEmail', managerEmail],
        ]),
      ),
    shareDevice: (uniqueId, { managerMail, access, expirationSeconds, withMetadata }) =>
      post(
        '/device/share',
        encodeFields([
          ['uniqueId', uniqueId],
          ['managerMail', managerMail],
          ['access', access],
          ['expirationDate', expirationSeconds],
          ['withMetadata', withMetadata],
        ]),
      ),
  };
}
