/** POST /config/delete: what is pending is forgotten (field-facts.md 6). */
import { statusOf } from './envelope.ts';
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields } from './wire.ts';
import type { WithdrawBackend } from '../use-cases/prepare/withdraw.ts';

export function createWithdrawCalls(parts: BackendParts): WithdrawBackend {
  const http = createHttp(parts);
  return {
    async deletePending(uniqueId) {
      const query = encodeFields({ uniqueId });
      return statusOf(await http.send({ method: 'POST', path: '/config/delete', query, body: '' }));
    },
  };
}
