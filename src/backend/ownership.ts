/** POST /device/move and POST /device/share; the two spell the manager's mail address differently (interface.md 4.4). */
import type { BackendResult } from '../domain/backend-failure.ts';
import type { ShareWish } from '../domain/ownership/share.ts';
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields } from './wire.ts';

export interface OwnershipCalls {
  /** To an account outside the company. The value is the HTTP status: any 2xx means moved. */
  moveDevice(uniqueId: string, managerEmail: string, signal?: AbortSignal): Promise<BackendResult<number>>;
  /** `expirationDate` in Unix seconds; left out where the share does not end. Any 2xx means shared. */
  shareDevice(uniqueId: string, wish: ShareWish, signal?: AbortSignal): Promise<BackendResult<number>>;
}

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
