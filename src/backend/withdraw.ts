/** POST /config/delete: what is pending is forgotten (field-facts.md 6). */
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields } from './wire.ts';
import type { WithdrawBackend } from '../use-cases/prepare/withdraw.ts';

export function createWithdrawCalls(parts: BackendParts): WithdrawBackend {
  const http = createHttp(parts);
  return {
    async deletePending(uniqueIds) {
      const query = encodeFields([['uniqueId', [...uniqueIds]]]);
      const answered = await http.send({ method: 'POST', path: '/config/delete', query, body: '' });
      return answered.ok ? { ok: true, value: answered.value.status } : answered;
    },
  };
}
