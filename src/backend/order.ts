/**
 * POST /order/assign: all devices of the orders join the account of the key, once (interface.md 3, 4.4). GET /order: the
 * devices of an order that nobody has claimed (field-facts.md 6).
 */
import { listIn, unreadable } from './envelope.ts';
import { isRecord } from '../domain/record.ts';
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields, wireId } from './wire.ts';
import type { OwnershipBackend } from '../use-cases/ownership/ownership.ts';

type OrderCalls = Pick<OwnershipBackend, 'assignOrders' | 'unclaimedOf'>;

export function createOrderCalls(parts: BackendParts): OrderCalls {
  const http = createHttp(parts);
  return {
    async assignOrders(orderIds) {
      const answered = await http.post('/order/assign', encodeFields([['orderId', [...orderIds]]]));
      return answered.ok ? { ok: true, value: answered.value.status } : answered;
    },
    async unclaimedOf(orderId) {
      const answered = await http.get('/order', encodeFields([['orderId', orderId]]));
      if (!answered.ok) return answered;
      const list = listIn(answered.value.body, 'devices');
      if (list === null || list === 'unreadable') return unreadable(answered.value);
      const ids = list.flatMap((element) => {
        const read = wireId.safeParse(isRecord(element) ? element['uniqueId'] : element);
        return read.success ? [read.data] : [];
      });
      return { ok: true, value: [...new Set(ids)] };
    },
  };
}
