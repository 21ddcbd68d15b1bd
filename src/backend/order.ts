/** POST /order/assign: all devices of the orders join the account of the key, once (interface.md 3, 4.4). */
import type { BackendResult } from '../domain/backend-failure.ts';
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields } from './wire.ts';

export interface OrderCalls {
  /** The value is the HTTP status: any 2xx means accepted, though the devices may come later. The ids are sent as they are. */
  assignOrders(orderIds: readonly string[], signal?: AbortSignal): Promise<BackendResult<number>>;
}

export function createOrderCalls(parts: BackendParts): OrderCalls {
  const http = createHttp(parts);
  return {
    async assignOrders(orderIds, signal) {
      const answered = await http.post('/order/assign', encodeFields([['orderId', [...orderIds]]]), signal);
      return answered.ok ? { ok: true, value: answered.value.status } : answered;
    },
  };
}
