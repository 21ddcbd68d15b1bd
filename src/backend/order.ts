/** POST /order/assign: all devices of the orders join the account of the key, once (interface.md 3, 4.4). */
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields } from './wire.ts';
import type { OwnershipBackend } from '../use-cases/ownership/ownership.ts';

type OrderCalls = Pick<OwnershipBackend, 'assignOrders'>;

export function createOrderCalls(parts: BackendParts): OrderCalls {
  const http = createHttp(parts);
  return {
    async assignOrders(orderIds, signal) {
      const answered = await http.post('/order/assign', encodeFields([['orderId', [...orderIds]]]), signal);
      return answered.ok ? { ok: true, value: answered.value.status } : answered;
    },
  };
}
