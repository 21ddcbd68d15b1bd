/** POST /device/move and POST /device/share; the two spell the manager's mail address differently (interface.md 4.4). */
import type { BackendResult } from '../domain/backend-failure.ts';
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields } from './wire.ts';
import type { OwnershipBackend } from '../use-cases/ownership/ownership.ts';

type OwnershipCalls = Pick<OwnershipBackend, 'moveDevice' | 'shareDevice'>;

export function createOwnershipCalls(parts: BackendParts): OwnershipCalls {
  const http = createHttp(parts);
  const post = async (path: string, form: string, signal?: AbortSignal): Promise<BackendResult<number>> => {
    const answered = await http.post(path, form, signal);
    return answered.ok ? { ok: true, value: answered.value.status } : answered;
  };
  return {
    moveDevice: (uniqueId, managerEmail, signal) =>
      post(
        '/device/move',
        encodeFields([
          ['uniqueId', uniqueId],
          ['managerEmail', managerEmail],
        ]),
        signal,
      ),
    shareDevice: (uniqueId, { managerMail, access, expirationSeconds, withMetadata }, signal) =>
      post(
        '/device/share',
        encodeFields([
          ['uniqueId', uniqueId],
          ['managerMail', managerMail],
          ['access', access],
          ['expirationDate', expirationSeconds],
          ['withMetadata', withMetadata],
        ]),
        signal,
      ),
  };
}
